import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FORMATS } from '../../reporters/formats.generated.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { runProgram } from '../cli/run-program.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Port and durations differ from run to run. */
const steady = (output: string): string =>
  output
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replaceAll(/(requests .* in ).*/g, '$1400 ms')
    .replaceAll(/(in the log +)\S+/g, '$12026-11-21T09:00:00.000Z')
    .trimEnd();

/** A command of the program, or `npm start`, and the output after it. */
const SHOWN =
  /```sh\n(?:npm ci && npm (start)|npx --no -- store-orders-conformance (.*))\n```\n\n<!-- output(?:, exit code (\d))? -->\n\n```text\n/g;

const ids = storeOrdersInterface.requirements.map(({ id }) => id);

/** A row of the table of requirements: their number, which -u writes, and their ids. */
const ROW = /(?<=^\| .* \| )\d+ \| (`.*`)(?= \| `.*\.ts` \|$)/gm;

const matching = (patterns = ''): string[] =>
  [...patterns.matchAll(/`([^`]+)`/g)].flatMap(([, pattern = '']) =>
    ids.filter((id) => (pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern)),
  );

test.each([
  ['README.md', 2],
  ['docs/reading-a-report.md', 1],
])('%s shows what its commands print', async (path, count) => {
  const document = read(path);
  const outputs = [...document.matchAll(SHOWN)];
  expect(outputs).toHaveLength(count);
  let current = document;
  for (const [start, isStart, words = '', exitCode = '0'] of outputs) {
    const { code, out } = await runProgram(isStart ? ['demo'] : words.split(' '));
    expect([words, code]).toEqual([words, Number(exitCode)]);
    const from = current.indexOf(start) + start.length;
    current = `${current.slice(0, from)}${steady(out)}\n${current.slice(current.indexOf('```\n\n<!-- end of output -->', from))}`;
  }
  current = current.replaceAll(ROW, (row, patterns) => row.replace(/\d+/, String(matching(patterns).length)));
  await expect(current).toMatchFileSnapshot(`../../${path}`);
});

test('no command of the README is followed by a comment, which an interactive zsh reads as arguments', () => {
  const blocks = [...read('README.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks.filter((text) => text.includes('#'))).toEqual([]);
});

test('the table of the README has every requirement once, and its files', () => {
  const rows = [...read('README.md').matchAll(/^\| .* \| (\d+) \| (`.*`) \| (`.*\.ts`) \|$/gm)];
  expect(rows.flatMap(([, , patterns]) => matching(patterns)).sort()).toEqual([...ids].sort());
  const files = rows.flatMap(([, , , names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const clauseFiles = readdirSync(new URL('../../suites', import.meta.url)).filter((name) => /^\d.*\.ts$/.test(name));
  // These two have no requirement.
  expect([...files, '0-bodies.ts', '8.2-rate-limits.ts'].sort()).toEqual(clauseFiles.sort());
});

test('README and verify-deletable name each report format', () => {
  const formats = Object.keys(FORMATS);
  const [, count, named = ''] = /The (\d+) report formats: (.*?)\.\n/s.exec(read('README.md')) ?? [];
  const names = [...named.matchAll(/`([a-z]+)`/g)].map(([, name]) => name);
  expect([Number(count), formats.filter((format) => !names.includes(format))]).toEqual([formats.length, []]);
  const deletable = [...read('scripts/verify-deletable.mjs').matchAll(/^ {2}([a-z]+): reporter\(/gm)].map(
    ([, name]) => name,
  );
  expect(deletable.sort()).toEqual(formats.filter((format) => format !== 'terminal' && format !== 'json').sort());
});

test('the README has at most 200 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});
