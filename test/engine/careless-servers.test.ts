import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likelyMistakesOf, mistakesOf } from '../../runner/evidence/mistakes.js';
import type { Look } from '../../runner/evidence/plan.js';
import { neighbourCandidates, unknownCandidates } from '../../runner/orders/candidates.js';
import { type DeclaredOrders, NO_ORDERS } from '../../runner/orders/declared.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { CASTS, type Careless, CarelessServer, PARSERS, readingOf } from './careless-server.js';
import { fakeTransport } from './fake-transport.js';
import { gatherOver, planOfContract } from './plans.js';

/** More for hours: `CARELESS_RUNS=1000000 npx vitest run --project unit test/engine/careless-servers.test.ts`. */
const RUNS = Number(process.env.CARELESS_RUNS ?? 24);

const KINDS = ['plain', 'above-2-31', 'above-2-53', 'max-int64', 'zero', 'negative', 'word', 'above-int64'] as const;
const NEIGHBOURS = [
  'shares-low-32-bits',
  'own-negated',
  'own-fraction',
  'own-fraction-below',
  'own-suffix',
  'own-wrapped',
] as const;

const picks = KINDS.flatMap((kind) => unknownCandidates(kind, NO_ORDERS));
const picked = [...new Set(picks.flatMap(mistaken))];

function mistaken({ text }: { readonly text: string }): readonly bigint[] {
  return mistakesOf(text);
}

/** Ids that something could go wrong with: at the ends of types, what picks are mistaken for, and any. */
const anId = fc.oneof(
  fc.constantFrom(...picked),
  fc.constantFrom(0n, 1n, -1n, 101n, 102n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 60n + 257n, 2n ** 63n - 1n, -(2n ** 63n)),
  fc.constantFrom(2n ** 31n - 1n, -(2n ** 31n), 2n ** 32n - 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 1n - 2n ** 53n),
  fc.bigInt({ min: -200n, max: 200n }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);

const careless: fc.Arbitrary<Careless> = fc.record({
  parser: fc.constantFrom(...(Object.keys(PARSERS) as Careless['parser'][])),
  dropsSign: fc.boolean(),
  cast: fc.constantFrom(...(Object.keys(CASTS) as Careless['cast'][])),
  listing: fc.constantFrom('ids', 'ids', 'ids', 'some ids', 'no ids', 'fails'),
});

/** What the fixtures say; the store has these orders, and strangers. */
const world = fc
  .record({
    careless,
    pending: fc.uniqueArray(anId, { maxLength: 4 }),
    shipped: fc.uniqueArray(anId, { maxLength: 2 }),
    other: fc.uniqueArray(anId, { maxLength: 2 }),
    unknown: fc.uniqueArray(anId, { maxLength: 4 }),
    strangers: fc.uniqueArray(anId, { maxLength: 4 }),
    /** Of what the suite could send, which of the server's readings are pending orders of somebody else. */
    traps: fc.array(fc.nat(), { maxLength: 6 }),
  })
  .map(({ careless: how, strangers, traps, ...lists }) => {
    const taken = new Set<bigint>();
    const free = (ids: readonly bigint[]) => ids.filter((id) => !taken.has(id) && taken.add(id));
    const declared: DeclaredOrders = {
      pending: free(lists.pending),
      shipped: free(lists.shipped),
      other: free(lists.other),
      unknown: free(lists.unknown),
    };
    const unknown = new Set(declared.unknown);
    const near = declared.pending.flatMap((id) =>
      NEIGHBOURS.flatMap((kind) => neighbourCandidates([id], kind, declared)),
    );
    const sendable = [...near, ...declared.unknown.map((id) => ({ text: String(id) })), ...picks].flatMap(
      ({ text }) => readingOf(how, text) ?? [],
    );
    const trapped = sendable.length === 0 ? [] : traps.map((trap) => sendable[trap % sendable.length] ?? 0n);
    // Of orders that no listing shows, nobody can know: there, what is declared is not mistaken for them.
    const asked = new Set(
      Object.values(declared)
        .flat()
        .flatMap((id) => mistakesOf(String(id))),
    );
    const isTrue = (id: bigint) => how.listing === 'ids' || !asked.has(id);
    const others = [...strangers, ...trapped].filter(isTrue);
    return { how, declared, others: [...new Set(others)].filter((id) => !taken.has(id) || unknown.has(id)) };
  });

test(`${RUNS} careless servers cancel no order that is not declared as pending`, {
  timeout: 60_000 + RUNS * 150,
}, async () => {
  let cancels = 0;
  await fc.assert(
    fc.asyncProperty(world, async ({ how, declared, others }) => {
      const server = new CarelessServer(
        how,
        [...declared.pending, ...others],
        [...declared.shipped, ...declared.other].filter((id) => !others.includes(id)),
      );
      const planned = (look?: Look) =>
        planOfContract(storeOrdersInterface, { orders: declared, concurrency: 16 }, look);
      const { defects } = await gatherOver(
        planned,
        fakeTransport((request) => server.answer(request)),
      );
      cancels += server.cancelled.length;
      // Declared orders are the vendor's to risk: they are held back from what servers really do alone.
      const own = Object.values(declared).flat();
      const isRisked = (text: string, id: bigint) =>
        own.some((order) => String(order) === text) && !likelyMistakesOf(BigInt(text)).includes(id);
      const astray = server.cancelled.filter(({ id, text }) => !declared.pending.includes(id) && !isRisked(text, id));
      expect({ astray, defects }).toEqual({ astray: [], defects: [] });
    }),
    { numRuns: RUNS },
  );
  expect(cancels).toBeGreaterThan(RUNS / 2); // the servers do cancel
});
