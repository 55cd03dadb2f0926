import { expect, test } from 'vitest';
import { plan } from '../../runner/engine/plan.js';
import { UsageError } from '../../runner/input/usage-error.js';
import { parseFixtures, parseProvisionedOrders } from '../../runner/orders/fixtures-file.js';
import { storeOrdersInterface } from '../../suites/contract.js';

const FIRST = 9_007_199_254_740_993n;
const ids = Array.from({ length: 1_000_000 }, (_, index) => FIRST + BigInt(index));

const some = ids.slice(0, 20_000);
const lines = (list: readonly (bigint | string)[]) => `    - ${list.join('\n    - ')}\n`;

/** One core of a busy machine; a tree of all nodes takes a minute and gigabytes. */
const SECONDS = { timeout: 30_000 };

test('a million ids in one list of the flow style are read exactly, and planned', SECONDS, () => {
  const { orders } = parseFixtures('f', `orders:\n  pending: [${ids.join(', ')}]\n  shipped: [5]\n`, '/');
  expect([orders.pending.length, orders.pending.at(-1), orders.shipped]).toEqual([1_000_000, ids.at(-1), [5n]]);
  const select = { suites: [], scenarios: [], requirements: [], clauses: [] };
  const planned = plan(storeOrdersInterface, {
    orders,
    select,
    readOnly: false,
    concurrency: 16,
    key: { hasLetters: true, isOneCharacter: false },
  });
  expect(planned.orders.pending).toBe(orders.pending);
});

test('so are lines', SECONDS, () => {
  const text = `orders:\n  shipped: [5]\n  pending:\n${lines(some)}  other: [7]\n`;
  const { orders } = parseFixtures('f', text, '/');
  expect([orders.pending, orders.other]).toEqual([some, [7n]]);
});

test('so is an answer of a seed command, with Windows line ends', SECONDS, () => {
  const orders = parseProvisionedOrders('a', `{"orders":{"pending":[\r\n${ids.slice(0, 600_000).join(',\r\n')}\r\n]}}`);
  expect([orders.pending.length, orders.pending[0]]).toEqual([600_000, FIRST]);
});

const problemsOf = (text: string): readonly string[] => {
  try {
    parseFixtures('f', text, '/');
    return [];
  } catch (error) {
    return error instanceof UsageError ? error.message.split('\n') : [String(error)];
  }
};

test('mistakes in and after long lists are named at their places, and not all of a million', () => {
  const text = `orders:\n  pending:\n${lines([...some, '007'])}  shipped: [${some.join(',')}]\n`;
  const problems = problemsOf(text);
  expect(problems).toHaveLength(101);
  expect(problems[0]).toBe(
    'f:20003:7: orders.pending[20000]: expected an order id, a plain decimal integer from -9223372036854775808 to 9223372036854775807, found 007.',
  );
  expect(problems[1]).toBe(
    `f:20004:13: orders.shipped[0]: order ${FIRST} is already declared, as orders.pending[0]; declare each order once.`,
  );
  expect(problems[100]).toBe('f: There are 19901 more mistakes of this kind.');
});

test.each<[string, string]>([
  ['a comment', `# [${some.join(', ')}]\norders:\n  pending: [1]\n`],
  ['a string', `provision:\n  command: "x"\n  teardown: 'echo [${some.join(', ')}]'\norders:\n  pending: [1]\n`],
  ['a block of text', `provision:\n  command: |\n${lines(some)}orders:\n  pending: [1]\n`],
])('what only looks like a list, in %s, is left alone', (_, text) => {
  const { orders, provision } = parseFixtures('f', text, '/');
  expect(orders.pending).toEqual([1n]);
  expect([provision?.seed, provision?.teardown].join('').length).toBe(
    text.includes("'echo") ? some.join(', ').length + 8 : text.includes('|') ? lines(some).length - 4 * some.length : 0,
  );
});

test('a list with remarks is read in full, up to a length', () => {
  const remarked = (count: number) => `orders:\n  pending:\n${lines(ids.slice(0, count).map((id) => `${id} # ours`))}`;
  expect(parseFixtures('f', remarked(5_000), '/').orders.pending).toHaveLength(5_000);
  expect(problemsOf(remarked(200_000))).toEqual([expect.stringMatching(/^f: Expected at most \d+ characters beside/)]);
});
