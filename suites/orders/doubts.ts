import { type Answer, type Evidence, isSuccess, waitFor } from '../../evidence/evidence.js';
import { previousOn, statusOf } from '../../evidence/exchange.js';
import { isCancel, operationOf, orderOf, type Request, unknownOf } from '../../evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../../evidence/unjudged.js';
import { brokenSilence, isAlone, isAuthorized, isKeyAccepted, judgeStatus } from '../answers/answers.js';
import { isShifted } from '../answers/reused.js';
import type { AnswerCheck } from '../terms/clause.js';
import { isUnlikeKey } from '../terms/requests.js';
import type { Result } from '../terms/rule.js';
import { isWithoutKey, situationOf, statusFor } from '../terms/situation.js';
import { diagnosed, leavesOrdersOut, wasChangedBefore, whyNotAsDeclared } from './diagnosed.js';
import { windows } from './windows.js';

/** Another requirement reports what this answer shows. */
const ELSEWHERE = [] as const;

type Doubt = Unjudged | typeof ELSEWHERE | undefined;

/** Judges the status of an answer by its situation: that of a bad key, of an unknown id, of a shipped order. */
export const judgeStated = (
  answer: Answer,
  evidence: Evidence,
  words?: string,
  hint?: string,
): Result | typeof ELSEWHERE => whyInDoubt(answer, evidence) ?? judgeStatus(answer, words, hint);

/** Why an answer may show nothing of its situation. */
function whyInDoubt(answer: Answer, evidence: Evidence): Doubt {
  if (isWithoutKey(answer.request)) return isLetInAnyway(answer, evidence) ?? withoutControl(answer, evidence);
  switch (situationOf(answer.exchange).id) {
    case 'unknown':
    case 'neighbour':
      return ofAnotherRequest(answer, evidence) ?? mayExist(answer, evidence);
    case 'shipped':
      return notAsDeclared(answer, evidence) ?? changedBefore(answer, evidence);
    case 'listing':
    case 'pending':
    case 'raced':
    case 'loser':
    case 'cancelled':
    case 'other':
    case 'not-int64':
      return undefined;
  }
}

/** The check of a requirement that demands the status of the situation, whichever that is. */
export const answeredAsStated = (needs: AnswerCheck['needs'], answers: AnswerCheck['answers']): AnswerCheck => ({
  needs,
  answers,
  judge: judgeStated,
  judgeSilence: brokenSilence,
});

/** Only the key of this request is wrong. The others without a valid key could also be refused for their order. */
export const isOnlyKeyWrong = ({ role }: Request): boolean => role === 'refused';

/**
 * A target that accepts this bad key for every order does not show whether it checks the key before the order. Nobody
 * mistakes a missing or a wrong key for the valid one, so their answers are judged in any case.
 */
function isLetInAnyway({ request }: Answer, evidence: Evidence): Doubt {
  const isLetIn =
    !isOnlyKeyWrong(request) &&
    !isUnlikeKey(request.credential) &&
    evidence
      .answered((other) => isCancel(other) && isOnlyKeyWrong(other) && other.credential === request.credential)
      .some(({ status }) => status !== 401);
  return isLetIn ? ELSEWHERE : undefined;
}

/** The valid key is not accepted either. Until the answers to that are repaired, refusals of other keys show nothing. */
function withoutControl(answer: Answer, evidence: Evidence) {
  const { request, status } = answer;
  if (status !== 401 || isKeyAccepted(evidence, answer)) return undefined;
  const wrong = evidence
    .answered((other) => other.credential === 'valid' && operationOf(other) === operationOf(request))
    .find((other) => ![undefined, other.status].includes(statusFor(evidence, other)));
  const what = request.aim.kind === 'listing' ? 'listing' : 'cancel';
  const why = `No ${what} with the valid key was accepted, so a 401 for another key shows nothing. Check the key, and how these ${what}s are answered.`;
  return inconclusive(why, request.id.scenario, wrong && waitFor(wrong));
}

/** On a kept connection, this may be the response to another request; the rule for kept connections reports that. */
function ofAnotherRequest(answer: Answer, evidence: Evidence) {
  const isOfAnother =
    answer.exchange.sent.kept &&
    (answer.status === 401 ||
      isShifted(evidence, answer) ||
      isOfOrderBefore(evidence, answer) ||
      windows(evidence).some(({ kinds }) => kinds.includes('connection')));
  return isOfAnother ? ELSEWHERE : undefined;
}

/** A cancel of an unknown id repeats the status of the order before it on its connection; on a new connection, it gets 404. */
export function isOfOrderBefore(evidence: Evidence, answer: Answer): boolean {
  const { request, exchange, status } = answer;
  if (request.role !== 'own-id' || unknownOf(request) === undefined || !exchange.sent.kept || status === 404)
    return false;
  // `auth.kept-connection` reports such connections.
  if (isShifted(evidence, answer)) return false;
  const isSameAlone = (other: Request): boolean =>
    isAuthorized(other) && isAlone(other) && unknownOf(other) === unknownOf(request);
  const alone = evidence.answered(isSameAlone);
  const previous = previousOn(evidence.exchanges, exchange);
  return (
    previous !== undefined &&
    statusOf(previous) === status &&
    alone.length > 0 &&
    alone.every((other) => other.status === 404)
  );
}

/**
 * Says why an order may have this id although the listing showed it to be free: its cancel was answered like that of an
 * existing order.
 */
function mayExist({ request, exchange, status }: Answer, evidence: Evidence): Unjudged | undefined {
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

/** The fixture may be wrong, so that nothing follows from its answers. */
function notAsDeclared({ request }: Answer, evidence: Evidence) {
  const order = orderOf(request);
  return order && whyNotAsDeclared(evidence, order);
}

/** The order was gone, or a listing had shown it changed; `diagnosed` reports what that shows of the order. */
function changedBefore({ request, exchange, status }: Answer, evidence: Evidence) {
  const order = orderOf(request);
  const isChanged = isSuccess(status) && order !== undefined && wasChangedBefore(evidence, order, exchange);
  if (request.role !== 'cancel' || (status !== 404 && !isChanged)) return undefined;
  if (diagnosed(evidence, 'cancel.shipped.status').length > 0) return ELSEWHERE;
  const how = status === 404 ? 'gone' : 'changed';
  return inconclusive(`Order ${order?.id} was ${how} before its cancel, so there was nothing left to refuse.`);
}
