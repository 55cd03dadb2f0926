import type { Answer, Evidence } from '../runner/evidence/evidence.js';
import { type Exchange, headerValues, precedes, responseOf, statusOf } from '../runner/evidence/exchange.js';
import { allRequestsOf } from '../runner/evidence/plan.js';
import { idText, isValid, operationOf, orderOf, type Request, unknownOf } from '../runner/evidence/request.js';
import { inconclusive, notApplicable } from '../runner/evidence/unjudged.js';
import { held, isBroken, type Result } from '../runner/judge/rule.js';
import { once } from '../runner/once.js';
import { CREDENTIALS } from '../runner/secrets/credentials.js';
import { brokenStatus, isAlone, isAuthorized, isKeyAccepted } from './answers.js';
import { judgeEach } from './rule.js';

/** §5.3: what comes on a connection that another request has used with another key. */
export const judgeReused = once((evidence: Evidence): readonly Result[] =>
  judgeEach(
    evidence.answers((request) => request.role === 'reused' && !isFirstOn(evidence, request)),
    (answer) => judgeSecond(evidence, answer),
  ),
);

/** What should have opened its connection lacks something, so that no other request was sent on it before. */
function isFirstOn({ plan }: Evidence, { id, connection }: Request): boolean {
  const first = allRequestsOf(plan).find((request) => request.connection === connection && !request.lack);
  return first !== undefined && idText(first.id) === idText(id);
}

function judgeSecond(evidence: Evidence, answer: Answer): Result {
  const { exchange, request, status } = answer;
  if (!exchange.sent.kept) {
    return promisesToKeep(evidence, answer) && keepsSome(evidence)
      ? inconclusive(
          'The target said that it keeps the connection, and it was not kept. Run again.',
          request.id.scenario,
        )
      : notApplicable(whyNotKept(evidence, answer), request.id.scenario);
  }
  const stray = strayBefore(evidence, answer);
  if (stray) return { ...inconclusive(STRAY, request.id.scenario), waitsFor: idText(stray.request.id) };
  const mustBeRefused = request.credential !== 'valid';
  if ((status === 401) === mustBeRefused) return held(exchange);
  const like = onOwnConnections(evidence, answer);
  const wrong = like.find((other) => (other.status === 401) !== mustBeRefused);
  if (wrong || !isJudgedBy(evidence, answer, like)) {
    const open = inconclusive(
      'The same request is answered wrongly on a connection of its own as well.',
      request.id.scenario,
    );
    return wrong ? { ...open, waitsFor: idText(wrong.request.id) } : open;
  }
  const previous = previousOn(evidence, answer);
  const before = previous ? ` The request before it came with ${CREDENTIALS[previous.request.credential].words}.` : '';
  const message = `The response to ${operationOf(request)} with ${CREDENTIALS[request.credential].words} follows the key of an earlier request on this connection, not its own.${before}`;
  return brokenStatus(
    answer,
    message,
    mustBeRefused ? 'status 401' : 'the answer that it gets on a connection of its own',
  );
}

/** It came on a kept connection of a target that answers by the key of another request, or after stray bytes: it shows nothing of its own. */
export const isShifted = (evidence: Evidence, answer: Answer): boolean =>
  Boolean(answer.exchange.sent.kept) &&
  (strayBefore(evidence, answer) !== undefined || judgeReused(evidence).some(isBroken));

/** The exchange before it on its connection that bytes followed: any client reads these as the start of the next response. */
export function strayBefore(evidence: Evidence, { request, exchange }: Answer): Exchange | undefined {
  const isBefore = (other: Exchange): boolean =>
    other.request.connection === request.connection && precedes(other, exchange);
  const stray = exchange.sent.kept ? strays(evidence).findLast(isBefore) : undefined;
  const isReplaced = ({ exchanges }: Evidence, since: Exchange): boolean =>
    exchanges.some((other) => isBefore(other) && precedes(since, other) && !other.sent.kept);
  return stray && !isReplaced(evidence, stray) ? stray : undefined;
}

const strays = once(({ exchanges }: Evidence) => exchanges.filter((exchange) => responseOf(exchange)?.stray?.length));

/** A target that keeps none, whatever it says, does so each time. */
const keepsSome = ({ exchanges }: Evidence): boolean => exchanges.some(({ sent }) => sent.kept);

const STRAY =
  'Bytes followed an earlier 204 on this connection, so what was read next may not be the response to this request.';

function whyNotKept(evidence: Evidence, answer: Answer): string {
  const previous = previousOn(evidence, answer);
  if (previous && responseOf(previous)?.body.end !== 'complete')
    return 'A request on a kept connection got no response that was read to its end, so the next one did not go over that connection.';
  return keepsSome(evidence)
    ? 'The target closed a connection after its first response, so no second request went over it.'
    : 'The target closes its connections, so no second request goes over one.';
}

/** An id that no order has got what the order before it on its connection got, and 404 on a connection of its own. */
export function isOfOrderBefore(evidence: Evidence, answer: Answer): boolean {
  const { request, exchange, status } = answer;
  if (request.role !== 'own-id' || unknownOf(request) === undefined || !exchange.sent.kept || status === 404)
    return false;
  // That is told of the key.
  if (isShifted(evidence, answer)) return false;
  const alone = evidence.answered(
    (other) => isAuthorized(other) && isAlone(other) && unknownOf(other) === unknownOf(request),
  );
  const previous = previousOn(evidence, answer);
  return (
    previous !== undefined &&
    statusOf(previous) === status &&
    alone.length > 0 &&
    alone.every((other) => other.status === 404)
  );
}

/** Whether the answer before it on the same connection came whole, and says `Connection: keep-alive`. */
function promisesToKeep(evidence: Evidence, answer: Answer): boolean {
  const previous = previousOn(evidence, answer);
  const response = previous && responseOf(previous);
  return (
    response?.body.end === 'complete' &&
    headerValues(response, 'connection').some((value) => /\bkeep-alive\b/i.test(value))
  );
}

const previousOn = (evidence: Evidence, { request: { connection }, exchange }: Answer): Exchange | undefined =>
  evidence.exchanges.findLast(({ request, ended }) => request.connection === connection && ended < exchange.begun);

/**
 * The answers to the same request on connections that it does not share; where none is the same, to all that are like it. What
 * any other bad key is let in with, for the same id, tells of the id and not of the connection.
 */
function onOwnConnections(evidence: Evidence, { request }: Answer): readonly Answer[] {
  const isSameKey = ({ credential }: Request): boolean => credential === request.credential;
  const isSameAim = (other: Request): boolean =>
    unknownOf(other) === unknownOf(request) && orderOf(other)?.state === orderOf(request)?.state;
  const like = evidence
    .answered((other) => operationOf(other) === operationOf(request) && isAlone(other) && other.role !== 'query')
    .filter((other) => isValid(other.request.credential) === isValid(request.credential))
    .filter((other) => isSameKey(other.request) || isSameAim(other.request));
  const same = like.filter((other) => isSameKey(other.request) && isSameAim(other.request));
  if (isValid(request.credential)) return same;
  return same.length > 0
    ? [...same, ...like.filter((other) => isSameAim(other.request) && other.status !== 401)]
    : like;
}

/** Whether these answers say what its own must be: of a bad key one at least, and of the valid one that the target knows it. */
const isJudgedBy = (evidence: Evidence, answer: Answer, like: readonly Answer[]): boolean =>
  isValid(answer.request.credential) ? isKeyAccepted(evidence, answer) : like.length > 0;
