import { readJsonBody } from '../../runner/evidence/body.js';
import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import { type Order, sharedListing } from '../../runner/evidence/request.js';
import { once } from '../../runner/once.js';
import { isCancelOfPending, orderIdOf, readListings } from '../answers.js';
import { ORDER_MEMBERS } from '../schema.js';

// What a listing says of the state of declared orders.

type Members = Readonly<Record<string, unknown>>;

const isPending = (value: unknown): boolean => typeof value === 'string' && value.toLowerCase() === 'pending';

/** The contract does not say which member carries the status (§2): none that it says something else of, but one that is called so, or that says "pending" of any of these orders. */
export const isStateMember = (name: string, orders: readonly Members[]): boolean =>
  !ORDER_MEMBERS.has(name) && (isNamedState(name) || orders.some((order) => isPending(order[name])));

const isNamedState = (name: string): boolean => /^(status|state)$/i.test(name);

/** @param text a JSON string */
export const isCancelled = (text: string): boolean => /^"cancell?ed"$/i.test(text);

export interface ShownState {
  /** As it was listed, a JSON string. */
  readonly text: string;
  readonly means: Meaning;
}

/** Of a state. `unknown`: in a word of the store's own, which nothing explains. */
export type Meaning = 'pending' | 'not-pending' | 'unknown';

/** What a listing, most often the first one, says of an order in the way that it says "pending" of any declared one. */
export function shownState(
  evidence: Evidence,
  { id }: Order,
  elements = listedElements(evidence),
): ShownState | undefined {
  const word = elements && wordsIn(evidence)(elements).get(id);
  return word === undefined ? undefined : { text: JSON.stringify(word), means: meaningOf(evidence, word) };
}

/** The contract names the state `pending` (§3); a store may have a word of its own for it, such as "placed". */
function meaningOf(evidence: Evidence, word: string): Meaning {
  if (isPending(word)) return 'pending';
  const { saysPending, own } = pendingWords(evidence);
  if (saysPending) return 'not-pending';
  if (own.has(word)) return own.get(word) ? 'pending' : 'unknown';
  return own.size > 0 || /^(?:cancell?ed|shipped|delivered)$/i.test(word) ? 'not-pending' : 'unknown';
}

/**
 * Of the orders that are declared pending: whether any is first listed as "pending"; and as what those were that could be
 * cancelled, with whether that changed by it. What is said of a cancelled order as well is not its state.
 */
const pendingWords = once((evidence: Evidence) => {
  const first = listedElements(evidence);
  const words = first && wordsIn(evidence)(first);
  const saysPending = evidence.plan.orders.pending.some((id) => isPending(words?.get(id)));
  const own = new Map<string, boolean>();
  for (const { request, status, exchange } of evidence.answered(isCancelOfPending)) {
    const id = orderIdOf(request);
    const word = id === undefined ? undefined : words?.get(id);
    if (id === undefined || word === undefined || !isSuccess(status)) continue;
    const later = readListings(evidence).filter((listing) => listing.exchange.begun > exchange.ended);
    const isSaidStill = later.every(({ reading }) => wordsIn(evidence)(reading.elements).get(id) === word);
    own.set(word, own.get(word) === true || !isSaidStill);
  }
  return { saysPending, own };
});

const wordsIn = once((evidence: Evidence) =>
  once((elements: ReadonlyMap<bigint, string>): ReadonlyMap<bigint, string> => {
    const listed = declaredOrders(evidence.plan).filter((order) => elements.has(order.id));
    const objects = new Map(listed.map(({ id }) => [id, elementIn(evidence, elements.get(id)).members]));
    const declared = [...objects.values()];
    // Nor is what says "pending" of an order that was declared otherwise, unless it is called so.
    const first = (id: bigint): Members => elementIn(evidence, listedElements(evidence)?.get(id)).members;
    const saysOtherwise = (member: string): boolean =>
      !isNamedState(member) && listed.some(({ id, state }) => state !== 'pending' && isPending(first(id)[member]));
    const hasOneState = new Set(listed.map(({ state }) => state)).size === 1;
    // What is the same for a pending order and a shipped one is not the state.
    const tellsApart = (member: string): boolean =>
      hasOneState || new Set(declared.map((order) => order[member])).size > 1;
    const names = [...new Set(declared.flatMap(Object.keys))].filter(
      (member) => isStateMember(member, declared) && tellsApart(member) && !saysOtherwise(member),
    );
    return new Map(
      [...objects].flatMap(([id, own]) => {
        const name = names.find((member) => member in own);
        const value = name === undefined ? undefined : own[name];
        return typeof value === 'string' ? [[id, value]] : [];
      }),
    );
  }),
);

/** The elements of declared orders in the listing before the cancels, even where that could not be read to its end. */
export const listedElements = (evidence: Evidence): ReadonlyMap<bigint, string> | undefined => {
  const exchange = evidence.exchange(sharedListing('before'));
  return exchange && evidence.reading(exchange)?.elements;
};

interface Element {
  readonly members: Members;
  /** What a member was written as, by its JSON Pointer. */
  sourceAt(pointer: string): string | undefined;
}

const NOTHING: Element = { members: {}, sourceAt: () => undefined };

/** An element as it was listed: each text is read once. It may have been cut where it was kept; then it shows nothing. */
export function elementIn(evidence: Evidence, text: string | undefined): Element {
  if (text === undefined) return NOTHING;
  const known = elementsOf(evidence);
  const element = known.get(text) ?? readElement(text);
  known.set(text, element);
  return element;
}

const elementsOf = once((_: Evidence) => new Map<string, Element>());

export function readElement(text: string): Element {
  const body = readJsonBody(Buffer.from(text));
  if (body.kind !== 'value' || typeof body.value !== 'object') return NOTHING;
  const known = new Map<string, string | undefined>();
  const sourceAt = (pointer: string): string | undefined => {
    if (!known.has(pointer)) known.set(pointer, body.sourceAt(pointer));
    return known.get(pointer);
  };
  return { members: { ...body.value }, sourceAt };
}

/** `shipDate` is an expectation, which may change by itself. */
const JUDGED_MEMBERS = ['petId', 'quantity', 'complete'] as const;

export type Member = (typeof JUDGED_MEMBERS)[number];

/** A member of an order that two listings have: as it was first listed, or changed since. */
interface ShownMember {
  readonly of: Member;
  readonly shows: 'declared' | 'changed';
  /** As the target wrote it. */
  readonly value: string;
  readonly was: string;
}

/** No member is required (§2): one that only one of the listings has did not change. */
export function membersShown(evidence: Evidence, first: string | undefined, now: string | undefined) {
  const [earlier, later] = [elementIn(evidence, first), elementIn(evidence, now)];
  return JUDGED_MEMBERS.flatMap((of): ShownMember[] => {
    const [was, value] = [earlier.sourceAt(`/${of}`), later.sourceAt(`/${of}`)];
    if (was === undefined || value === undefined) return [];
    return [{ of, shows: isSame(was, value) ? 'declared' : 'changed', value, was }];
  });
}

/** `1.0` is the integer 1; integers are compared to the digit. */
const isSame = (one: string, other: string): boolean =>
  one === other || (/[.eE]/.test(one + other) && Number(one) === Number(other));
