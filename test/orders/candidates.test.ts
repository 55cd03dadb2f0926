import { describe, expect, test } from 'vitest';
import type { UnknownKind } from '../../runner/engine/scenario.js';
import { neighbourCandidates, unknownCandidates } from '../../runner/orders/candidates.js';

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const int64Kinds = ['plain', 'above-2-31', 'above-2-53', 'max-int64', 'zero', 'negative'] as const;
const picks = (kind: UnknownKind) => unknownCandidates(kind, []);
const textsOf = (kind: UnknownKind, declared: readonly bigint[] = []) =>
  unknownCandidates(kind, declared).map(({ text }) => text);

describe('an id that the suite picks', () => {
  test.each<[UnknownKind, string, number]>([
    ['plain', '1735928401', 8],
    ['above-2-31', '14620830289', 8],
    ['above-2-53', '9007222465505873', 8],
    ['max-int64', '9223372036854775807', 1],
    ['zero', '0', 1],
    ['negative', '-1735928401', 8],
    ['word', 'abc', 1],
    ['fraction', '1735928401.5', 8],
    ['above-int64', '9223372036854775808', 1],
  ])('for %s is %s, the first of %i', (kind, first, count) => {
    expect(textsOf(kind)).toHaveLength(count);
    expect(new Set(textsOf(kind)).size).toBe(count);
    expect(textsOf(kind)[0]).toBe(first);
  });

  test.each<[UnknownKind, (id: bigint) => boolean]>([
    ['plain', (id) => id > 0n && id < 2n ** 31n],
    ['above-2-31', (id) => id > 2n ** 32n && id < 2n ** 53n],
    ['above-2-53', (id) => id > 2n ** 53n && id < MAX_INT64 && BigInt(Number(id)) !== id],
    ['negative', (id) => id < 0n],
  ])('for %s is of that kind', (kind, isOfKind) => {
    expect(picks(kind).filter(({ text }) => !isOfKind(BigInt(text)))).toEqual([]);
  });

  test('is known for every order that a careless server could take it for', () => {
    const first = (kind: UnknownKind) => picks(kind)[0]?.mistakenFor;
    expect(first('plain')).toEqual([1_735_928_401n]);
    expect(first('above-2-31')).toEqual([14_620_830_289n, 1_735_928_401n]);
    expect(first('above-2-53')).toEqual([9_007_222_465_505_873n, 9_007_222_465_505_872n, 1_735_928_401n]);
    // The double above 2^63−1 is no int64, so nothing can be mistaken for it.
    expect(first('max-int64')).toEqual([MAX_INT64, -1n, 4_294_967_295n]);
    expect(first('zero')).toEqual([0n]);
    expect(first('negative')).toEqual([-1_735_928_401n, 2_559_038_895n, 1_735_928_401n]);
    expect(first('word')).toEqual([]);
    expect(first('fraction')).toEqual([1_735_928_401n, 1_735_928_402n]);
    expect(first('above-int64')).toEqual([MIN_INT64, MAX_INT64, 0n]);
  });
});

describe('a declared unknown id', () => {
  test('comes before those that the suite picks', () => {
    expect(textsOf('plain', [999n, 998n]).slice(0, 3)).toEqual(['999', '998', '1735928401']);
  });

  test.each<[bigint, (typeof int64Kinds)[number] | undefined]>([
    [MIN_INT64, 'negative'],
    [-1n, 'negative'],
    [0n, 'zero'],
    [1n, 'plain'],
    [2n ** 31n - 1n, 'plain'],
    [2n ** 31n, 'above-2-31'],
    [2n ** 53n - 1n, 'above-2-31'],
    // A double holds it exactly, and so it shows nothing about ids above it.
    [2n ** 53n, undefined],
    [2n ** 53n + 1n, 'above-2-53'],
    [MAX_INT64 - 1n, 'above-2-53'],
    [MAX_INT64, 'max-int64'],
  ])('%i serves where it is of that kind: %s', (id, expected) => {
    const serves = int64Kinds.filter((kind) => unknownCandidates(kind, [id]).length > picks(kind).length);
    expect(serves).toEqual(expected === undefined ? [] : [expected]);
  });

  test.each<UnknownKind>(['word', 'fraction', 'above-int64'])('never serves for %s', (kind) => {
    expect(unknownCandidates(kind, [0n, 999n, MAX_INT64])).toEqual(picks(kind));
  });
});

describe('a neighbour', () => {
  const neighbours = (id: bigint, sharing: 'shares-double' | 'shares-low-32-bits') =>
    neighbourCandidates(id, sharing).map(({ text }) => BigInt(text));

  test.each<[bigint, readonly bigint[]]>([
    [101n, []],
    [2n ** 53n - 1n, []],
    [2n ** 53n + 1n, [2n ** 53n]],
    // Halfway cases go to the even double: 2^53+3 and 2^53+5 are both 2^53+4.
    [2n ** 53n + 3n, [2n ** 53n + 4n, 2n ** 53n + 5n]],
    [2n ** 60n, [2n ** 60n - 1n, 2n ** 60n + 1n, 2n ** 60n - 2n, 2n ** 60n + 2n]],
    [MAX_INT64, [MAX_INT64 - 1n, MAX_INT64 - 2n]],
  ])('that shares the double of %i', (id, expected) => {
    expect(neighbours(id, 'shares-double')).toEqual(expected);
    expect(expected.filter((other) => Number(other) !== Number(id))).toEqual([]);
  });

  test.each<[bigint, readonly bigint[]]>([
    [101n, [4_294_967_397n, 8_589_934_693n, -4_294_967_195n]],
    [MAX_INT64, [MAX_INT64 - 2n ** 32n]],
    [MIN_INT64, [MIN_INT64 + 2n ** 32n, MIN_INT64 + 2n ** 33n]],
  ])('that shares the low 32 bits of %i', (id, expected) => {
    expect(neighbours(id, 'shares-low-32-bits')).toEqual(expected);
  });

  test('may be taken for the order next to it, which is what it is sent for, and for no other', () => {
    const [first] = neighbourCandidates(2n ** 53n + 1n, 'shares-double');
    expect(first).toEqual({ text: '9007199254740992', mistakenFor: [2n ** 53n, 0n] });
    const [second] = neighbourCandidates(101n, 'shares-low-32-bits');
    expect(second).toEqual({ text: '4294967397', mistakenFor: [4_294_967_397n] });
  });
});
