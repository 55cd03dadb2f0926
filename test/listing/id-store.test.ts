import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { IdStore, type IdStoreOptions } from '../../runner/listing/id-store.js';

const temporaryDirectory = mkdtempSync(join(tmpdir(), 'id-store-test-'));
afterAll(() => rmSync(temporaryDirectory, { recursive: true }));
const missing = join(temporaryDirectory, 'missing');

function repeatedIn(ids: readonly bigint[], options: IdStoreOptions = {}) {
  const store = new IdStore({ temporaryDirectory, ...options });
  for (const id of ids) store.add(Number.isSafeInteger(Number(id)) ? Number(id) : id);
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
  test('counts what a Set would find, with runs of any length', async () => {
    const parts = fc.array(ids, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 40 }), async (lists, idCapacity) => {
        const all = lists.flat();
        const { count, examples } = await repeatedIn(all, { idCapacity });
        const repeated = new Set(all.filter((id, i) => all.indexOf(id) < i));
        expect(count).toBe(all.length - new Set(all).size);
        expect(examples.length).toBe(Math.min(3, repeated.size));
        for (const id of examples) expect(repeated).toContain(id);
      }),
      { numRuns: 500, seed: 20_260_131 },
    );
  });

  test('tells ids apart that share a double', async () => {
    const all = [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 1n];
    expect(await repeatedIn(all)).toEqual({ count: 1, examples: [2n ** 53n + 1n] });
  });

  test('finds the first id again after a million others in descending order', async () => {
    const store = new IdStore({ temporaryDirectory, idCapacity: 2 ** 16 });
    store.add(2_000_000);
    for (let id = 2_000_001; id > 0; id -= 2) store.add(id);
    store.add(2_000_000);
    store.add(777);
    expect(await store.finish()).toEqual({ count: 2, examples: expect.arrayContaining([777n, 2_000_000n]) });
  });

  test('keeps a million ids in memory', async () => {
    const store = new IdStore({ temporaryDirectory: missing });
    for (let i = 2; i < 2 ** 20; i++) store.add(i * 3);
    store.add(2n ** 60n);
    store.add(2n ** 61n);
    expect(await store.finish()).toEqual({ count: 0, examples: [] });
  });

  test('leaves no file', async () => {
    await repeatedIn([5n, 1n, 9n, 1n, 7n, 3n], { idCapacity: 2 });
    await repeatedIn([5n, 1n, 9n, 1n, 7n, 3n], { idCapacity: 2, temporaryBytes: 15 });
    const store = new IdStore({ temporaryDirectory, idCapacity: 1 });
    for (const id of [9, 5, 1]) store.add(id);
    store.close();
    expect(readdirSync(temporaryDirectory)).toEqual([]);
  });
});

describe('a comparison that is incomplete', () => {
  const scattered = [1n, 1n, 5n, 9n, 7n, 5n, 2n ** 60n];

  test('says what to do where the temporary file cannot be written, and keeps what it found before', async () => {
    expect(await repeatedIn(scattered, { temporaryDirectory: missing, idCapacity: 3 })).toEqual({
      count: 1,
      examples: [1n],
      incomplete: expect.stringMatching(/^Writing a temporary file for the order ids .* failed: ENOENT.*TMPDIR/),
    });
  });

  test('is one that would take a larger file than is allowed', async () => {
    const incomplete =
      'Comparing the order ids of this listing takes a temporary file of more than the 15 bytes that are allowed.';
    expect(await repeatedIn(scattered, { idCapacity: 2, temporaryBytes: 15 })).toEqual({
      count: 1,
      examples: [1n],
      incomplete,
    });
    expect(await repeatedIn(scattered, { idCapacity: 2, temporaryBytes: 32 })).toEqual({
      count: 2,
      examples: [1n, 5n],
    });
  });

  test('is one that was stopped, soon after that', async () => {
    const store = new IdStore({ temporaryDirectory, idCapacity: 2 ** 17 });
    for (let i = 0; i < 2 ** 20; i++) store.add((i * 7919) % 2 ** 21);
    const stop = new AbortController();
    const finished = store.finish(stop.signal);
    setImmediate(() => stop.abort());
    expect(await finished).toEqual({
      count: 0,
      examples: [],
      incomplete: 'The run ended before all order ids were compared.',
    });
    expect(readdirSync(temporaryDirectory)).toEqual([]);
  });
});
