import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdList } from '../../runner/listing/ids.js';

const MIN = -(2n ** 63n);
const small = fc.bigInt({ min: 0n, max: 50n });
const below2To32 = fc.bigInt({ min: 2n ** 31n - 3n, max: 2n ** 32n - 1n });
const any = fc.oneof(fc.bigInt({ min: MIN, max: -MIN - 1n }), fc.constantFrom(MIN, -1n, 2n ** 32n, 2n ** 53n));

function repeatedIn(ids: readonly bigint[]) {
  const list = new IdList();
  for (const id of ids) list.add(Number.isSafeInteger(Number(id)) ? Number(id) : id);
  return list.repeated(false);
}

/** As a set tells it; examples are in no order that matters. */
function expected(ids: readonly bigint[]) {
  const seen = new Set<bigint>();
  const repeated = ids.filter((id) => seen.has(id) || !seen.add(id));
  return { count: repeated.length, distinct: [...new Set(repeated)] };
}

test.each([
  ['that fit into 32 bits', fc.array(fc.oneof(small, below2To32), { maxLength: 60 })],
  ['of any size', fc.array(fc.oneof(small, below2To32, any), { maxLength: 60 })],
  [
    'of any size after thousands that fit into 32 bits',
    fc
      .tuple(fc.integer({ min: 0, max: 6_000 }), fc.array(fc.oneof(small, any), { maxLength: 60 }))
      .map(([many, ids]) => [...Array.from({ length: many }, (_, index) => BigInt(index)), ...ids]),
  ],
])('finds the repeated ones of ids %s', (_what, lists) => {
  fc.assert(
    fc.property(lists, (ids) => {
      const { count, examples, incomplete } = repeatedIn(ids);
      const { count: repetitions, distinct } = expected(ids);
      expect([count, incomplete]).toEqual([repetitions, undefined]);
      expect(examples).toHaveLength(Math.min(3, distinct.length));
      expect(distinct).toEqual(expect.arrayContaining([...examples]));
    }),
    { numRuns: 200 },
  );
});
