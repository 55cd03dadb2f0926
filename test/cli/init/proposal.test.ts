import { describe, expect, test } from 'vitest';
import { proposalText, proposedOrders } from '../../../cli/commands/init/proposal.js';

const inFull = (text: string): string => text;
const proposed = (json: string) =>
  proposedOrders(Buffer.from(json), inFull)?.map(({ id, state, sign }) => [id, state, sign]);

describe('the states of listed orders are guessed', () => {
  test.each<[what: string, json: string, expected: [id: bigint, state: string, sign: string][]]>([
    [
      'from a member that is called so, with ids to the digit',
      '[{"id":9007199254740993,"status":"PENDING"},{"id":2,"status":"shipped"},{"id":3,"status":"held"},{"id":4},{"id":"5","status":"pending"}]',
      [
        [9007199254740993n, 'pending', 'status: "PENDING"'],
        [2n, 'shipped', 'status: "shipped"'],
        [3n, 'other', 'status: "held"'],
      ],
    ],
    [
      'else from one that says pending somewhere',
      '[{"id":1,"phase":"shipped"},{"id":2,"phase":"Pending"}]',
      [
        [1n, 'shipped', 'phase: "shipped"'],
        [2n, 'pending', 'phase: "Pending"'],
      ],
    ],
    [
      'else from `complete`',
      '[{"id":1,"complete":true},{"id":2,"complete":false},{"id":3}]',
      [
        [1n, 'shipped', 'a guess from complete: true, not from a status'],
        [2n, 'pending', 'a guess from complete: false, not from a status'],
      ],
    ],
  ])('%s', (_what, json, expected) => {
    expect(proposed(json)).toEqual(expected);
  });

  test('from the beginning of a long listing', () => {
    const orders = Array.from({ length: 50_000 }, (_, id) => `{"id":${id},"status":"pending","at":{"x":1}}`);
    const found = proposed(`[${orders.join()}]`.slice(0, 100_000)) ?? [];
    expect(found.length).toBeGreaterThan(1000);
    expect(found[0]).toEqual([0n, 'pending', 'status: "pending"']);
  });

  test.each(['', '{"id":1}', '<html>'])('not at all from %j', (body) => {
    expect(proposed(body)).toBeUndefined();
  });
});

test('the signs are those of all orders that are counted, of many the first', () => {
  const other = (values: readonly string[]) =>
    values.map((value, index) => ({ id: BigInt(index), state: 'other' as const, sign: `status: "${value}"` }));
  const told = (...values: string[]) => /# \d+ of the listed .* \((.*)\)\./.exec(proposalText(other(values)))?.[0];
  expect(told(...Array.from({ length: 5 }, () => 'cancelled'), 'delivered')).toBe(
    '# 6 of the listed orders look as if they were in another state (status: "cancelled", status: "delivered").',
  );
  expect(told('held')).toMatch(/^# 1 of the listed orders looks as if it were in another state /);
  expect(told(...'abcdefghij')).toMatch(/^# 10 .* \(status: "a", .*, status: "g" and 3 more\)\.$/);
});

test('proposals are comments, one with a long id first, and what the target said stays on its line', () => {
  const orders = [1n, 2n, 3n, 4n, 5n, 2n ** 53n + 1n].map((id) => {
    return { id, state: 'pending' as const, sign: 'status: "pending\n- more"' };
  });
  expect(proposalText(orders)).toBe(`orders:
  pending: []
  # 6 of the listed orders look pending (status: "pending\\n- more"). What is declared here WILL BE CANCELLED.
  # Confirm each with its owner; then use this line in place of the one above:
  # pending: [9007199254740993, 1, 2, 3, 4]

  shipped: []
  # No listed orders look shipped.

  other: []
  # No listed orders look as if they were in another state.`);
});
