import { showsAbsence } from '../evidence/evidence.js';
import { listedImages } from '../evidence/mistakes.js';
import { escaped } from '../helpers/json-pointer.js';
import { type JsonBody, type ListingReading, readJsonBody } from '../listing/index.js';
import type { DeclaredOrders } from './declared.js';

export type Members = Readonly<Record<string, unknown>>;

/** How an order differs from those that seem fresh. */
export interface Odd {
  /** The member as it is listed: `"status": "cancelled"`. */
  readonly text: string;
  /** It is an English word for another state. */
  readonly isWord: boolean;
}

/**
 * Declared pending orders that may be used up, by the first listing: it lacks them, or shows a member of them with another value
 * than those have that seem fresh. Others are used first. Of each, the member; undefined where it is not listed.
 * @param stateless members that show no state, by their names
 */
export function oddOnes(
  { pending, shipped, other }: DeclaredOrders,
  listing: ListingReading,
  stateless: ReadonlyMap<string, unknown>,
): ReadonlyMap<bigint, Odd | undefined> {
  // An order that is listed under its rounded id is there.
  const declared = [...pending, ...shipped, ...other];
  const isThere = (id: bigint): boolean => listing.lists(id) || listedImages(id, declared, listing).length > 0;
  const absent = showsAbsence(listing) ? pending.filter((id) => !isThere(id)) : [];
  const listed = pending.flatMap((id) => membersIn(listing, id).map((members) => ({ id, members })));
  const others = [...shipped, ...other].flatMap((id) => membersIn(listing, id));
  const names = [...new Set(listed.flatMap(({ members }) => Object.keys(members)))];
  const unlike = names
    .filter((name) => !stateless.has(name))
    .flatMap((name) =>
      oddIn(
        name,
        listed.map(({ members }) => members),
        others,
      ).map((at) => {
        const { id, members } = listed[at] ?? { id: 0n, members: {} };
        const text = `${JSON.stringify(name)}: ${valueText(members[name])}`;
        return [id, { text, isWord: saysOtherwise(name, members[name]) }] as const;
      }),
    );
  return new Map([...absent.map((id) => [id, undefined] as const), ...unlike]);
}

/** Where in the list of pending orders the member differs from those that seem fresh. */
function oddIn(name: string, pending: readonly Members[], others: readonly Members[]): readonly number[] {
  const read = valueReader([pending.map((members) => members[name])]);
  // A member that most orders lack is a remark on the few that have it.
  const values = pending.map((members) => (name in members ? read(members[name]) : ABSENT));
  const fresh = freshValue(values);
  const isTold =
    fresh !== undefined &&
    fresh !== ABSENT &&
    !tellsNothing(
      others.map((each) => read(each[name])),
      fresh,
    );
  return values.flatMap((value, at) =>
    (isTold && value !== fresh) || saysOtherwise(name, pending[at]?.[name]) ? [at] : [],
  );
}

const ABSENT = 'absent';

/**
 * The value that orders have which nobody used yet: the contract's own word for it; else the value of the last declared one, for
 * fresh ids are appended, if enough for a run have it; else the value of most.
 */
function freshValue(values: readonly string[]): string | undefined {
  const countOf = (value: string | undefined): number => values.filter((other) => other === value).length;
  const word = values.find((value) => value.toLowerCase() === '"pending"');
  const last = values.at(-1);
  return word ?? (countOf(last) >= NEEDED ? last : values.find((value) => countOf(value) * 2 > values.length));
}

/** The pending orders that a full run needs. */
const NEEDED = 3;

/** English words for other states. They only decide which order is used first, and what a person is told before a run. */
const saysOtherwise = (name: string, value: unknown): boolean =>
  /^(status|state)$/i.test(name) && typeof value === 'string' && /^(cancell?ed|shipped|delivered)$/i.test(value);

/** All orders in other states have the value, too. Null may well be in all of them. */
const tellsNothing = (others: readonly string[], fresh: string): boolean =>
  fresh !== 'null' && others.length > 0 && others.every((value) => value === fresh);

function membersIn(listing: ListingReading, id: bigint): readonly Members[] {
  const text = listing.elements.get(id);
  const body = text === undefined ? undefined : readJsonBody(Buffer.from(text));
  return body?.kind === 'value' ? [membersOf(body)] : [];
}

/**
 * The members of an element; those of an object among them by their path (`lifecycle/phase`), an array as it was written.
 * @param depth objects in objects beyond it are as they were written, too
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

/** How to compare values of a member: as they are, or, if they never agree (times, objects), only null against not null. */
export function valueReader(phases: readonly (readonly unknown[])[]): (value: unknown) => string {
  const agree = phases.every((values) => values.length < 2 || new Set(values.map(valueText)).size < values.length);
  return agree && !phases.flat().some(holdsTime)
    ? valueText
    : (value) => (value === undefined || value === null ? 'null' : 'not null');
}

const holdsTime = (value: unknown): boolean => /"\d{4}-\d\d-\d\d/.test(valueText(value));
