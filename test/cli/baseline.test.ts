import { expect, test } from 'vitest';
import { causesLike } from '../../judge/causes/explanation.js';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { directoryWith } from '../directory.js';
import { readGolden } from '../golden.js';
import { processorMs } from '../processor-ms.js';
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

test.each([
  ['lists within each other', '['.repeat(1_000_000)],
  ['objects', `[${'{},'.repeat(2_000_000)}{}]`],
])('a report of a stranger that holds too many %s is refused before it is parsed', async (_, text) => {
  const cwd = await directoryWith({ 'r.json': text, 'good.json': '{}' });
  const from = processorMs();
  const message = 'r.json: It has more values, or more of them within each other, than any report.';
  expect(await runProgram(['baseline', 'r.json'], { cwd })).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(message),
  });
  expect(await runProgram(['compare', 'r.json', 'good.json'], { cwd })).toMatchObject({ code: 2, out: '' });
  expect(processorMs() - from).toBeLessThan(10_000);
});

test('text in quotation marks counts as one value of a report', async () => {
  const cwd = await directoryWith({ 'r.json': JSON.stringify({ a: `\\"${'[{,'.repeat(800_000)}` }) });
  const { err } = await runProgram(['baseline', 'r.json'], { cwd });
  expect(err).toContain("must have required property 'format'");
});

test('thousands of entries with unknown names take no longer than a hundred', async () => {
  const entries = Array.from(
    { length: 10_000 },
    (_, index) => `  - { requirement: x${index}.y, reason: r, expires: 9999-12-31 }\n`,
  );
  const cwd = await directoryWith({ 'b.yaml': `entries:\n${entries.join('')}` });
  const from = processorMs();
  const { code, err } = await runProgram(['demo', '--dry-run', '--baseline', 'b.yaml'], { cwd });
  expect([code, err.includes('There are more mistakes of this kind.')]).toEqual([2, true]);
  expect(processorMs() - from).toBeLessThan(15_000);
});
