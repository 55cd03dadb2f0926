import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { directoryWith } from '../settings/directory.js';
import { runProgram } from './run-program.js';
import { baselineOf, savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test.each(['baseline', 'compare'])('%s', async (name) => {
  const files = {
    ...(await savedFiles()),
    'type.yaml': baselineOf('requirement: list.content-type'),
    'staging.yaml': 'targets: { staging: { baseUrl: "http://127.0.0.1:1/v1", baseline: ./secret.yaml } }\n',
    'secret.yaml': baselineOf('requirement: list.content-type').replace('An old gateway', 'Ask for Sample-Key-0001'),
  };
  await play(import.meta.url, name, { files });
});

test('every cause that a report can have may be in a baseline', async () => {
  const lines = readFileSync(new URL('../detection/expected/faults.txt', import.meta.url), 'utf8');
  const found = [...lines.matchAll(/(?:\| cause |[.?] )([a-z][a-z0-9.-]*[a-z0-9])(?:: | \()/g)].flatMap(
    ([, id]) => id ?? [],
  );
  // An id that a target named keeps only letters and digits of ASCII, and at most 80 characters.
  const made = ['json-as', 'body-as', 'error-with', `error-with-${'a'.repeat(69)}`, 'json-as-text-plain'];
  const numbered = ['refused-403-2', 'list.status-2'];
  const { fingerprints, causes } = storeOrdersInterface;
  const suggested = causes?.like('500') ?? [];
  const all = new Set([...found, ...made, ...numbered, ...suggested, ...fingerprints.map(({ id }) => id)]);
  expect(all.size).toBeGreaterThan(150);
  const cwd = await directoryWith({ 'b.yaml': baselineOf(...[...all].map((id) => `cause: ${id}`)) });
  expect(await runProgram(['demo', '--dry-run', '--baseline', 'b.yaml'], { cwd })).toMatchObject({ code: 0, err: '' });
});
