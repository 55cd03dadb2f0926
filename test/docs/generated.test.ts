import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { causesDocument } from './causes-document.js';
import { anchorOf, requirementsDocument } from './requirements-document.js';

const { requirements, ambiguities, fingerprints } = storeOrdersInterface;
const docs = join(import.meta.dirname, '../../docs');

/** Written by `npx vitest run --project unit test/docs -u`. */
describe('from the catalogue follows', () => {
  test('docs/generated/requirements.md', async () => {
    await expect(requirementsDocument()).toMatchFileSnapshot(join(docs, 'generated/requirements.md'));
  });

  test('docs/causes.md', async () => {
    await expect(causesDocument()).toMatchFileSnapshot(join(docs, 'causes.md'));
  });
});

test.each([
  ['requirements', requirementsDocument, [...requirements, ...ambiguities]],
  ['causes', causesDocument, fingerprints],
])('each entry of the %s has one anchor', (_, document, entries) => {
  const anchors = [...document().matchAll(/<a id="([^"]+)">/g)].map(([, anchor]) => anchor);
  expect(new Set(anchors).size).toBe(anchors.length);
  expect(entries.map(({ id }) => anchorOf(id)).filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});
