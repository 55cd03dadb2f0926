import { showsAbsence } from '../../evidence/evidence.js';
import { type JsonBody, type ListingReading, readJsonBody } from '../../evidence/listing/index.js';
import { listedImages, TWO_53 } from '../../evidence/mistakes.js';
import type { DeclaredOrders } from '../../interface/declared.js';
import { escaped } from '../../interface/helpers/helpers.js';

export type Members = Readonly<Record<string, unknown>>;

/** How an order differs from orders that seem fresh. */
export interface Odd {
  /** The member as it is listed: `"status": "cancelled"`. */
  readonly text: string;
  /** True if the value is an English word for another state. */
  readonly isWord: boolean;
}

/**
 * Finds declared pending orders that may be used up, so that others are used first. The first listing does not show
 * them (undefined), or shows a member with another value than fresh orders seem to have.
 * @param stateless members that show no state, by name
 */
export function oddOnes(
  { pending, shipped, other }: DeclaredOrders,
  listing: ListingReading,
  stateless: ReadonlyMap<string, unknown>,
): ReadonlyMap<bigint, Odd | undefined> {
  // An order that is listed under a rounded id is not missing.
  const declared = [...pending, ...shipped, ...other];
  const imagesIn = listedImages(declared, listing);
  const isThere = (id: bigint): boolean => listing.lists(id) || imagesIn(id).length > 0;
  const absent = showsAbsence(listing) ? pending.filter((id) => !isThere(id)) : [];
  const listed = pending.flatMap((id) => membersIn(listing, id).map((members) => ({ id, members })));
  const names = [...new Set(listed.flatMap(({ members }) => Object.keys(members)))];
  const unlike = names
    .filter((name) => !stateless.has(name))
    .flatMap((name) =>
      oddIn(name, listed).map((at) => {
        const { id, members } = listed[at] ?? { id: 0n, members: {} };
        const text = `${JSON.stringify(name)}: ${valueText(members[name])}`;
        return [id, { text, isWord: saysOtherwise(name, members[name]) }] as const;
      }),
    );
  return new Map([...absent.map((id) => [id, undefined] as const), ...unlike]);
}

interface Listed {
  readonly id: bigint;
  readonly members: Members;
}

const isLong = ({ id }: Listed): boolean => id > TWO_53;

/** The indexes of pending orders in which this member differs from fresh orders. */
function oddIn(name: string, pending: readonly Listed[]): readonly number[] {
  const read = valueReader([pending.map(({ members }) => members[name])]);
  const values = pending.map(({ members }) => read(members[name]));
  const fresh = freshValue(values);
  // A note that a few orders have is not a state: orders without it must do for a run.
  const without = pending.filter(({ members }) => !(name in members));
  const isEnough = without.length >= NEEDED && (without.some(isLong) || !pending.some(isLong));
  const isNote = fresh === 'null' && without.length > 0 && !isEnough;
  return values.flatMap((value, at) =>
    (fresh !== undefined && value !== fresh && !isNote) || saysOtherwise(name, pending[at]?.members[name]) ? [at] : [],
  );
}

/**
 * The value of orders that nobody used yet. The contract's own word comes first; then the value of the last declared
 * order, since fresh ids are appended, if enough orders for a run have it; then the value of more than half.
 */
function freshValue(values: readonly string[]): string | undefined {
  const countOf = (value: string | undefined): number => values.filter((other) => other === value).length;
  const word = values.find((value) => value.toLowerCase() === '"pending"');
  const last = values.at(-1);
  return word ?? (countOf(last) >= NEEDED ? last : values.find((value) => countOf(value) * 2 > values.length));
}

/** The number of pending orders that a full run needs. */
const NEEDED = 3;

/** English words for other states. They only decide which order is used first, and what a person reads before a run. */
const saysOtherwise = (name: string, value: unknown): boolean =>
  /^(status|state)$/i.test(name) && typeof value === 'string' && /^(cancell?ed|shipped|delivered)$/i.test(value);

function membersIn(listing: ListingReading, id: bigint): readonly Members[] {
  const text = listing.elements.get(id);
  const body = text === undefined ? undefined : readJsonBody(Buffer.from(text));
  return body?.kind === 'value' ? [membersOf(body)] : [];
}

/**
 * The members of an element. Members of nested objects are named by path (`lifecycle/phase`); an array keeps its text.
 * @param depth objects nested deeper than this keep their text, too
 */
export const membersOf = (body: Extract<JsonBody, { kind: 'value' }>, depth = 3): Members =>
  Object.fromEntries(
    Object.entries(body.value ?? {}).flatMap(([name, own]: [string, unknown]): [string, unknown][] => {
      if (typeof own !== 'object' || own === null) return [[name, own]];
      const source = body.sourceAt(`/${escaped(name)}`);
      const isObject = source !== undefined && !Array.isArray(own) && depth > 0;
      const nested = isObject ? readJsonBody(Buffer.from(source)) : undefined;
      if (nested?.kind !== 'value') return [[name, source]];
      return Object.entries(membersOf(nested, depth - 1)).map(([inner, each]) => [`${name}/${inner}`, each]);
    }),
  );

export const valueText = (value: unknown): string => JSON.stringify(value ?? null);

/** How to compare the values of a member. If no two values agree (times, objects), only null and not null differ. */
export function valueReader(phases: readonly (readonly unknown[])[]): (value: unknown) => string {
  const agree = phases.every((values) => values.length < 2 || new Set(values.map(valueText)).size < values.length);
  return agree && !phases.flat().some(holdsTime)
    ? valueText
    : (value) => (value === undefined || value === null ? 'null' : 'not null');
}

const holdsTime = (value: unknown): boolean => /"\d{4}-\d\d-\d\d/.test(valueText(value));
