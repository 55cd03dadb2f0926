import { readJsonBody } from '../../evidence/body.js';
import type { Evidence } from '../../evidence/evidence.js';
import { sharedListing } from '../../evidence/request.js';
import { once } from '../../interface/helpers/helpers.js';
import { type Members, membersOf } from './odd.js';

// The elements of declared orders in a listing, and the members that are compared.

/** The elements of declared orders in the listing before the cancels, even if that could not be read to its end. */
export const listedElements = (evidence: Evidence): ReadonlyMap<bigint, string> | undefined => {
  const exchange = evidence.exchange(sharedListing('before'));
  return exchange && evidence.reading(exchange)?.elements;
};

interface Element {
  readonly members: Members;
  /** The source text of the id and of each judged member. */
  readonly sources: ReadonlyMap<string, string | undefined>;
}

const NOTHING: Element = { members: {}, sources: new Map() };

/** Parses an element as it was listed, once for each text. Empty if the text was cut because it is long. */
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
  const sources = new Map(['id', ...JUDGED_MEMBERS].map((name) => [name, body.sourceAt(`/${name}`)]));
  return { members: membersOf(body), sources };
}

/** `shipDate` is left out: it is an estimate, which may change by itself. */
export const JUDGED_MEMBERS = ['petId', 'quantity', 'complete'] as const;

export type Member = (typeof JUDGED_MEMBERS)[number];

/** A member of an order that two listings have: unchanged since the first listing, or changed. */
interface ShownMember {
  readonly of: Member;
  readonly shows: 'declared' | 'changed';
  /** As the target wrote it. */
  readonly value: string;
  readonly was: string;
}

/**
 * No member is required (§2), so one that only one listing has did not change. `complete` may become true: somebody
 * fulfilled the order.
 */
export function membersShown(evidence: Evidence, first: string | undefined, now: string | undefined) {
  const [earlier, later] = [elementIn(evidence, first), elementIn(evidence, now)];
  return JUDGED_MEMBERS.flatMap((of): ShownMember[] => {
    const [was, value] = [earlier.sources.get(of), later.sources.get(of)];
    if (was === undefined || value === undefined) return [];
    const isKept = isSame(was, value) || (of === 'complete' && value === 'true');
    return [{ of, shows: isKept ? 'declared' : 'changed', value, was }];
  });
}

/** `1.0` equals 1, but integers are compared digit by digit. */
const isSame = (one: string, other: string): boolean =>
  one === other || (/[.eE]/.test(one + other) && Number(one) === Number(other));
