import type { Evidence } from '../../evidence/evidence.js';
import { type JsonBody, readJsonBody } from '../../evidence/listing/index.js';
import { sharedListing } from '../../evidence/request.js';
import { escaped, memoised } from '../../interface/helpers/helpers.js';

// The elements of declared orders in a listing, and the members that are compared.

/** The elements of declared orders in the listing before the cancels, even if that could not be read to its end. */
export const listedElements = (evidence: Evidence): ReadonlyMap<bigint, string> | undefined => {
  const exchange = evidence.exchange(sharedListing('before'));
  return exchange && evidence.reading(exchange)?.elements;
};

/** @sent */
export interface Members {
  readonly [name: string]: unknown;
}

interface Element {
  readonly members: Members;
  /** The source text of the id and of each judged member. */
  readonly sources: ReadonlyMap<string, string | undefined>;
}

const NOTHING: Element = { members: {}, sources: new Map() };

/** Parses an element as it was listed, once for each text. */
export function elementIn(evidence: Evidence, text: string | undefined): Element {
  const cache = elementsOf(evidence);
  const element = cache.get(text) ?? readElement(text);
  cache.set(text, element);
  return element;
}

const elementsOf = memoised((_: Evidence) => new Map<string | undefined, Element>());

/** Empty if there is no element, or its text was cut because it is long. */
export function readElement(text: string | undefined): Element {
  const body = readJsonBody(Buffer.from(text ?? ''));
  if (body.kind !== 'value' || typeof body.value !== 'object') return NOTHING;
  const sources = new Map(['id', ...JUDGED_MEMBERS].map((name) => [name, body.sourceAt(`/${name}`)]));
  return { members: membersOf(body), sources };
}

/**
 * The members of an element. Members of nested objects are named by path (`lifecycle/phase`); an array keeps its text.
 * @param depth objects nested deeper than this keep their text, too
 * @sent
 */
const membersOf = (body: Extract<JsonBody, { kind: 'value' }>, depth = 3): Members =>
  Object.fromEntries(
    Object.entries(body.value ?? {}).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
      if (typeof value !== 'object' || value === null) return [[name, value]];
      const source = body.sourceAt(`/${escaped(name)}`);
      const isObject = source !== undefined && !Array.isArray(value) && depth > 0;
      const nested = isObject ? readJsonBody(Buffer.from(source)) : undefined;
      if (nested?.kind !== 'value') return [[name, source]];
      return Object.entries(membersOf(nested, depth - 1)).map(([inner, each]) => [`${name}/${inner}`, each]);
    }),
  );

/** @sent */
export const valueText = (value: unknown): string => JSON.stringify(value ?? null);

/** How to compare the values of a member. If no two values agree (times, objects), only null and not null differ. */
export function valueReader(phases: readonly (readonly unknown[])[]): (value: unknown) => string {
  const agree = phases.every((values) => values.length < 2 || new Set(values.map(valueText)).size < values.length);
  return agree && !phases.flat().some(holdsTime)
    ? valueText
    : (value) => (value === undefined || value === null ? 'null' : 'not null');
}

const holdsTime = (value: unknown): boolean => /"\d{4}-\d\d-\d\d/.test(valueText(value));

/** `shipDate` is left out: it is an estimate, which may change by itself. */
export const JUDGED_MEMBERS = ['petId', 'quantity', 'complete'] as const;

export type Member = (typeof JUDGED_MEMBERS)[number];
