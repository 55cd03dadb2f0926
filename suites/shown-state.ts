import { readJsonBody } from '../runner/evidence/body.js';
import type { Answer, Evidence } from '../runner/evidence/evidence.js';
import { declaredOrders } from '../runner/evidence/plan.js';
import { type Order, orderOf, sharedListing } from '../runner/evidence/request.js';
import { blocked, inconclusive, isUnjudged, type Unjudged } from '../runner/evidence/unjudged.js';

// What the listing before the cancels says of the state of declared orders, and whether it is the one that was declared.

/** A member of the contract is not the state (§2). */
const MEMBERS: readonly string[] = ['id', 'petId', 'quantity', 'shipDate', 'complete'];

type Members = Readonly<Record<string, unknown>>;

const isPending = (value: unknown): boolean => typeof value === 'string' && value.toLowerCase() === 'pending';

/** The contract does not say which member carries the status (§2): one that is called so, or that says "pending" of any of these orders. */
export const isStateMember = (name: string, orders: readonly Members[]): boolean =>
  !MEMBERS.includes(name) && (/^(status|state)$/i.test(name) || orders.some((order) => isPending(order[name])));

/** What a listing, most often that before the cancels, says of an order in the way that it says "pending" of any declared one. */
export function shownState(
  evidence: Evidence,
  { id }: Order,
  elements = listedElements(evidence),
): { readonly text: string; readonly isPending: boolean } | undefined {
  const own = parseObject(elements?.get(id));
  const listed = declaredOrders(evidence.plan).filter((order) => elements?.has(order.id));
  const declared = listed.map((order) => parseObject(elements?.get(order.id)));
  const hasOneState = new Set(listed.map(({ state }) => state)).size === 1;
  // What is the same for a pending order and a shipped one is not the state.
  const tellsApart = (member: string): boolean =>
    hasOneState || new Set(declared.map((order) => order[member])).size > 1;
  const name = Object.keys(own).find((member) => isStateMember(member, declared) && tellsApart(member));
  const value = name === undefined ? undefined : own[name];
  return typeof value === 'string' ? { text: JSON.stringify(value), isPending: isPending(value) } : undefined;
}

/** The elements of declared orders in the listing before the cancels, even where that could not be read to its end. */
export const listedElements = (evidence: Evidence): ReadonlyMap<bigint, string> | undefined => {
  const exchange = evidence.exchange(sharedListing('before'));
  return exchange && evidence.reading(exchange)?.elements;
};

/** An element as it was listed. Its text may have been cut where it was kept; then it shows nothing. */
export function parseObject(text = ''): Members {
  const body = readJsonBody(Buffer.from(text));
  return body.kind === 'value' && typeof body.value === 'object' ? { ...body.value } : {};
}

/** Declared pending orders that the listing before the cancels shows in another state. */
export function notShownPending(evidence: Evidence): readonly { readonly id: bigint; readonly text: string }[] {
  const shown = declaredOrders(evidence.plan).flatMap((order) => {
    const { text, isPending } = shownState(evidence, order) ?? {};
    return order.state === 'pending' && text !== undefined ? [{ id: order.id, text, isPending }] : [];
  });
  // A store may have a word of its own for pending, such as "placed".
  const saysPending = shown.some(({ isPending }) => isPending);
  return shown.filter(({ text, isPending }) => !isPending && (saysPending || /cancel|ship|deliver/i.test(text)));
}

const isProvisioned = ({ plan }: Evidence, id: bigint): boolean => plan.orders.provisioned?.includes(id) ?? false;

/** Why an order is not what the fixtures say: an earlier run may have used it up, but not one that was made for this run. */
export const whoseMistake = (evidence: Evidence, { id, state }: Order): string =>
  isProvisioned(evidence, id)
    ? `your seed returned it for this run, so look into the seed: it must make an order that is ${STATE_TEXT[state]}.`
    : `was it used up by an earlier run? Declare another ${state} order, or let the fixtures provision one.`;

/** What the listing before the cancels contradicts of what a seed returned: a clause, with `returned` before it. */
export function wronglyMade(evidence: Evidence): string | undefined {
  const other = notShownPending(evidence).map(({ id, text }) => ({ id, how: `as ${text}` }));
  const absent = declaredOrders(evidence.plan).filter((order) => evidence.standing(order) === 'not-listed');
  const wrong = [...other, ...absent.map(({ id }) => ({ id, how: undefined }))].filter(({ id }) =>
    isProvisioned(evidence, id),
  );
  const [first] = wrong;
  if (!first) return undefined;
  const others = wrong.length - 1;
  const more = others === 0 ? '' : others === 1 ? ' (1 other is wrong, too)' : ` (${others} others are wrong, too)`;
  const seen = first.how === undefined ? 'did not show it' : `showed it ${first.how}`;
  return `order ${first.id}, but the listing ${seen} before any DELETE${more}`;
}

const STATE_TEXT = { pending: 'pending', shipped: 'shipped', other: 'neither pending nor shipped' } as const;

/** The listing says "pending" of an order that is declared otherwise. */
export function shownAsPending(evidence: Evidence, { request }: Answer): Unjudged | undefined {
  const order = orderOf(request);
  const shown = order && shownState(evidence, order);
  if (!order || order.state === 'pending' || !shown?.isPending) return undefined;
  return blocked(
    `Order ${order.id} is declared ${order.state}, but the listing shows it as ${shown.text}: the fixture is wrong. Declare an order that is ${STATE_TEXT[order.state]}.`,
    request.id.scenario,
  );
}

/** A 404 for an order that the listing does not show either: the fixture is wrong, not the target. */
export function wrongFixture(evidence: Evidence, { status, request }: Answer): Unjudged | undefined {
  const order = orderOf(request);
  const standing = status === 404 && order ? evidence.standing(order) : 'listed';
  if (!order || standing === 'listed') return undefined;
  const { id, state } = order;
  if (standing === 'cannot-tell') {
    return inconclusive(
      `Order ${id}, declared ${state}, was not found (404), and the listing does not tell whether it exists: either the fixture is wrong, or the target.`,
      request.id.scenario,
    );
  }
  // The commonest mistake of JavaScript: the listing holds the double that the id rounds to.
  const double = BigInt(Number(id));
  const before = evidence.listing('before');
  if (!isUnjudged(before) && before.reading.lists(double)) {
    return inconclusive(
      `Order ${id}, declared ${state}, is not listed, and cancelling it returns 404; but ${double} is listed, the double next to it: the target, or what stored its orders, keeps ids in doubles, which hold integers up to 2^53 only.`,
      request.id.scenario,
    );
  }
  const why = isProvisioned(evidence, id)
    ? whoseMistake(evidence, order)
    : `the fixture is wrong, or an earlier run used it up. Declare an order that is ${STATE_TEXT[state]}.`;
  return blocked(
    `Order ${id} is declared ${state}, but it is not listed, and cancelling it returns 404: ${why}`,
    request.id.scenario,
  );
}
