import { type Answer, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Order, type PlannedRequest, requestsOf } from '../../runner/evidence/plan.js';
import { blocked, inconclusive, isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';
import { answered, isAuthorized, isRefusal, orderIdOf, unjudged } from '../answers.js';
import { isCancelOfPending, isUnauthenticated } from '../situations.js';
import { shownState } from './shown-state.js';
import { wrongFixture } from './wrong-fixture.js';

/**
 * What became of a pending order when the suite cancelled it with the valid key. Where it was refused, the kind says
 * which requirement is to be blamed, so that each deviation counts once.
 */
export type Fate =
  | { readonly kind: 'cancelled'; readonly answer: Answer }
  /** As far as anybody can know, it was pending. */
  | { readonly kind: 'refused'; readonly answer: Answer }
  /** After cancels of the same order that were refused with 401 (§5.3). */
  | { readonly kind: 'refused-after-refusals'; readonly answer: Answer }
  /** After cancels of ids that only look like it (§4.2). */
  | { readonly kind: 'refused-after-neighbours'; readonly answer: Answer }
  /** After cancels of other orders (§1). */
  | { readonly kind: 'refused-after-others'; readonly answer: Answer }
  | { readonly kind: 'unjudged'; readonly unjudged: Unjudged };

/** A pending order and its first cancels: one, or several that were sent at the same time. */
export interface CancelledOrder {
  readonly order: Order;
  readonly answers: readonly Answer[];
  readonly open: readonly Unjudged[];
}

/** In the order of the plan. A cancel that depends on an earlier answer is not a first one. */
export function cancelledOrders(evidence: Evidence): CancelledOrder[] {
  const isFirst = (request: PlannedRequest) => isCancelOfPending(request) && request.when === undefined;
  const orders = requestsOf(evidence.plan)
    .filter(isFirst)
    .flatMap(({ order }) => (order?.kind === 'declared' ? [order.order] : []));
  return [...new Map(orders.map((order) => [order.id, order])).values()].map((order) => {
    const results = evidence.answers((request) => isFirst(request) && orderIdOf(request) === order.id);
    return { order, answers: answered(results), open: unjudged(results) };
  });
}

/** Undefined where nothing of it was sent. */
export function fateOf(evidence: Evidence, { order, answers, open }: CancelledOrder): Fate | undefined {
  const best = answers.find(({ status }) => status === 204) ?? answers.find(({ status }) => isSuccess(status));
  if (best) return { kind: 'cancelled', answer: best };
  if (open[0]) return { kind: 'unjudged', unjudged: open[0] };
  const [answer] = answers;
  if (!answer) return undefined;
  const [wrong] = answers.flatMap((refused) => wrongFixture(evidence, refused, order) ?? []);
  const why = mayBeGone(evidence, order, answer) ?? wrong;
  if (why) return { kind: 'unjudged', unjudged: why };
  // An answer that says nothing about the order leaves open whether that cancel took effect.
  const other = answers.find((candidate) => !isRefusal(candidate));
  if (other) return { kind: 'refused', answer: other };
  const usedUp = mayBeUsedUp(evidence, order, answer);
  return usedUp ? { kind: 'unjudged', unjudged: usedUp } : { kind: blame(evidence, order, answer), answer };
}

type Blame = Exclude<Fate['kind'], 'cancelled' | 'unjudged'>;

/** What came before a refusal, and was not harmless to other orders either, may have changed the order. */
function blame(evidence: Evidence, order: Order, answer: Answer): Blame {
  const others = successesOfOthers(evidence, order);
  if (others.length === 0) return 'refused';
  // What takes its time may not have reached an order that was cancelled soon after.
  const harmless = others.flatMap((success) =>
    historyOf(evidence, success).filter((kind) => kind !== 'others' || stoodBy(evidence, success)),
  );
  const suspects = historyOf(evidence, answer);
  const isSuspected = (kind: Suspect): boolean => suspects.includes(kind) && !harmless.includes(kind);
  const isSuspectedLike = (start: string) =>
    suspects.some((suspect) => suspect.startsWith(start) && isSuspected(suspect));
  if (isSuspectedLike('refused:')) return 'refused-after-refusals';
  if (isSuspected('others') && bearsTrace(evidence, order, answer)) return 'refused-after-others';
  const isTrusted = !stoodBy(evidence, answer) && !hasChanged(evidence, order);
  return isSuspectedLike('near:') && !isTrusted ? 'refused-after-neighbours' : 'refused';
}

/** Of an order that stood by, the second listing tells what the cancels of others did to it, if it shows states at all. */
function bearsTrace(evidence: Evidence, order: Order, answer: Answer): boolean {
  if (hasChanged(evidence, order)) return true;
  return stoodBy(evidence, answer) && shownState(evidence, order) === undefined;
}

type Suspect = `refused:${string}` | `near:${string}` | 'others';

/** The kinds of cancels that had ended before this one, and could have had an effect on its order. */
function historyOf(evidence: Evidence, { request, exchange }: Answer): Suspect[] {
  const id = orderIdOf(request);
  const isEarlier = (earlier: Answer): boolean => earlier.exchange.ended < exchange.begun;
  const refusals = answered(
    evidence.answers((earlier) => isUnauthenticated(earlier) && orderIdOf(earlier) === id),
  ).filter(isEarlier);
  const neighbours = neighboursOf(evidence, id).filter(isEarlier);
  const others = answered(
    evidence.answers((earlier) => isCancelOfPending(earlier) && orderIdOf(earlier) !== id),
  ).filter((earlier) => isEarlier(earlier) && isSuccess(earlier.status));
  return [
    ...refusals.map((refusal): Suspect => `refused:${refusal.request.credential}`),
    ...neighbours.map(({ request: { order } }): Suspect => `near:${order?.kind === 'unknown' ? order.unknown : ''}`),
    ...(others.length > 0 ? (['others'] as const) : []),
  ];
}

/** Cancels with the valid key of ids and texts that a careless server could take for this order. */
const neighboursOf = (evidence: Evidence, id: bigint | undefined): Answer[] =>
  answered(evidence.answers((request) => isAuthorized(request) && looksLike(request, id)));

const looksLike = ({ order }: PlannedRequest, id: bigint | undefined): boolean =>
  order?.kind === 'unknown' &&
  id !== undefined &&
  (order.near === id || order.candidates.some(({ ours }) => ours?.includes(id)));

/** An earlier run may have cancelled it: the listing shows another state, or none of the declared orders is pending. */
function mayBeUsedUp(evidence: Evidence, order: Order, { request, status }: Answer): Unjudged | undefined {
  const shown = shownState(evidence, order);
  if (shown?.isPending) return undefined;
  const couldAny = cancelledOrders(evidence).some(({ answers }) => answers.some((answer) => isSuccess(answer.status)));
  if (!shown && couldAny) return undefined;
  const seen = shown
    ? `the listing shows it as ${shown.text}`
    : 'none of the declared pending orders could be cancelled';
  return blocked(
    `Order ${order.id} is declared pending, but its cancel got ${status}, and ${seen}: was it used up by an earlier run? Declare another pending order, or let the fixtures provision one.`,
    request.scenario,
  );
}

/** Whether it was only cancelled after the second listing: every other order had been cancelled by then. */
export function stoodBy(evidence: Evidence, { exchange }: Answer): boolean {
  const listing = evidence.exchange('listing/after');
  return listing !== undefined && listing.ended < exchange.begun;
}

/** Cancels of the same order without a valid key that were sent before. */
export const refusalsBefore = (evidence: Evidence, { id }: Order, { exchange }: Answer): Answer[] =>
  answered(evidence.answers((request) => isUnauthenticated(request) && orderIdOf(request) === id)).filter(
    (earlier) => earlier.exchange.ended < exchange.begun,
  );

/** Cancels of other pending orders that succeeded. */
export const successesOfOthers = (evidence: Evidence, { id }: Order): Answer[] =>
  cancelledOrders(evidence)
    .filter(({ order }) => order.id !== id)
    .flatMap(({ answers }) => answers.filter(({ status }) => isSuccess(status)));

/** A listed order that is listed otherwise, or not at all, after the cancels. */
function hasChanged(evidence: Evidence, { id }: Order): boolean {
  const [before, after] = [evidence.listing('before'), evidence.listing('after')];
  if (isUnjudged(before) || isUnjudged(after)) return false;
  return before.reading.lists(id) && before.reading.elements.get(id) !== after.reading.elements.get(id);
}

/** An earlier cancel that should have been refused may have cancelled it. */
function mayBeGone(evidence: Evidence, order: Order, answer: Answer): Unjudged | undefined {
  const { scenario } = answer.request;
  if (refusalsBefore(evidence, order, answer).some(({ status }) => isSuccess(status))) {
    return inconclusive('A cancel without a valid key was accepted, so the order was no longer pending.', scenario);
  }
  const accepted = neighboursOf(evidence, order.id).find(({ status }) => isSuccess(status));
  if (!accepted) return undefined;
  const { url } = accepted.exchange.request;
  const text = url.slice(url.lastIndexOf('/') + 1);
  return inconclusive(
    `The cancel of ${text} got ${accepted.status}: it may have cancelled order ${order.id}.`,
    scenario,
  );
}
