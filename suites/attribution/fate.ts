import { type Answer, answered, type Evidence, isSuccess, unjudged } from '../../runner/evidence/evidence.js';
import { requestsOf } from '../../runner/evidence/plan.js';
import {
  isCancel,
  type Order,
  orderOf,
  type Request,
  sharedListing,
  unknownOf,
} from '../../runner/evidence/request.js';
import { blocked, inconclusive, isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';
import { isAuthorized, isCancelOfPending, isRefusal, isWithoutKey, orderIdOf } from '../answers.js';
import { shownState } from './shown-state.js';
import { wrongFixture } from './wrong-fixture.js';

/** What became of a pending order when the suite cancelled it with the valid key. */
type Fate =
  | { readonly kind: 'cancelled' | Refused; readonly answer: Answer }
  | { readonly kind: 'unjudged'; readonly unjudged: Unjudged };

/** Which requirement is to be blamed for a refusal, so that each deviation counts once. */
type Refused =
  /** As far as anybody can know, it was pending. */
  | 'refused'
  /** After cancels of the same order that were refused with 401 (§5.3). */
  | 'refused-after-refusals'
  /** After cancels of ids that only look like it (§4.2). */
  | 'refused-after-neighbours'
  /** After cancels of other orders (§1). */
  | 'refused-after-others';

/** A pending order and its first cancels: one, or several that were sent at the same time. */
interface CancelledOrder {
  readonly order: Order;
  /** Whether it was cancelled by several at the same time, when every other order had been. */
  readonly isWitness: boolean;
  /** Whether cancels of it without a valid key came first. */
  readonly isProtected: boolean;
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
    const isOfOrder = (request: Request) => orderIdOf(request) === order.id;
    const results = evidence.answers((request) => isFirst(request) && isOfOrder(request));
    return {
      order,
      isWitness: requests.some((request) => request.role === 'racer' && isOfOrder(request)),
      isProtected: requests.some((request) => request.role === 'refused' && isOfOrder(request)),
      answers: answered(results),
      open: unjudged(results),
    };
  });
}

/** The same with what became of each; undefined where nothing of it was sent. */
export const fates = (evidence: Evidence): FatedOrder[] =>
  cancelledOrders(evidence).map((cancelled) => ({ ...cancelled, fate: fateOf(evidence, cancelled) }));

export interface FatedOrder extends CancelledOrder {
  readonly fate: Fate | undefined;
}

function fateOf(evidence: Evidence, { order, answers, open }: CancelledOrder): Fate | undefined {
  const best = answers.find(({ status }) => status === 204) ?? answers.find(({ status }) => isSuccess(status));
  if (best) return { kind: 'cancelled', answer: best };
  if (open[0]) return { kind: 'unjudged', unjudged: open[0] };
  const [answer] = answers;
  if (!answer) return undefined;
  const [wrong] = answers.flatMap((refused) => wrongFixture(evidence, refused) ?? []);
  const why = mayBeGone(evidence, order, answer) ?? wrong;
  if (why) return { kind: 'unjudged', unjudged: why };
  // An answer that says nothing about the order leaves open whether that cancel took effect.
  const other = answers.find((candidate) => !isRefusal(candidate));
  if (other) return { kind: 'refused', answer: other };
  const usedUp = mayBeUsedUp(evidence, order, answer);
  return usedUp ? { kind: 'unjudged', unjudged: usedUp } : { kind: blame(evidence, order, answer), answer };
}

/** What came before a refusal, and was not harmless to other orders either, may have changed the order. */
function blame(evidence: Evidence, order: Order, answer: Answer): Refused {
  const others = successesOfOthers(evidence, order);
  if (others.length === 0) return 'refused';
  // What takes its time may not have reached an order that was cancelled soon after.
  const harmless = others.flatMap((success) =>
    historyOf(evidence, success).filter((kind) => kind !== 'others' || stoodBy(evidence, success)),
  );
  const suspects = historyOf(evidence, answer).filter((kind) => !harmless.includes(kind));
  if (suspects.some((kind) => kind.startsWith('refused:'))) return 'refused-after-refusals';
  if (suspects.includes('others') && bearsTrace(evidence, order, answer)) return 'refused-after-others';
  const isTrusted = !stoodBy(evidence, answer) && !hasChanged(evidence, order);
  return suspects.some((kind) => kind.startsWith('near:')) && !isTrusted ? 'refused-after-neighbours' : 'refused';
}

/** Of an order that stood by, the second listing tells what the cancels of others did to it, if it shows states at all. */
const bearsTrace = (evidence: Evidence, order: Order, answer: Answer): boolean =>
  hasChanged(evidence, order) || (stoodBy(evidence, answer) && shownState(evidence, order) === undefined);

type Suspect = `refused:${string}` | `near:${string}` | 'others';

/** The kinds of cancels that had ended before this one, and could have had an effect on its order. */
function historyOf(evidence: Evidence, { request, exchange }: Answer): Suspect[] {
  const id = orderIdOf(request);
  const cancels = evidence.answered(isCancel);
  const earlier = cancels.filter((cancel) => cancel.exchange.ended < exchange.begun);
  return earlier.flatMap((cancel): Suspect[] => {
    const { request: sent, status } = cancel;
    if (isWithoutKey(sent) && orderIdOf(sent) === id) return [`refused:${sent.credential}`];
    if (isNeighbour(cancel, id)) return [`near:${unknownOf(sent) ?? ''}`];
    const tookEffect = isCancelOfPending(sent) && orderIdOf(sent) !== id && isSuccess(status);
    return tookEffect ? ['others'] : [];
  });
}

/** A cancel with the valid key of an id or a text that a careless server could take for this order. */
function isNeighbour({ request, exchange }: Answer, id: bigint | undefined): boolean {
  const { aim } = request;
  if (!isAuthorized(request) || aim.kind !== 'unknown' || id === undefined) return false;
  const { orderId } = exchange.sent;
  return aim.candidates.some(({ text, near, ours }) => text === orderId && (near === id || ours?.includes(id)));
}

/** An earlier run may have cancelled it: the listing shows another state, or none of the declared orders is pending. */
function mayBeUsedUp(evidence: Evidence, order: Order, { request, status }: Answer): Unjudged | undefined {
  const shown = shownState(evidence, order);
  if (shown?.isPending) return undefined;
  if (!shown && successesOfOthers(evidence, order).length > 0) return undefined;
  const seen = shown
    ? `the listing shows it as ${shown.text}`
    : 'none of the declared pending orders could be cancelled';
  return blocked(
    `Order ${order.id} is declared pending, but its cancel got ${status}, and ${seen}: was it used up by an earlier run? Declare another pending order, or let the fixtures provision one.`,
    request.id.scenario,
  );
}

/** Whether it was only cancelled after the second listing: every other order had been cancelled by then. */
export function stoodBy(evidence: Evidence, { exchange }: Answer): boolean {
  const listing = evidence.exchange(sharedListing('after'));
  return listing !== undefined && listing.ended < exchange.begun;
}

/** Cancels of the same order without a valid key that were sent before. */
export const refusalsBefore = (evidence: Evidence, { request, exchange }: Answer): Answer[] =>
  evidence
    .answered((other) => isWithoutKey(other) && orderIdOf(other) === orderIdOf(request))
    .filter((earlier) => earlier.exchange.ended < exchange.begun);

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

/** An earlier cancel without a valid key succeeded, though it had to be refused. */
export function acceptedBefore(evidence: Evidence, answer: Answer): Unjudged | undefined {
  const reason = 'A cancel without a valid key was accepted, so the order was no longer pending.';
  const isAccepted = refusalsBefore(evidence, answer).some(({ status }) => isSuccess(status));
  return isAccepted ? inconclusive(reason, answer.request.id.scenario) : undefined;
}

/** An earlier cancel that should have been refused may have cancelled it. */
function mayBeGone(evidence: Evidence, { id }: Order, answer: Answer): Unjudged | undefined {
  const accepted = evidence
    .answered(isAuthorized)
    .find((cancel) => isSuccess(cancel.status) && isNeighbour(cancel, id));
  const withoutKey = acceptedBefore(evidence, answer);
  if (withoutKey || !accepted) return withoutKey;
  const reason = `The cancel of ${accepted.exchange.sent.orderId} got ${accepted.status}: it may have cancelled order ${id}.`;
  return inconclusive(reason, answer.request.id.scenario);
}
