import { describe, expect, test } from 'vitest';
import { mistakesOf } from '../../runner/evidence/mistakes.js';
import { neighbourCandidates, unknownCandidates } from '../../runner/orders/candidates.js';
import { NO_ORDERS } from '../../runner/orders/declared.js';

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const int64Kinds = ['plain', 'above-2-31', 'above-2-53', 'max-int64', 'zero', 'negative'] as const;
type Unrelated = Parameters<typeof unknownCandidates>[0];
type Neighbour = Parameters<typeof neighbourCandidates>[1];
const picks = (kind: Unrelated) => unknownCandidates(kind, NO_ORDERS);
const textsOf = (kind: Unrelated, declared: readonly bigint[] = []) =>
  unknownCandidates(kind, { ...NO_ORDERS, unknown: declared }).map(({ text }) => text);

test('an id for a listing that may lack orders lies above 2^53, is held by a double, and is cut to a declared order or 0', () => {
  const declared = { ...NO_ORDERS, pending: [101n, 103n], shipped: [202n] };
  const drawn = (kind: Unrelated) => unknownCandidates(kind, declared).slice(8);
  const ids = (['plain', 'above-2-31', 'above-2-53'] as const).flatMap(drawn).map(({ text }) => BigInt(text));
  expect(new Set(ids).size).toBe(24);
  const isSafe = (id: bigint) => id > 2n ** 53n && BigInt(Number(id)) === id && [0n, 202n].includes(id % 2n ** 32n);
  expect(ids.filter((id) => !isSafe(id))).toEqual([]);
  expect(drawn('negative').map(({ text }) => text)).toEqual(['-202', '-101', '-103']);
});

describe('a path segment is known for every order that a careless server could take it for', () => {
  test.each<[string, string, readonly bigint[]]>([
    [
      '32 bits with a sign, the largest of them, and floats',
      '3883412049',
      [3_883_412_049n, -411_555_247n, 2_147_483_647n, 3_883_411_968n],
    ],
    ['no sign, and 0 without negative numbers', '-5', [-5n, 4_294_967_291n, 0n, 5n]],
    ['what a conversion makes of no number', 'abc', [0n]],
    ['what it is rounded to', '101.25', [101n, 102n, 0n]],
    ['what it is rounded to below 0', '-1.5', [-1n, 4_294_967_295n, 0n, 1n, -2n, 4_294_967_294n, 2n]],
  ])('%s: %s', (_, text, mistaken) => {
    expect(mistakesOf(text)).toEqual(mistaken);
  });
});

describe('a declared unknown id', () => {
  test('comes before those that the suite picks', () => {
    expect(textsOf('plain', [999n, 998n]).slice(0, 3)).toEqual(['999', '998', '1735928401']);
  });

  test.each<[bigint, readonly Unrelated[]]>([
    [MIN_INT64, ['negative']],
    [0n, ['zero']],
    [1n, ['plain']],
    [2n ** 31n, ['above-2-31']],
    [2n ** 53n - 1n, ['above-2-31']],
    // A double holds it exactly, and so it shows nothing about ids above it.
    [2n ** 53n, []],
    [2n ** 53n + 1n, ['above-2-53']],
    [MAX_INT64 - 16n, ['above-2-53']],
    [MAX_INT64 - 1n, ['above-2-53', 'max-int64']],
    [MAX_INT64, ['max-int64']],
  ])('%i serves where it is of that kind: %j', (id, expected) => {
    const serves = int64Kinds.filter(
      (kind) => unknownCandidates(kind, { ...NO_ORDERS, unknown: [id] }).length > picks(kind).length,
    );
    expect(serves).toEqual(expected);
  });
});

describe('a neighbour', () => {
  const neighbours = (id: bigint, kind: Neighbour) =>
    neighbourCandidates([id], kind, { ...NO_ORDERS, pending: [id] }).map(({ text }) => text);
  const numbers = (id: bigint, kind: Neighbour) => neighbours(id, kind).map(BigInt);

  test.each<[bigint, readonly bigint[]]>([
    [101n, []],
    [2n ** 53n - 1n, []],
    [2n ** 53n + 1n, [2n ** 53n]],
    // Halfway cases go to the even double: 2^53+3 and 2^53+5 are both 2^53+4.
    [2n ** 53n + 3n, [2n ** 53n + 4n, 2n ** 53n + 5n]],
  ])('that shares the double of %i', (id, expected) => {
    expect(numbers(id, 'shares-double')).toEqual(expected);
  });

  test.each([2n ** 60n, MAX_INT64])('that shares the double of %i is any of hundreds, the nearest first', (id) => {
    const found = numbers(id, 'shares-double');
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter((other) => other === id || Number(other) !== Number(id))).toEqual([]);
    const distances = found.map((other) => (other < id ? id - other : other - id));
    expect(distances).toEqual([...distances].sort((a, b) => Number(a - b)));
  });

  // Without its sign, and rounded down, it would be the same order or another one.
  test.each<[Neighbour, bigint]>([
    ['own-negated', 0n],
    ['own-negated', -101n],
    ['own-fraction-below', -101n],
  ])('made as %s is none from %i', (kind, id) => {
    expect(neighbours(id, kind)).toEqual([]);
  });

  test('made from an order may be taken for any pending one, and those are told apart from others', () => {
    const [fraction] = neighbourCandidates([101n], 'own-fraction', { ...NO_ORDERS, pending: [101n, 102n] });
    expect(fraction).toEqual({ text: '101.25', readings: [0n], riskyPending: [101n, 102n] });
    const [alone] = neighbourCandidates([101n], 'own-fraction', { ...NO_ORDERS, pending: [101n] });
    expect(alone).toEqual({ text: '101.25', readings: [102n, 0n], riskyPending: [101n] });
  });

  test.each(['pending', 'shipped', 'other'] as const)('is not an order that is declared %s', (state) => {
    const declared = { ...NO_ORDERS, [state]: [2n ** 53n + 4n] };
    const texts = neighbourCandidates([2n ** 53n + 3n], 'shares-double', declared).map(({ text }) => text);
    expect(texts).toEqual([String(2n ** 53n + 5n)]);
  });
});
