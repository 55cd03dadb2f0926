import { type Answer, type Evidence, isSuccess, waitFor } from '../evidence/evidence.js';
import { type Exchange, statusOf } from '../evidence/exchange.js';
import { type Order, orderOf, type Request, unknownOf } from '../evidence/request.js';
import { blocked, inconclusive, isUnjudged, notApplicable, type Unjudged } from '../evidence/unjudged.js';
import { isLong } from '../interface/helpers/helpers.js';
import { shipped } from './3.2-cancel-shipped.js';
import { pendingLifecycle } from './4.2-cancel-pending.js';
import { typeOfId } from './4.2-cancel-unknown.js';
import { brokenSilence, brokenStatus } from './answers/answers.js';
import { contradictionOf, contradictionText, whoseMistake } from './orders/contradictions.js';
import { diagnosed, whyNotAsDeclared } from './orders/diagnosed.js';
import { isOfOrderBefore, judgeStated } from './orders/doubts.js';
import { outlivedOrOpen } from './orders/outlived.js';
import { cancelsWithKey } from './orders/own-cancels.js';
import { timelines } from './orders/timeline.js';
import { type ClauseFile, judgeEach } from './terms/clause.js';
import { around, REPAIRS } from './terms/repair.js';
import { type Broken, held, isBroken, type Result } from './terms/rule.js';
import { sentences } from './terms/sentences.generated.js';

const exactIds = typeOfId.must('cancel.told-apart', {
  text: 'Ids are told apart exactly: where an unknown id differs from the id of an order only above 32 bits, cancelling it returns 404 and leaves that order alone; on a kept connection, each cancel works on its own id.',
  why: 'An id that is cut to 32 bits can be the id of another order.',
  fix: around('Take `orderId` from the path of each request, also on a kept connection.', REPAIRS.keepWhole),
  needs: [pendingLifecycle, shipped],
  judgeRun: (evidence) => [
    ...judgeNeighbours(evidence, (request) => !sharesDouble(request)),
    ...outlivedOrOpen(evidence, 'cancel.told-apart', 'neighbour', ({ timeline }) =>
      timeline.events.some(({ suspect }) => suspect === 'neighbour'),
    ),
    ...judgeEach(
      evidence.answers(({ role }) => role === 'own-id'),
      (answer) => judgeOnKept(evidence, answer),
    ),
  ],
});

const exactLongIds = typeOfId.must('cancel.told-apart.above-2-53', {
  text: "Ids above 2^53 are told apart exactly: where an unknown id differs from a pending order's id only beyond the precision of a double, cancelling it returns 404 and leaves that order alone.",
  why: '`orderId` is an int64. Above 2^53, several int64 share a double, which is what JavaScript and some JSON parsers hold numbers in.',
  fix: REPAIRS.keepWhole,
  needs: [pendingLifecycle],
  judgeRun: (evidence) => {
    const { pending, shipped: declaredShipped, other } = evidence.plan.inputs.orders;
    if (pending.some(isLong)) {
      // The windows do not show which of its neighbours changed an order.
      const effects = diagnosed(evidence, 'cancel.told-apart').filter(isBroken);
      return [...judgeNeighbours(evidence, sharesDouble), ...effects.map(waitsForEffect)];
    }
    // A store without long ids shows nothing, and nobody is failed for that.
    const before = evidence.listing('before');
    if (isUnjudged(before)) return [before];
    const longId = [...declaredShipped, ...other].find(isLong) ?? before.reading.longId;
    return [longId === undefined ? notApplicable(sentences.noLongId) : blocked(declareLong(longId))];
  },
});

const waitsForEffect = ({ exchange }: Broken): Unjudged =>
  inconclusive(sentences.neighbourChanged, undefined, exchange && waitFor(exchange));

const declareLong = (id: bigint): string =>
  `The store has an order with an id above 2^53 (${id}), and the fixtures declare no pending one. Declare a pending order whose id is above 2^53 and an odd number, next to which no order has the even number below it; with \`unknown: neighbours\`, this run may ask for that one.`;

const sharesDouble = (request: Request): boolean => unknownOf(request) === 'shares-double';

const judgeNeighbours = (evidence: Evidence, isAbout: (request: Request) => boolean): Result[] =>
  judgeEach(
    evidence.answers((request) => request.role === 'neighbour' && isAbout(request)),
    (answer) => judgeNeighbour(evidence, answer),
    brokenSilence,
  );

function judgeNeighbour(evidence: Evidence, answer: Answer) {
  const isFound = answer.status !== 404;
  const why = isFound ? undefined : whyNotFound(evidence, neighbourOf(answer.exchange), sharesDouble(answer.request));
  return why ?? judgeStated(answer, evidence);
}

/** The declared order whose id is close to the unknown id of this cancel. */
function neighbourOf({ request: { aim }, sent }: Exchange): bigint | undefined {
  if (aim.kind !== 'unknown') return undefined;
  return (aim.candidates.find(({ text }) => text === sent.orderId) ?? aim).neighbourOf;
}

/**
 * If the target does not find the declared order either, a 404 for its neighbour proves nothing.
 * @param onlyPending an order that is used up proves nothing either: it may not be there any more
 */
function whyNotFound(evidence: Evidence, id: bigint | undefined, onlyPending: boolean): Unjudged | undefined {
  const timeline = timelines(evidence).find(({ order }) => order.id === id);
  const why = timeline && onlyPending ? whyUsedUp(evidence, timeline.order) : undefined;
  if (why !== undefined) return blocked(why);
  const isFound = timeline?.sightings.some(
    ({ by, shows, exchange }) => shows !== 'gone' && (by === 'listing' || statusOf(exchange) !== 404),
  );
  return timeline && !isFound ? whyNotAsDeclared(evidence, timeline.order) : undefined;
}

function whyUsedUp(evidence: Evidence, order: Order): string | undefined {
  const contradiction = contradictionOf(evidence, order);
  const isCancelled = cancelsWithKey(evidence)
    .get(order.id)
    ?.some(({ status }) => isSuccess(status));
  if (isCancelled || contradiction?.kind === 'image') return undefined;
  if (contradiction) return `${contradictionText(contradiction)}: ${whoseMistake(evidence, order)}`;
  return whyNotAsDeclared(evidence, order)
    ? `Nothing showed that order ${order.id} was pending (see \`cancel.pending.status\`), so the 404 for its neighbour shows nothing. Declare another pending order with an id above 2^53.`
    : undefined;
}

/** On a kept connection, a cancel must work on its own id, not on the id of the request before it. */
function judgeOnKept(evidence: Evidence, answer: Answer): Result | [] {
  const { exchange, request, status } = answer;
  if (isOfOrderBefore(evidence, answer)) {
    const message =
      'A cancel of an unknown id gets what the order before it on its connection got, and 404 on a connection of its own.';
    return brokenStatus(answer, message, 'status 404');
  }
  return exchange.sent.kept && status === (orderOf(request) ? 409 : 404) ? held(exchange) : [];
}

/** The scenarios of pending and of shipped orders send its cancels. */
export const toldApart: ClauseFile = { demands: [exactIds, exactLongIds] };
