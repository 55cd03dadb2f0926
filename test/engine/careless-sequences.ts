import fc from 'fast-check';
import type { DeclaredOrders } from '../../interface/declared.js';
import { type Careless, readingOf } from './careless-server.js';
import { picks } from './world.js';

/** A server, the orders that the vendor declares, and the pending orders of others. */
export interface World {
  readonly careless: Careless;
  readonly declared: DeclaredOrders;
  readonly strangers: readonly bigint[];
  /** True if the vendor accepted this risk by declaring the order that this text names. */
  isRisked(text: string, stranger: bigint): boolean;
}

/** Ids in a row. */
export const sequence = (from: bigint, step: bigint, length: number): readonly bigint[] =>
  Array.from({ length }, (_, index) => from + step * BigInt(index));

/** The conversions of the asked id that cost nobody an order, wherever the sequences of ids are. */
const KINDS: readonly Pick<Careless, 'cast' | 'comparesDoubles'>[] = [
  { cast: 'exact', comparesDoubles: true },
  { cast: 'int32' },
  { cast: 'uint32' },
  { cast: 'shortest decimal' },
  { cast: '14 digits' },
  { cast: '14 digits, then double' },
];

const SEQUENCES = [1n, 2n ** 24n, 2n ** 31n, 2n ** 53n, 2n ** 60n, 2n ** 63n - 2_200n].map((start) => start - 90n);
const STEPS = [1n, 1n, 2n, 100n, 4_194_304n, 100_000n];

/** Stores of 2 to 2,000 orders in one sequence or two, some of them declared. Orders that each kind confuses are added. */
export const sequences: fc.Arbitrary<World> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    parts: fc.array(
      fc.record({
        start: fc.constantFrom(...SEQUENCES),
        offset: fc.nat(100_000_000),
        step: fc.constantFrom(...STEPS),
        length: fc.integer({ min: 1, max: 1000 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    sparse: fc.array(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), { maxLength: 20 }),
    places: fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 12 }),
    inRow: fc.boolean(),
    unknown: fc.array(fc.nat(), { maxLength: 2 }),
    traps: fc.array(fc.nat(), { maxLength: 8 }),
  })
  .map(({ kind, parts, sparse, places, inRow, unknown, traps }) => {
    const made = parts.flatMap(({ start, offset, step, length }) =>
      sequence(start > 2n ** 62n || offset % 2 === 0 ? start : start + BigInt(offset), step, length),
    );
    const existing = [...new Set([...made, ...sparse])].filter((id) => id > 0n && id < 2n ** 63n);
    const placeOf = (index: number, place: number) => (inRow ? (places[0] ?? 0) + index : place) % existing.length;
    const own = [...new Set(places.map((place, index) => existing[placeOf(index, place)] ?? 1n))];
    const careless: Careless = { parser: 'strict', dropsSign: false, listing: 'ids', ...kind };
    // The ids that it takes declared ids for, those of the suite, and those that the fixtures name.
    const named = unknown.map((each) => (own[each % own.length] ?? 1n) + 1n + BigInt(each % 999));
    const asked = [...own, ...named].map(String).concat(picks.map(({ text }) => text));
    const read = asked.flatMap((text) => readingOf(careless, text) ?? []);
    const trapped = traps.flatMap((trap) => read[trap % read.length] ?? []).filter((id) => id > 0n && id < 2n ** 63n);
    const strangers = [...new Set([...existing, ...trapped])].filter((id) => !own.includes(id));
    const isFree = (id: bigint) => id < 2n ** 63n && !strangers.includes(id) && !own.includes(id);
    return {
      careless,
      declared: {
        shipped: own.slice(0, 1),
        other: own.slice(1, 2),
        pending: own.slice(2),
        unknown: [...new Set(named)].filter(isFree),
      },
      strangers,
      isRisked: () => false,
    };
  });
