import { expect, test } from 'vitest';
import { parseFixtures, parseProvisionedOrders } from '../../runner/orders/fixtures-file.js';
import { refusal } from '../settings/refusal.js';

const FIRST = 9_007_199_254_740_993n;
const ids = Array.from({ length: 4_900 }, (_, index) => FIRST + BigInt(index));
const lines = (list: readonly (bigint | string)[]) => `    - ${list.join('\n    - ')}\n`;

const problemsOf = async (text: string) => (await refusal(() => parseFixtures('f', text, '/'))).split('\n');

test('thousands of ids are read exactly, in a list of either style and as a seed command answers', () => {
  const flow = parseFixtures('f', `orders:\n  pending: [${ids.join(', ')}]\n  shipped: [5]\n`, '/').orders;
  const block = parseFixtures('f', `orders:\n  shipped: [5]\n  pending:\n${lines(ids)}  other: [7]\n`, '/').orders;
  const answer = parseProvisionedOrders('a', `{"orders":{"pending":[\r\n${ids.join(',\r\n')}\r\n]}}`);
  expect([flow.pending, block.pending, answer.pending]).toEqual([ids, ids, ids]);
  expect([flow.shipped, block.other]).toEqual([[5n], [7n]]);
});

test('mistakes in and after long lists are named at their places, and not all of thousands', async () => {
  const text = `orders:\n  pending:\n${lines([...ids, '007'])}  shipped: [${ids.join(',')}]\n`;
  const problems = await problemsOf(text);
  expect(problems).toHaveLength(101);
  expect(problems[0]).toBe(
    'f:4903:7: orders.pending[4900]: expected an order id, a plain decimal integer from -9223372036854775808 to 9223372036854775807, found 007.',
  );
  expect(problems[1]).toBe(
    `f:4904:13: orders.shipped[0]: order ${FIRST} is already declared, as orders.pending[0]; declare each order once.`,
  );
  expect(problems[100]).toBe('f: There are 4801 more mistakes of this kind.');
});

test('more than a bounded length is refused at once', async () => {
  const text = `orders:\n  pending: [${'9007199254740993, '.repeat(240_000)}1]\n`;
  expect(await problemsOf(text)).toEqual([`f: Expected at most 4194304 characters, found ${text.length}.`]);
});

test('more orders than a run needs are refused before each is looked at', async () => {
  const from = performance.now();
  const text = `orders:\n  pending: [${Array.from({ length: 60_000 }, (_, index) => index).join(',')}]\n`;
  const message = 'f:2:3: orders: expected at most 10000 order ids, found 60000. A full run needs about 20.';
  expect(await problemsOf(text)).toEqual([message]);
  const foreign = Array.from({ length: 50_000 }, (_, index) => `m${index}: 1`);
  expect((await problemsOf(foreign.join('\n'))).at(-1)).toBe('f: There are 49900 more mistakes of this kind.');
  expect(performance.now() - from).toBeLessThan(20_000);
});
