import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseFixtures } from '../../runner/orders/fixtures-file.js';
import { processorMs } from '../processor-ms.js';
import { holdCases } from '../settings/cases.js';
import { refusal } from '../settings/refusal.js';

const problems = (text: string) => refusal(() => parseFixtures('orders.yaml', text, '/work'));

test('a fixtures file', async () => {
  await holdCases(join(import.meta.dirname, 'expected/fixtures.txt'), (input) => {
    const text = input.replaceAll('\\r', '\r').replaceAll('\\t', '\t');
    return parseFixtures('orders.yaml', text, '/work');
  });
});

const ids = (length: number): string => Array.from({ length }, (_, index) => index).join(',');

test.each<[title: string, text: string, message: RegExp]>([
  [
    'an id of 5000 digits is quoted to a limited length',
    `orders: { pending: [${'9'.repeat(5000)}] }`,
    / found 9{40}…\.$/,
  ],
  ['bottomless nesting is not followed', '['.repeat(20_000), /^orders\.yaml:1:\d+: Nested too deeply to be read\.$/],
  [
    'a long text is refused at once',
    `orders:\n  pending: [${'9007199254740993, '.repeat(240_000)}1]\n`,
    /^orders\.yaml: Expected at most 4194304 characters, found 4320023\.$/,
  ],
  [
    'more orders than a run needs are refused before each is looked at',
    `orders:\n  pending: [${ids(20_000)}]\n`,
    /^orders\.yaml:2:3: orders: expected at most 1000 order ids, found 20000\. A full run needs about 20\.$/,
  ],
  [
    'of many mistakes of a kind, a hundred are told',
    Array.from({ length: 10_000 }, (_, index) => `m${index}: 1`).join('\n'),
    /\norders\.yaml: There are 9900 more mistakes of this kind\.$/,
  ],
])('%s', async (_, text, message) => {
  const from = processorMs();
  expect(await problems(text)).toMatch(message);
  expect(processorMs() - from).toBeLessThan(5_000);
});
