import {
  type Answer,
  answered,
  type Evidence,
  isSuccess,
  type Listing,
  showsAbsence,
  unjudged,
} from '../runner/evidence/evidence.js';
import { type Exchange, precedes, statusOf } from '../runner/evidence/exchange.js';
import { once } from '../runner/evidence/once.js';
import { declaredOrders, requestsOf } from '../runner/evidence/plan.js';
import { type Order, orderOf, type Request, sharedListing, unknownOf } from '../runner/evidence/request.js';
import { blocked, inconclusive, isUnjudged, type Unjudged } from '../runner/evidence/unjudged.js';
import { isAuthorized, isCancelOfPending, isStatedUnknown, isWithoutKey, orderIdOf, readListings } from './answers.js';
import { shownState, whoseMistake } from './shown-state.js';

// What the listings and the cancels of a run show of the declared orders.

/** A pending order and its first cancels: one, or several that were sent at the same time. */
export interface CancelledOrder {
  readonly order: Order;
  /** What it is there for, beside its own cancel: refused cancels, a race, or texts that look like its id. */
  readonly part: 'plain' | 'protected' | 'witness' | 'look-alike';
  readonly answers: readonly Answer[];
  readonly open: readonly Unjudged[];
}

/** In the order of the plan. A cancel that depends on an earlier answer is not a first one. */
export function cancelledOrders(evidence: Evidence): CancelledOrder[] {
  const requests = requestsOf(evidence.plan);
  const isFirst = (request: Request) =>
    isCancelOfPending(request) && (request.role === 'cancel' || request.role === 'racer');
  const orders = requests.filter(isFirst).flatMap((request) => orderOf(request) ?? []);
  return [...new Map(orders.map((order) => [order.id, order])).values()].map((order) => {
    const own = requests.filter((request) => orderIdOf(request) === order.id);
    const results = evidence.answers((request) => isFirst(request) && orderIdOf(request) === order.id);
    return { order, part: partOf(own), answers: answered(results), open: unjudged(results) };
  });
}

function partOf(requests: readonly Request[]): CancelledOrder['part'] {
  if (requests.some(({ role }) => role === 'racer')) return 'witness';
  if (requests.some(({ role }) => role === 'refused')) return 'protected';
  return requests.some(({ role, phase }) => role === 'cancel' && phase === 'changed') ? 'look-alike' : 'plain';
}

export const successesOfOthers = (evidence: Evidence, { id }: Order): Answer[] =>
  cancelledOrders(evidence)
    .filter(({ order }) => order.id !== id)
    .flatMap(({ answers }) => answers.filter(({ status }) => isSuccess(status)));

/** Whether it was only cancelled after the second listing. */
export function stoodBy(evidence: Evidence, { exchange }: Answer): boolean {
  const listing = evidence.exchange(sharedListing('after'));
  return listing !== undefined && precedes(listing, exchange);
}

/** Cancels of the same order without a valid key that were sent before. */
export const refusalsBefore = (evidence: Evidence, { request, exchange }: Answer): Answer[] =>
  evidence
    .answered((other) => isWithoutKey(other) && orderIdOf(other) === orderIdOf(request))
    .filter((earlier) => precedes(earlier.exchange, exchange));

/** An earlier cancel without a valid key succeeded, though it had to be refused. */
export function acceptedBefore(evidence: Evidence, answer: Answer): Unjudged | undefined {
  const reason = 'A cancel without a valid key was accepted, so the order was no longer pending.';
  const isAccepted = refusalsBefore(evidence, answer).some(({ status }) => isSuccess(status));
  return isAccepted ? inconclusive(reason, answer.request.id.scenario) : undefined;
}

/** A listed order that the second listing shows otherwise, or not at all where that proves something. */
export function hasChanged(evidence: Evidence, { id }: Pick<Order, 'id'>): boolean {
  const [before, after] = [evidence.listing('before'), evidence.listing('after')];
  if (isUnjudged(before) || isUnjudged(after) || !before.reading.lists(id)) return false;
  if (!after.reading.lists(id)) return !leavesOrdersOut(evidence);
  return before.reading.elements.get(id) !== after.reading.elements.get(id);
}

/** What may be said of an order because of its state; a wrong key or path gets a 401 or 405 whatever the state. */
const maySayState = (status: number): boolean => status >= 400 && status < 500 && status !== 401 && status !== 405;

/** An earlier run may have cancelled it: the listing shows another state, or none of the declared orders is pending. */
export function mayBeUsedUp(evidence: Evidence, order: Order, { request, status }: Answer): Unjudged | undefined {
  const shown = shownState(evidence, order);
  if (shown?.isPending) return undefined;
  if (!shown && (!maySayState(status) || successesOfOthers(evidence, order).length > 0)) return undefined;
  const seen = shown
    ? `the listing shows it as ${shown.text}`
    : 'none of the declared pending orders could be cancelled';
  return blocked(
    `Order ${order.id} is declared pending, but its cancel got ${status}, and ${seen}: ${whoseMistake(evidence, order)}`,
    request.id.scenario,
  );
}

/** A cancel with the valid key of an id or a text that a careless server could take for this order. */
export function isNeighbour({ request, sent }: Exchange, id: bigint | undefined): boolean {
  const { aim } = request;
  if (!isAuthorized(request) || aim.kind !== 'unknown' || id === undefined) return false;
  const { orderId } = sent;
  return aim.candidates.some(({ text, near, ours }) => text === orderId && (near === id || ours?.includes(id)));
}

/** Why there may be an order with an id that the listing showed to be free: it was cancelled, or refused as one that is there. */
export function mayExist(evidence: Evidence, { request, exchange, status }: Answer): Unjudged | undefined {
  const [before, last] = [evidence.listing('before'), evidence.listing('last')];
  const { orderId = '' } = exchange.sent;
  const isFound = isSuccess(status) || status === 409;
  if (!isFound || isUnjudged(before) || isUnjudged(last) || !/^-?\d+$/.test(orderId)) return undefined;
  if (leavesOrdersOut(evidence) && !evidence.plan.inputs.orders.unknown.some((id) => String(id) === orderId)) {
    const reason = `The listing leaves orders out (see \`list.complete\`), so it does not show that no order has the id ${orderId}. Declare ids that no order has, under \`unknown\`.`;
    return inconclusive(reason, request.id.scenario);
  }
  if (before.reading.lists(BigInt(orderId)) || !last.reading.lists(BigInt(orderId))) return undefined;
  return inconclusive(
    `No order had the id ${orderId} when the run began, and one has it now: others placed orders meanwhile. Run again.`,
    request.id.scenario,
  );
}

/** A cancel of what it could be taken for succeeded, and may have cancelled it; so may one of what is no id of an order at all. */
export const takenFor = (evidence: Evidence, { id }: Order): Answer[] =>
  evidence
    .answered((request) => isAuthorized(request) && unknownOf(request) !== undefined)
    .filter(
      ({ status, request, exchange }) => isSuccess(status) && (isNeighbour(exchange, id) || !isStatedUnknown(request)),
    );

/** A listing after this cancel shows that nothing which came before had cancelled the order. */
export const isStillPending = (evidence: Evidence, order: Order, { exchange }: Answer): boolean =>
  (['after', 'last'] as const).some((which) => {
    const listing = evidence.listing(which);
    if (isUnjudged(listing) || !precedes(exchange, listing.exchange)) return false;
    return showsUncancelled(evidence, order, listing.reading);
  });

/** It shows the order as pending; or shows no state, but the order, where cancelled ones leave the listing. */
export const showsUncancelled = (evidence: Evidence, order: Order, reading: Listing['reading']): boolean =>
  shownState(evidence, order, reading.elements)?.isPending ?? (reading.lists(order.id) && dropsCancelled(evidence));

/** All that were cancelled with 204 are gone from the listings after that, at least one of them. */
const dropsCancelled = once((evidence: Evidence): boolean => {
  const later = [evidence.listing('after'), evidence.listing('last')].filter(
    (listing): listing is Listing => !isUnjudged(listing),
  );
  const shown = cancelledOrders(evidence).flatMap(({ order, answers }) => {
    const success = answers.find(({ status }) => status === 204);
    if (!success || evidence.standing(order) !== 'listed') return [];
    return later
      .filter(({ exchange }) => precedes(success.exchange, exchange))
      .map(({ reading }) => showsAbsence(reading) && !reading.lists(order.id));
  });
  return shown.length > 0 && shown.every((isGone) => isGone);
});

/** 204 and 409 show that the order exists. */
export const showsExistence = ({ status }: Answer): boolean => status === 204 || status === 409;

/** Cancels of declared orders with the valid key, by any scenario. */
export const cancelsOfDeclared = (evidence: Evidence): Answer[] =>
  evidence.answered((request) => isAuthorized(request) && orderIdOf(request) !== undefined);

/** A declared order that the first shared listing holds and this one lacks, though a later listing, or its cancel, shows it. */
export interface Omission {
  readonly order: Order;
  readonly listing: Listing;
}

export const omissions = once((evidence: Evidence): readonly Omission[] => {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return [];
  const listings = readListings(evidence);
  const isMissing = ({ id }: Order): boolean => listings.some(({ reading }) => !reading.lists(id));
  const orders = declaredOrders(evidence.plan).filter(({ id }) => before.reading.lists(id));
  const spans = orders.filter(isMissing).map((order) => ({ order, ...spanOf(order, listings, evidence) }));
  return listings
    .filter(({ reading }) => showsAbsence(reading))
    .flatMap((listing) =>
      spans
        .filter(({ order, lastShown, cancelled }) => {
          const { ended } = listing.exchange;
          return ended < lastShown && ended < cancelled && !listing.reading.lists(order.id);
        })
        .map(({ order }) => ({ order, listing })),
    );
});

/** When the last listing or cancel began that shows the order, and the first cancel that may have taken effect on it. */
function spanOf({ id }: Order, listings: readonly Listing[], { exchanges }: Evidence) {
  const cancels = exchanges.filter((cancel) => orderIdOf(cancel.request) === id || isNeighbour(cancel, id));
  const shown = [
    ...listings.filter(({ reading }) => reading.lists(id)).map(({ exchange }) => exchange),
    ...cancels.filter((cancel) => orderIdOf(cancel.request) === id && findsUncancelled(cancel)),
  ];
  // Of a cancel that has begun, nobody knows when it took effect; and what looks like its id may have been taken for it.
  const effective = cancels.filter((cancel) => !isRefused(statusOf(cancel)));
  return { lastShown: lastBegun(shown), cancelled: firstBegun(effective) };
}

export const lastBegun = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((last, { begun }) => Math.max(last, begun), Number.NEGATIVE_INFINITY);

const firstBegun = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((first, { begun }) => Math.min(first, begun), Number.POSITIVE_INFINITY);

/** A spare order is cancelled last, and once. */
const findsUncancelled = (cancel: Exchange): boolean =>
  statusOf(cancel) === 204 || (statusOf(cancel) === 409 && cancel.request.role === 'spare');

const isRefused = (status: number | undefined): boolean => status === 401 || status === 404 || status === 409;

/**
 * Whether a listing is known to leave orders out: then the absence of another one proves nothing. It lacked an order that
 * could be cancelled later, or that was refused because of its state.
 */
export function leavesOrdersOut(evidence: Evidence): boolean {
  if (omissions(evidence).length > 0) return true;
  const before = evidence.listing('before');
  if (isUnjudged(before) || !showsAbsence(before.reading)) return false;
  return cancelsOfDeclared(evidence).some(
    (answer) => showsExistence(answer) && !before.reading.lists(orderIdOf(answer.request) ?? 0n),
  );
}
