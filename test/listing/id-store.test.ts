import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { IdStore, storable } from '../../runner/listing/id-store.js';

const temporaryDirectory = mkdtempSync(join(tmpdir(), 'id-store-test-'));
afterAll(() => rmSync(temporaryDirectory, { recursive: true }));

function repeatedIn(ids: readonly bigint[], capacity?: number) {
  const store = new IdStore({ temporaryDirectory, ...(capacity !== undefined && { capacity }) });
  for (const id of ids) store.add(storable(id));
  return store.finish();
}

/** Ids that collide often, in ascending runs and out of order, on both sides of what a double holds. */
const ids = fc.oneof(
  fc.array(fc.bigInt(-20n, 20n), { maxLength: 200 }),
  fc.array(fc.bigInt(2n ** 53n - 5n, 2n ** 53n + 5n), { maxLength: 100 }),
  fc.array(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), { maxLength: 50 }).map((some) => [...some, ...some.slice(0, 7)]),
  fc
    .tuple(fc.bigInt(-50n, 50n), fc.nat(100))
    .map(([from, count]) => Array.from({ length: count }, (_, i) => from + BigInt(i))),
);

describe('the id store', () => {
  test('counts what a Set would find, with runs of any length', () => {
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 4 }), fc.integer({ min: 1, max: 40 }), (parts, capacity) => {
        const all = parts.flat();
        const { count, examples } = repeatedIn(all, capacity);
        const repeated = new Set(all.filter((id, i) => all.indexOf(id) < i));
        expect(count).toBe(all.length - new Set(all).size);
        expect(examples.length).toBe(Math.min(3, repeated.size));
        for (const id of examples) expect(repeated).toContain(id);
      }),
      { numRuns: 500, seed: 20_260_131 },
    );
  });

  test('tells ids apart that share a double', () => {
    expect(repeatedIn([2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 1n])).toEqual({ count: 1, examples: [2n ** 53n + 1n] });
  });

  test('finds the first id again after a million others in descending order', () => {
    const store = new IdStore({ temporaryDirectory, capacity: 2 ** 16 });
    store.add(2_000_000);
    for (let id = 2_000_001; id > 0; id -= 2) store.add(id);
    store.add(2_000_000);
    store.add(777);
    expect(store.finish()).toEqual({ count: 2, examples: expect.arrayContaining([777n, 2_000_000n]) });
  });

  test('leaves no file behind', () => {
    repeatedIn([5n, 1n, 9n, 1n, 7n, 3n], 2);
    const store = new IdStore({ temporaryDirectory, capacity: 1 });
    for (const id of [9, 5, 1]) store.add(id);
    store.close();
    expect(readdirSync(temporaryDirectory)).toEqual([]);
  });

  test('says what to do where the temporary file cannot be written', () => {
    const store = new IdStore({ temporaryDirectory: join(temporaryDirectory, 'missing'), capacity: 2 });
    store.add(1);
    store.add(5);
    expect(() => store.add(7)).toThrow(/^Writing a temporary file for the order ids .* failed: ENOENT.*TMPDIR/);
  });
});
