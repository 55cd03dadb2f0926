import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Look } from '../../runner/evidence/plan.js';
import type { DeclaredOrders } from '../../runner/orders/declared.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { CASTS, type Careless, CarelessServer, PARSERS } from './careless-server.js';
import { fakeTransport } from './fake-transport.js';
import { gatherOver, planOfContract } from './plans.js';

/** `SEED=7 CARELESS_STORES=5000 npx vitest run --project unit test/engine/careless-stores.test.ts` tries others, and more. */
const SEED = Number(process.env.SEED ?? 46);
const RUNS = Number(process.env.CARELESS_STORES ?? 18);

/** Where a sequence of ids begins: small, above the ends of 32 bits, and above 2^53. */
const STARTS = [1n, 90n, 1_000_000n, 2n ** 31n + 90n, 2n ** 32n + 90n, 2n ** 53n + 90n, 2n ** 60n + 90n];
const LENGTH = 64;

/** A dense store, of which the vendor declares some orders and the listing shows a part. */
const store = fc
  .record({
    start: fc.constantFrom(...STARTS),
    /** Those of a second sequence, as a store has that was moved to long ids. */
    hasLong: fc.boolean(),
    declared: fc.uniqueArray(fc.nat(LENGTH - 1), { minLength: 3, maxLength: 10 }),
    areNeighbours: fc.boolean(),
    part: fc.constantFrom('newest first', 'oldest first', 'a tenant', 'a tenant with all that is declared'),
    length: fc.integer({ min: 4, max: LENGTH }),
    tenant: fc.infiniteStream(fc.boolean()),
    isAnnounced: fc.boolean(),
    parser: fc.constantFrom(...(Object.keys(PARSERS) as Careless['parser'][])),
    dropsSign: fc.boolean(),
    cast: fc.constantFrom(...(Object.keys(CASTS) as Careless['cast'][])),
  })
  .map(({ start, hasLong, declared, areNeighbours, part, length, tenant, isAnnounced, ...how }) => {
    const sequence = (from: bigint) => Array.from({ length: LENGTH }, (_, index) => from + BigInt(index));
    const small = sequence(start);
    const existing = hasLong ? [...small, ...sequence(2n ** 53n + 2n ** 33n + 500_000n)] : small;
    const first = declared[0] ?? 0;
    const places = areNeighbours ? declared.map((_, index) => (first + index) % LENGTH) : declared;
    const own = [...places.flatMap((place) => small[place] ?? []), ...(hasLong ? existing.slice(-9, -8) : [])];
    const orders: DeclaredOrders = {
      shipped: own.slice(0, 1),
      other: own.slice(1, 2),
      pending: own.slice(2),
      unknown: [],
    };
    const listed = new Set(partOf(part, existing, length, tenant, own));
    const lacksNone = !isAnnounced && own.every((id) => listed.has(id));
    // That such a listing is a part, nothing shows: an order that it lacks beside a declared one is a free id to everybody.
    const isSecret = (id: bigint) => lacksNone && !listed.has(id) && own.some((other) => Number(other) === Number(id));
    const careless: Careless = { ...how, listing: 'ids', part: { shows: (id) => listed.has(id), isAnnounced } };
    return { orders, existing: existing.filter((id) => !isSecret(id)), careless };
  });

function partOf(
  part: string,
  existing: readonly bigint[],
  length: number,
  tenant: fc.Stream<boolean>,
  own: readonly bigint[],
): readonly bigint[] {
  if (part === 'newest first') return existing.slice(-length);
  if (part === 'oldest first') return existing.slice(0, length);
  const isShown = [...tenant.take(existing.length)];
  const shown = existing.filter((_, index) => isShown[index]);
  return part === 'a tenant' ? shown : [...shown, ...own];
}

test(`${RUNS} careless stores with an incomplete listing lose no order that is not declared (SEED=${SEED})`, {
  timeout: 60_000 + RUNS * 150,
}, async () => {
  let [sent, cancels] = [0, 0];
  await fc.assert(
    fc.asyncProperty(store, async ({ orders, existing, careless }) => {
      const refused = [...orders.shipped, ...orders.other];
      const server = new CarelessServer(
        careless,
        existing.filter((id) => !refused.includes(id)),
        refused,
      );
      const planned = (look?: Look) => planOfContract(storeOrdersInterface, { orders, concurrency: 16 }, look);
      const { defects, exchanges } = await gatherOver(
        planned,
        fakeTransport((request) => server.answer(request)),
      );
      // What the cancel of a declared order hits by its own id is the vendor's to risk.
      const own = new Set([...orders.pending, ...refused].map(String));
      const lost = server.cancelled.filter(({ id, text }) => !orders.pending.includes(id) && !own.has(text));
      expect({ lost, defects }).toEqual({ lost: [], defects: [] });
      const withKey = exchanges.filter(
        ({ request, sent: { method } }) => method === 'DELETE' && request.credential === 'valid',
      );
      sent += withKey.filter(({ sent: { orderId = '' } }) => !own.has(orderId)).length;
      cancels += server.cancelled.length;
    }),
    { numRuns: RUNS, seed: SEED },
  );
  // The stores do cancel, and ids that no order has are tried on them.
  expect(cancels).toBeGreaterThan(RUNS);
  expect(sent).toBeGreaterThan(RUNS);
});
