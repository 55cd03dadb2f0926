import { type Answer, type Evidence, isSuccess, type Listing, showsAbsence } from '../runner/evidence/evidence.js';
import { precedes } from '../runner/evidence/exchange.js';
import { once } from '../runner/evidence/once.js';
import { isCancel, type Order, unknownOf } from '../runner/evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../runner/evidence/unjudged.js';
import { isBroken } from '../runner/judge/rule.js';
import { isCancelOfPending, isRefusal, isStatedUnknown, isWithoutKey, orderIdOf, readListings } from './answers.js';
import { judgeReused } from './connections.js';
import {
  acceptedBefore,
  type CancelledOrder,
  cancelledOrders,
  hasChanged,
  isNeighbour,
  isStillPending,
  leavesOrdersOut,
  mayBeUsedUp,
  refusalsBefore,
  showsUncancelled,
  stoodBy,
  successesOfOthers,
  takenFor,
} from './history.js';
import { shownState, wrongFixture } from './shown-state.js';

/**
 * What may have cost a pending order its own cancel. Of these, only texts that look like its id break no more than a
 * `should`: a refusal that something else could explain, too, is unjudged, for a `should` never hides a `must`.
 */
export type Suspect = 'without-key' | 'others' | 'neighbour' | 'text';

/** One of them with what tells two of its kind apart, such as the credential: each is harmless or not for itself. */
interface Suspicion {
  readonly suspect: Suspect;
  readonly kind: string;
}

/** What became of a pending order when the suite cancelled it with the valid key. */
type Fate =
  | { readonly kind: 'cancelled'; readonly answer: Answer }
  /** Blamed on a suspect; on none where, as far as anybody can know, it was pending. Others may have done it as well. */
  | {
      readonly kind: 'refused';
      readonly answer: Answer;
      readonly suspect?: Suspect;
      readonly doubted?: readonly Suspect[];
      /** A listing before its own cancel shows that something had changed it. */
      readonly isTraced?: boolean;
    }
  | {
      readonly kind: 'unjudged';
      readonly unjudged: Unjudged;
      readonly doubted?: readonly Suspect[];
      readonly isUsedUpByText?: true;
    };

export interface FatedOrder extends CancelledOrder {
  /** Undefined where nothing of it was sent, or a text that should not succeed used it up, and others show the same. */
  readonly fate: Fate | undefined;
  /** Why, where such a text did. */
  readonly usedUp?: Unjudged;
}

export const fates = once((evidence: Evidence): readonly FatedOrder[] => {
  const all = cancelledOrders(evidence).map((cancelled) => ({ ...cancelled, fate: fateOf(evidence, cancelled) }));
  const isJudged = all.some(({ fate }) => fate?.kind === 'cancelled');
  const ignoresKey = all.some(({ fate }) => fate?.kind === 'refused' && fate.suspect === 'without-key');
  return all.map((each) =>
    // What explains several orders is likelier than another explanation for each.
    ignoresKey && each.fate?.kind === 'refused' && mayBeRefusals(evidence, each.order, each.fate)
      ? { ...each, fate: { ...each.fate, suspect: 'without-key' } }
      : isJudged && each.fate?.kind === 'unjudged' && each.fate.isUsedUpByText
        ? { ...each, fate: undefined, usedUp: each.fate.unjudged }
        : each,
  );
});

const mayBeRefusals = (evidence: Evidence, order: Order, { answer, suspect }: Extract<Fate, { kind: 'refused' }>) =>
  (suspect !== undefined || (isRefusal(answer) && !isStillPending(evidence, order, answer))) &&
  refusalsBefore(evidence, answer).length > 0;

function fateOf(evidence: Evidence, { order, answers, open }: CancelledOrder): Fate | undefined {
  const shifted = answers.find(
    ({ status, exchange }) => status !== 204 && exchange.sent.kept && judgeReused(evidence).some(isBroken),
  );
  if (shifted) return { kind: 'unjudged', unjudged: inconclusive(SHIFTED, shifted.request.id.scenario) };
  const best = answers.find(({ status }) => status === 204) ?? answers.find(({ status }) => isSuccess(status));
  // Of an order that was not pending, the contract does not say what its cancel gets.
  const isPending = shownState(evidence, order)?.isPending ?? true;
  if (best && (best.status === 204 || isPending)) return { kind: 'cancelled', answer: best };
  if (open[0]) return { kind: 'unjudged', unjudged: open[0] };
  return answers[0] && refused(evidence, order, answers[0], answers);
}

/** None of its cancels had the effect that the first one must have. */
function refused(evidence: Evidence, order: Order, answer: Answer, answers: readonly Answer[]): Fate {
  const odd = answers.find((candidate) => !isRefusal(candidate));
  if (isStillPending(evidence, order, answer)) return { kind: 'refused', answer: odd ?? answer };
  const [wrong] = answers.flatMap((refusal) => wrongFixture(evidence, refusal) ?? []);
  const accepted = acceptedBefore(evidence, answer);
  if (accepted) return { kind: 'unjudged', unjudged: accepted };
  const [taken] = takenFor(evidence, order).filter(({ exchange }) => !precedes(answer.exchange, exchange));
  if (taken) return usedUp(order, taken, answer);
  const unjudged =
    wrong ?? (isTraced(evidence, order, answer) ? undefined : mayBeUsedUp(evidence, order, odd ?? answer));
  if (unjudged) return { kind: 'unjudged', unjudged };
  // An answer that says nothing about the order leaves open whether that cancel took effect.
  return odd ? { kind: 'refused', answer: odd } : blame(evidence, order, answer);
}

const SHIFTED =
  'On a kept connection, requests get the answers of others (see `auth.kept-connection`), so what this cancel got shows nothing.';

/** What came before a refusal, and was not harmless to other orders either, may have changed the order. */
function blame(evidence: Evidence, order: Order, answer: Answer): Fate {
  const others = successesOfOthers(evidence, order);
  const traced = isTraced(evidence, order, answer);
  if (others.length === 0 && !traced) return { kind: 'refused', answer };
  // What takes its time may not have reached an order that was cancelled soon after.
  const harmless = others
    .flatMap((success) =>
      historyOf(evidence, success).filter(
        ({ suspect }) => suspect !== 'others' || success.request.role === 'racer' || stoodBy(evidence, success),
      ),
    )
    .map(({ kind }) => kind);
  const possible = historyOf(evidence, answer, whenItHappened(evidence, order, answer));
  const isOpen = ({ suspect, kind }: Suspicion): boolean =>
    !harmless.includes(kind) || (suspect === 'others' && isGone(evidence, order, answer));
  const open = possible.filter(isOpen);
  // What other orders outlived must have done it all the same, where nothing else is left.
  const isCertain = traced || hasChangedSince(evidence, order, answer);
  const suspects = new Set((open.length > 0 || !isCertain ? open : possible).map(({ suspect }) => suspect));
  const isUnsure = suspects.has('text') && suspects.size > 1;
  if (isUnsure) {
    return {
      kind: 'unjudged',
      unjudged: doubtful(order, answer, 'texts that only look like its id'),
      doubted: [...suspects],
    };
  }
  if (suspects.has('without-key')) return { kind: 'refused', answer, suspect: 'without-key', isTraced: traced };
  if (suspects.has('others') && bearsTrace(evidence, order, answer)) {
    const doubted = [...suspects].filter((suspect) => suspect === 'neighbour');
    return { kind: 'refused', answer, suspect: 'others', doubted };
  }
  const isTrusted = !stoodBy(evidence, answer) && !hasChanged(evidence, order) && !traced;
  const near = (['neighbour', 'text'] as const).find((suspect) => suspects.has(suspect));
  return near && !isTrusted ? { kind: 'refused', answer, suspect: near } : { kind: 'refused', answer };
}

/** It was listed, and is neither found nor listed any more: whatever other orders outlived, this is a loss. */
function isGone(evidence: Evidence, { id }: Order, { status }: Answer): boolean {
  const [before, after] = [evidence.listing('before'), evidence.listing('after')];
  if (status !== 404 || isUnjudged(before) || isUnjudged(after) || leavesOrdersOut(evidence)) return false;
  return before.reading.lists(id) && showsAbsence(after.reading) && !after.reading.lists(id);
}

export const doubtful = ({ id }: Order, { request, status }: Answer, others: string): Unjudged =>
  inconclusive(
    `Order ${id} got ${status} after cancels of other orders and cancels of ${others}: either may have changed it.`,
    request.id.scenario,
  );

/** Of an order that stood by, the second listing tells what the cancels of others did to it, if it shows states at all. */
const bearsTrace = (evidence: Evidence, order: Order, answer: Answer): boolean =>
  hasChanged(evidence, order) ||
  isTraced(evidence, order, answer) ||
  (stoodBy(evidence, answer) && shownState(evidence, order) === undefined);

/** Listings that came before its own cancel tell when it happened, as far as they show states, or lack the order. */
function whenItHappened(evidence: Evidence, order: Order, answer: Answer): (cancel: Answer) => boolean {
  const seen = listingsBefore(evidence, answer);
  const change = seen.find((listing) => showsChange(evidence, order, listing));
  const changed = change ?? (hasChangedSince(evidence, order, answer) ? seen.at(-1) : undefined);
  const unchanged = seen.findLast((listing) =>
    change
      ? precedes(listing.exchange, change.exchange)
      : listing !== changed && showsUncancelled(evidence, order, listing.reading),
  );
  return ({ exchange }) =>
    !(changed && precedes(changed.exchange, exchange)) && !(unchanged && precedes(exchange, unchanged.exchange));
}

const listingsBefore = (evidence: Evidence, { exchange }: Answer): Listing[] =>
  readListings(evidence).filter((listing) => precedes(listing.exchange, exchange));

const isTraced = (evidence: Evidence, order: Order, answer: Answer): boolean =>
  listingsBefore(evidence, answer).some((listing) => showsChange(evidence, order, listing));

/** A listing lacks an order that the first one has, or shows it in another state. */
function showsChange(evidence: Evidence, order: Order, { reading }: Listing): boolean {
  const before = evidence.listing('before');
  if (isUnjudged(before) || !before.reading.lists(order.id)) return false;
  if (!reading.lists(order.id)) return showsAbsence(reading) && !leavesOrdersOut(evidence);
  const isPendingIn = (listed: Listing['reading']) => shownState(evidence, order, listed.elements)?.isPending;
  return isPendingIn(before.reading) === true && isPendingIn(reading) === false;
}

/** The second listing shows it otherwise, in whatever member, and its own cancel came later. */
const hasChangedSince = (evidence: Evidence, order: Order, answer: Answer): boolean =>
  stoodBy(evidence, answer) && hasChanged(evidence, order);

/** The kinds of cancels that had ended before this one, and could have had an effect on its order. */
function historyOf(
  evidence: Evidence,
  { request, exchange }: Answer,
  isPossible: (cancel: Answer) => boolean = () => true,
): Suspicion[] {
  const id = orderIdOf(request);
  const earlier = evidence
    .answered(isCancel)
    .filter((cancel) => precedes(cancel.exchange, exchange) && isPossible(cancel));
  return earlier.flatMap((cancel): Suspicion[] => {
    const { request: sent, status } = cancel;
    if (isWithoutKey(sent) && orderIdOf(sent) === id) return [{ suspect: 'without-key', kind: sent.credential }];
    if (isNeighbour(cancel.exchange, id)) return [{ suspect: suspectNear(cancel), kind: `near ${unknownOf(sent)}` }];
    const tookEffect = isCancelOfPending(sent) && orderIdOf(sent) !== id && isSuccess(status);
    return tookEffect ? [{ suspect: 'others', kind: 'others' }] : [];
  });
}

const suspectNear = ({ request }: Answer): Suspect => (isStatedUnknown(request) ? 'neighbour' : 'text');

/** What it could be taken for was cancelled, and may have been this order. */
function usedUp({ id }: Order, taken: Answer, { request }: Answer): Fate {
  const reason = `The cancel of ${taken.exchange.sent.orderId} got ${taken.status}: it may have cancelled order ${id}.`;
  const unjudged = inconclusive(reason, request.id.scenario);
  return suspectNear(taken) === 'text'
    ? { kind: 'unjudged', unjudged, isUsedUpByText: true }
    : { kind: 'unjudged', unjudged };
}
