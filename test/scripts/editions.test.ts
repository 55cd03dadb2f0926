import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readEditions } from '../../scripts/editions.mjs';

const digest = 'sha256:04f7f2049f89279621fa98f14354aa89d01cc30a3b79bd1e97bce5be511f260e';
const catalogue = [{ id: 'list.status' }, { id: 'list.array' }];

const read = (list: string, frozen = digest) =>
  readEditions(`editions: [{ id: "1.1", digest: "${frozen}", requirements: { ${list} } }]`, catalogue);

test('an edition is a list of requirements with their levels', () => {
  expect(read('list.status: must, list.array: should')).toEqual([
    { id: '1.1', digest, requirements: { 'list.status': 'must', 'list.array': 'should' } },
  ]);
});

test.each([
  ['another level', 'list.status: must, list.array: must'],
  ['one requirement less', 'list.status: must'],
  ['another order', 'list.array: should, list.status: must'],
])('%s has another digest', (_, list) => {
  expect(() => read(list)).toThrow(/^suites\/editions\.yaml: edition 1\.1 has the digest sha256:\w{64}, not sha256:/);
});

test('a requirement that the catalogue does not have is refused', () => {
  const list = 'list.gone: must';
  const actual = `sha256:${createHash('sha256')
    .update(`${list.replace(':', '')}\n`)
    .digest('hex')}`;
  expect(() => read(list, actual)).toThrow(
    'suites/editions.yaml: edition 1.1 demands list.gone: must, which no requirement is.',
  );
});
