import { type Answer, type Evidence, waitFor } from '../../evidence/evidence.js';
import { previousOn } from '../../evidence/exchange.js';
import { isValid, operationOf, orderOf, type Request, unknownOf } from '../../evidence/request.js';
import { inconclusive, notApplicable } from '../../evidence/unjudged.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { CREDENTIALS } from '../../interface/interface.js';
import { judgeEach } from '../terms/clause.js';
import { held, isBroken, type Result } from '../terms/rule.js';
import { sentences } from '../terms/sentences.generated.js';
import { brokenStatus, isAlone, isKeyAccepted, keptByCache } from './answers.js';
import { isFirstOn, keepsSome, promisesToKeep, strayBefore } from './connections.js';

/** §5.3 on kept connections: judges the response to each request that follows another one on its connection. */
export const judgeReusedConnections = memoised((evidence: Evidence): readonly Result[] =>
  judgeEach(
    evidence.answers((request) => request.role === 'reused' && !isFirstOn(evidence, request)),
    (answer) => judgeReused(evidence, answer),
  ),
);

function judgeReused(evidence: Evidence, answer: Answer): Result {
  const { exchange, request, status } = answer;
  if (!exchange.sent.kept) return whyNotKept(evidence, answer);
  const stray = strayBefore(evidence, answer);
  if (stray) return inconclusive(sentences.stray, request.id.scenario, waitFor(stray));
  const mustBeRefused = request.credential !== 'valid';
  if ((status === 401) === mustBeRefused) return held(exchange);
  const alone = onOwnConnections(evidence, answer);
  const wrong = alone.find((other) => (other.status === 401) !== mustBeRefused);
  if (wrong) return inconclusive(sentences.wrongAlone, request.id.scenario, waitFor(wrong));
  if (!isComparable(evidence, answer, alone)) return inconclusive(sentences.wrongAlone, request.id.scenario);
  const previous = previousOn(evidence.exchanges, answer.exchange);
  const before = previous ? ` The request before it came with ${CREDENTIALS[previous.request.credential].words}.` : '';
  const cached = keptByCache(evidence, answer);
  const message = `The response to ${operationOf(request)} with ${CREDENTIALS[request.credential].words} ${cached ? `is not its own. ${cached}` : `follows the key of an earlier request on this connection, not its own.${before}`}`;
  return brokenStatus(
    answer,
    message,
    mustBeRefused ? 'status 401' : 'the answer that it gets on a connection of its own',
  );
}

function whyNotKept(evidence: Evidence, answer: Answer): Result {
  const sentBy = answer.request.id.scenario;
  if (promisesToKeep(evidence, answer) && keepsSome(evidence)) {
    const why = 'The target said that it keeps the connection, and it was not kept. Run again.';
    return inconclusive(why, sentBy);
  }
  const why = keepsSome(evidence)
    ? 'A connection ended after an earlier response, so this request shows nothing about kept connections.'
    : 'The target closes its connections, so 1 requirement about kept connections is not applicable.';
  return notApplicable(why, sentBy);
}

/**
 * Answers to the same request, each on a connection of its own. For a bad key, also the answers that let another bad
 * key in for the same id: that id is open on every connection. If a bad key was not sent alone for this id, answers to
 * the same key or to the same id take their place.
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

/** The comparison needs a refusal of the bad key, or proof that the target knows the valid one. */
const isComparable = (evidence: Evidence, answer: Answer, alone: readonly Answer[]): boolean =>
  isValid(answer.request.credential) ? isKeyAccepted(evidence, answer) : alone.length > 0;

/** This response may belong to another request on its connection, so other requirements do not judge it. */
export const isShifted = (evidence: Evidence, answer: Answer): boolean =>
  Boolean(answer.exchange.sent.kept) && (strayBefore(evidence, answer) !== undefined || mixesKeys(evidence));

const mixesKeys = memoised((evidence: Evidence): boolean => judgeReusedConnections(evidence).some(isBroken));
