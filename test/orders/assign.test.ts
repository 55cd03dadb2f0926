import { describe, expect, test } from 'vitest';
import { type Assigned, assign } from '../../runner/orders/assign.js';
import { type DeclaredOrders, NO_ORDERS } from '../../runner/orders/declared.js';

const LONG = 2n ** 53n + 1n;
const MEDIUM = 2n ** 40n;

const run = (first: bigint, count: number): bigint[] => Array.from({ length: count }, (_, n) => first + 2n * BigInt(n));

const idsOf = (orders: Assigned['sizes']): bigint[] => orders.map(({ id }) => id);

/** The uses of the declared orders. */
function uses(declared: Partial<DeclaredOrders>, isHeld?: (id: bigint) => boolean) {
  const { own, sizes, texts, bystanders, further, left } = assign(
    { ...NO_ORDERS, ...declared },
    ['told-apart', 'alone', 'race', 'shipped', 'other'],
    isHeld,
  );
  return {
    own: Object.fromEntries([...own].map(([purpose, { id }]) => [purpose, id])),
    sizes: idsOf(sizes),
    texts: texts?.id,
    bystanders: idsOf(bystanders),
    further: idsOf(further),
    left: idsOf(left),
  };
}

const none = { sizes: [], texts: undefined, bystanders: [], further: [], left: [] };

describe('pending orders are assigned by design', () => {
  test.each<[string, readonly bigint[], ReturnType<typeof uses>]>([
    ['one', [101n], { ...none, own: { 'told-apart': 101n } }],
    [
      'three small ones: the one that goes first has others below and above it, in whatever order they are declared',
      [105n, 103n, 101n],
      { ...none, own: { 'told-apart': 103n, alone: 101n, race: 105n } },
    ],
    [
      'four, of each size one at least: a third is cancelled alone before texts have an order of their own',
      [101n, 103n, MEDIUM, LONG],
      { ...none, own: { 'told-apart': LONG, alone: 101n, race: 103n }, sizes: [MEDIUM] },
    ],
    [
      'five, one of them long',
      [LONG, 101n, 102n, 103n, 104n],
      { ...none, own: { 'told-apart': LONG, alone: 102n, race: 101n }, texts: 103n, bystanders: [104n] },
    ],
    [
      'five, two of which follow one another: texts go to the lower one, and the other one is cancelled before',
      [LONG, 101n, 105n, 106n, 109n],
      { ...none, own: { 'told-apart': LONG, alone: 101n, race: 106n }, texts: 105n, bystanders: [109n] },
    ],
    [
      'twelve, four of each size',
      [...run(101n, 4), ...run(MEDIUM, 4), ...run(LONG, 4)],
      {
        own: { 'told-apart': LONG, alone: 105n, race: 101n },
        sizes: [MEDIUM],
        texts: 107n,
        bystanders: [103n, LONG + 6n],
        further: [LONG + 2n, LONG + 4n],
        left: [MEDIUM + 2n, MEDIUM + 4n, MEDIUM + 6n],
      },
    ],
  ])('%s', (_, pending, expected) => {
    expect(uses({ pending })).toEqual(expected);
  });

  test('each size is cancelled alone, wherever it is declared', () => {
    const { own, sizes } = uses({ pending: [...run(LONG, 9), ...run(101n, 8), ...run(MEDIUM, 9)] });
    expect([own['told-apart'], own.alone, sizes]).toEqual([LONG, 113n, [MEDIUM]]);
  });

  test('what could be taken for another order comes last, and serves nothing else', () => {
    const pending = [101n, 102n, 103n, 104n, 105n];
    const last = { ...none, own: { 'told-apart': 104n, alone: 105n, race: 103n } };
    expect(uses({ pending }, (id) => id < 103n)).toEqual(last);
    expect(uses({ pending }, (id) => id < 104n).own).toEqual({ 'told-apart': 105n, alone: 104n, race: 103n });
  });
});

test('a small shipped order is its own scenario, and further ones are the long ones first', () => {
  expect(uses({ shipped: [LONG, 201n, 202n, 203n, 204n, 205n], other: [301n] })).toEqual({
    ...none,
    own: { shipped: 201n, other: 301n },
    further: [LONG, 202n, 203n],
    left: [204n, 205n],
  });
});
