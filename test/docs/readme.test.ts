import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { runProgram } from '../cli/run-program.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Port and durations differ from run to run. */
const steady = (output: string): string =>
  output
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replaceAll(/(requests .* in ).*/g, '$1400 ms')
    .trimEnd();

/** A command of the program, or `npm start`, and the output after it. */
const SHOWN =
  /```sh\n(?:npm ci && npm (start)|npx --no -- store-orders-conformance (.*))\n```\n\n<!-- output(?:, exit code (\d))? -->\n\n```text\n/g;

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
  await expect(current).toMatchFileSnapshot(`../../${path}`);
});

test('no command of the README is followed by a comment, which an interactive zsh reads as arguments', () => {
  const blocks = [...read('README.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks.filter((text) => text.includes('#'))).toEqual([]);
});

test('the table of the README has every requirement once, with its number and its files', () => {
  const ids = storeOrdersInterface.requirements.map(({ id }) => id);
  const rows = [...read('README.md').matchAll(/^\| .* \| (\d+) \| (`.*`) \| (`.*\.ts`) \|$/gm)];
  const matching = (patterns = ''): string[] =>
    [...patterns.matchAll(/`([^`]+)`/g)].flatMap(([, pattern = '']) =>
      ids.filter((id) => (pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern)),
    );
  expect(rows.map(([, amount]) => Number(amount))).toEqual(rows.map(([, , patterns]) => matching(patterns).length));
  expect(rows.flatMap(([, , patterns]) => matching(patterns)).sort()).toEqual([...ids].sort());
  const files = rows.flatMap(([, , , names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const clauseFiles = readdirSync(new URL('../../suites', import.meta.url)).filter((name) => /^\d.*\.ts$/.test(name));
  // These two have no requirement.
  expect([...files, '0-bodies.ts', '8.2-rate-limits.ts'].sort()).toEqual(clauseFiles.sort());
});
