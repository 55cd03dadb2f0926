import type { Evidence } from '../../runner/evidence/evidence.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import { type Order, sharedListing } from '../../runner/evidence/request.js';

/** A member of the contract is not the state (§2). */
const MEMBERS: readonly string[] = ['id', 'petId', 'quantity', 'shipDate', 'complete'];

/** What the listing before the cancels says of an order in the way that it says "pending" of any declared one. */
export function shownState(
  evidence: Evidence,
  { id }: Order,
): { readonly text: string; readonly isPending: boolean } | undefined {
  const elements = listedElements(evidence);
  const own = parseObject(elements?.get(id));
  const isPending = (value: unknown): boolean => typeof value === 'string' && value.toLowerCase() === 'pending';
  const declared = declaredOrders(evidence.plan).flatMap((order) => {
    const text = elements?.get(order.id);
    return text === undefined ? [] : [parseObject(text)];
  });
  const name = Object.keys(own).find(
    (member) =>
      !MEMBERS.includes(member) &&
      (/^(status|state)$/i.test(member) || declared.some((order) => isPending(order[member]))),
  );
  const value = name === undefined ? undefined : own[name];
  return typeof value === 'string' ? { text: JSON.stringify(value), isPending: isPending(value) } : undefined;
}

/** The elements of declared orders in the listing before the cancels, even where that could not be read to its end. */
export const listedElements = (evidence: Evidence): ReadonlyMap<bigint, string> | undefined => {
  const exchange = evidence.exchange(sharedListing('before'));
  return exchange && evidence.reading(exchange)?.elements;
};

/** An element as it was listed. Its text may have been cut where it was kept; then it shows nothing. */
export function parseObject(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
