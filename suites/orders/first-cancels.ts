import { type Answer, answered, type Evidence, isSuccess, unjudged, waitFor } from '../../evidence/evidence.js';
import { requestsOf } from '../../evidence/plan.js';
import { idText, type Request, type Role } from '../../evidence/request.js';
import { inconclusive, type Unjudged } from '../../evidence/unjudged.js';
import { groupBy, memoised } from '../../interface/helpers/helpers.js';
import { isAuthorized, isRefusal, isStatedUnknown, orderIdOf } from '../answers/answers.js';
import type { Repair } from '../terms/repair.js';
import { fixOf, isWithoutKey } from '../terms/situation.js';
import { whyNotAsDeclared } from './diagnosed.js';
import { answersToSecond } from './own-cancels.js';
import { type Timeline, timelines } from './timeline.js';

/** A pending order and its first cancel, or several that were sent at the same time. */
export interface FirstCancels {
  readonly timeline: Timeline;
  /** The roles of all requests to the order. */
  readonly roles: ReadonlySet<Role>;
  readonly answers: readonly Answer[];
  readonly open: readonly Unjudged[];
  /** The answer that succeeded; a 204 is preferred. */
  readonly success: Answer | undefined;
}

const isFirst = (request: Request): boolean =>
  isAuthorized(request) && (request.role === 'cancel' || request.role === 'racer');

/** In the order of the fixtures: all declared pending orders that the plan cancels. */
export const firstCancels = memoised((evidence: Evidence): readonly FirstCancels[] => {
  const byOrder = groupBy(requestsOf(evidence.plan), orderIdOf);
  return timelines(evidence).flatMap((timeline): FirstCancels[] => {
    const requests = byOrder.get(timeline.order.id) ?? [];
    const first = new Set(requests.filter(isFirst));
    if (timeline.order.state !== 'pending' || first.size === 0) return [];
    const results = evidence.answers((request) => first.has(request));
    const answers = answered(results);
    const success = answers.find(({ status }) => status === 204) ?? answers.find(({ status }) => isSuccess(status));
    return [{ timeline, roles: new Set(requests.map(({ role }) => role)), answers, open: unjudged(results), success }];
  });
});

/** "Of 5 simultaneous cancels of order 1, one succeeded", which goes on. */
export function raceWords({ answers, open, timeline }: FirstCancels): string {
  const count = answers.filter(({ status }) => isSuccess(status)).length;
  return `Of ${answers.length + open.length} simultaneous cancels of order ${timeline.order.id}, ${count === 1 ? 'one' : count} succeeded`;
}

/** How to answer cancels that came second at the same instant: as this service answers a second cancel. */
export function asSecond(evidence: Evidence, situation: 'raced' | 'loser'): Repair {
  return fixOf(situation, answersToSecond(evidence).find(isRefusal)?.status);
}

/** Says why nothing follows from the first cancels of an order. Undefined if something does. */
export function whyOpen(evidence: Evidence, first: FirstCancels): Unjudged | undefined {
  const { timeline, answers, open } = first;
  const { explainedBy, order } = timeline;
  if (isShownPending(first) && !isLost(first)) return undefined;
  const [answer] = answers;
  if (open[0] || !answer) return open[0];
  // The success of that other cancel is judged elsewhere.
  if (!explainedBy || explainedBy.ended >= answer.exchange.begun) return whyNotAsDeclared(evidence, order);
  const what = isWithoutKey(explainedBy.request) ? 'without a valid key' : `of ${explainedBy.sent.orderId}`;
  const reason = `A cancel ${what} (${idText(explainedBy.request.id)}) succeeded, so order ${order.id} may not have been pending any more.`;
  return inconclusive(reason, answer.request.id.scenario, waitFor(explainedBy));
}

/** True if a text that is not an id used the order up, and other orders show the same requirement. */
export const isUsedUpByText = (evidence: Evidence, { timeline: { explainedBy } }: FirstCancels): boolean =>
  explainedBy?.request.aim.kind === 'unknown' &&
  !isStatedUnknown(explainedBy.request) &&
  firstCancels(evidence).some(({ success }) => success?.status === 204);

/** True if the fixture may be wrong, so that the order shows nothing and only the others count. */
export const isDoubted = (evidence: Evidence, first: FirstCancels): boolean =>
  !isShownPending(first) && whyNotAsDeclared(evidence, first.timeline.order) !== undefined;

/** The answer to a cancel of the order showed that it was pending. */
const isShownPending = ({ timeline: { sightings } }: FirstCancels): boolean =>
  sightings.some(({ by, shows }) => by === 'cancel' && shows === 'declared');

/**
 * True if no cancel of the order got 204, and one of them got no answer from the service itself: that one may have used
 * the order up, so that the answers to simultaneous ones show nothing.
 */
export const isLost = ({ answers, open, success }: FirstCancels): boolean =>
  success?.status !== 204 && (open.length > 0 || answers.some(({ status }) => status >= 502 && status <= 504));
