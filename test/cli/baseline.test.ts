import { expect, test } from 'vitest';
import { causesLike } from '../../judge/causes/explanation.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { directoryWith } from '../directory.js';
import { readGolden } from '../golden.js';
import { runProgram } from './run-program.js';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

test.each(['baseline', 'compare'])('%s', async (name) => {
  await play(import.meta.url, name, { files: await savedFiles() });
});

test('every cause that a report can have may be in a baseline', async () => {
  const lines = readGolden(new URL('../detection/expected/faults.txt', import.meta.url));
  const found = [...lines.matchAll(/(?:\| cause |[.?] )([a-z][a-z0-9.-]*[a-z0-9])(?:: | \()/g)].flatMap(
    ([, id]) => id ?? [],
  );
  // An id that a target named keeps only letters and digits of ASCII, and at most 80 characters.
  const made = ['json-as', 'body-as', 'error-with', `error-with-${'a'.repeat(69)}`, 'json-as-text-plain'];
  const suggested = causesLike('500');
  const all = new Set([...found, ...made, ...suggested, ...fingerprints.map(({ id }) => id)]);
  expect(all.size).toBeGreaterThan(150);
  const entries = [...all].map((id) => `  - { cause: ${id}, reason: "An old gateway.", expires: 9999-12-31 }\n`);
  const cwd = await directoryWith({ 'b.yaml': `entries:\n${entries.join('')}` });
  expect(await runProgram(['demo', '--dry-run', '--baseline', 'b.yaml'], { cwd })).toMatchObject({ code: 0, err: '' });
});
