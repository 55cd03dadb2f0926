import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderStatus } from '../../servers/order.js';
import { judgeInMemory } from '../detection/in-memory.js';

/** More for hours: `STORES=500 STORES_SEED=7 npx vitest run --project unit test/engine/stores.test.ts`. */
const RUNS = Number(process.env.STORES ?? 2);
const seed = Number(process.env.STORES_SEED ?? 20_260_131);

/** Ids from `first` on, `step` apart. */
const sequence = (first: bigint, step: bigint, count = 60): bigint[] =>
  Array.from({ length: count }, (_, index) => first + step * BigInt(index));

interface World {
  readonly ids: readonly bigint[];
  /** Places of the declared orders among them: 3 or 4 pending ones, a shipped and a delivered one. */
  readonly declared: readonly number[];
  readonly disposable: boolean;
}

const STATES = ['pending', 'shipped', 'other'] as const;
const STATUS = { pending: 'pending', shipped: 'shipped', other: 'delivered' } as const;

/** Which declared order is in which state: pending ones are last, so that there may be 3 or 4. */
const stateOf = (place: number): (typeof STATES)[number] =>
  place === 0 ? 'shipped' : place === 1 ? 'other' : 'pending';

async function judged({ ids, declared, disposable }: World) {
  const lists = STATES.map((state) =>
    declared.flatMap((at, place) => (stateOf(place) === state ? (ids[at] ?? []) : [])),
  );
  const [pending = [], shipped = [], other = []] = lists;
  const statusOf = (id: bigint): OrderStatus =>
    STATES.map((state, index) => (lists[index]?.includes(id) ? STATUS[state] : undefined)).find(Boolean) ?? 'delivered';
  const store = { orders: ids.map((id) => ({ id, status: statusOf(id), members: {} })) };
  return judgeInMemory(store, { orders: { pending, shipped, other }, disposable });
}

const places = fc.uniqueArray(fc.nat(59), { minLength: 5, maxLength: 6 });
const world = (ids: fc.Arbitrary<readonly bigint[]>, disposable: fc.Arbitrary<boolean>): fc.Arbitrary<World> =>
  fc.record({ ids, declared: places, disposable });

const from = (min: bigint, max: bigint, maxStep = 1n) =>
  fc.tuple(fc.bigInt({ min, max }), fc.bigInt({ min: 1n, max: maxStep })).map(([first, step]) => sequence(first, step));

const both = fc.boolean();

describe('a correct server is conformant, and all of it is judged, where its ids', () => {
  test.each<[string, fc.Arbitrary<World>]>([
    ['are dense from 1 on', world(from(1n, 3n), both)],
    ['are a sequence above 2^24', world(from(2n ** 24n, 2n ** 30n), both)],
    // A float that was cut to 32 bits was taken for the first of them.
    ['begin with 2^24, which nobody declared', world(fc.constant(sequence(2n ** 24n, 1n)), fc.constant(false))],
    ['are a sequence above 2^32', world(from(2n ** 33n, 2n ** 52n), both)],
    ['are negative', world(from(-(2n ** 30n), -1000n), both)],
    ['are a sequence above 2^53, in a store made for tests', world(from(2n ** 53n, 2n ** 62n), fc.constant(true))],
    ['are anything in a store made for tests', world(from(-(2n ** 63n), 2n ** 62n, 2n ** 20n), fc.constant(true))],
  ])('%s', { timeout: 60_000 + RUNS * 1000 }, async (_, worlds) => {
    const property = fc.asyncProperty(worlds, async (one) => {
      const { verdict, complete, requirements } = await judged(one);
      const open = requirements.filter(({ verdict: of }) => !['pass', 'not-applicable'].includes(of));
      const said = open.filter(({ level }) => level === 'must').map(({ id, reason }) => ({ id, reason }));
      expect({ verdict, complete, said }).toEqual({ verdict: 'conformant', complete: true, said: [] });
    });
    await fc.assert(property, { seed, numRuns: Math.ceil(RUNS / 4) });
  });
});

/** Ids at the ends of types, some of them undeclared: what a careless server could take an unknown id for. */
const ends = [1n, 0n, 2n ** 31n - 1n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n];

test('a correct server is never blamed; what cannot be judged says what helps, and that helps', {
  timeout: 60_000 + RUNS * 1000,
}, async () => {
  const ids = fc.subarray(ends).map((some) => [...sequence(100n, 1n, 60), ...some]);
  const worlds = world(ids, fc.constant(false));
  const property = fc.asyncProperty(worlds, async (one) => {
    const report = await judged(one);
    const open = report.requirements.filter(({ level, verdict: of }) => level === 'must' && of === 'blocked');
    expect(report.causes).toEqual([]);
    expect(report.complete).toBe(open.length === 0);
    const isLong = (id: string): boolean => id === 'cancel.told-apart.above-2-53';
    for (const { id, reason } of open)
      expect(reason).toContain(
        isLong(id) ? 'Declare a pending order with an odd id above 2^53.' : '`disposable: true`',
      );
    // That the listing has a long id, and the fixtures none, takes a declaration.
    const { verdict, requirements } = await judged({ ...one, disposable: true });
    const left = requirements.filter(({ id, level, verdict: of }) => level === 'must' && of !== 'pass' && !isLong(id));
    expect([verdict !== 'nonconformant', left]).toEqual([true, []]);
  });
  await fc.assert(property, { seed, numRuns: Math.ceil(RUNS / 2) });
});
