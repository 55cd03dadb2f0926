import type { Answer, Evidence } from '../runner/evidence/evidence.js';
import { headerValues, responseOf } from '../runner/evidence/exchange.js';
import { once } from '../runner/evidence/once.js';
import { operationOf, unknownOf } from '../runner/evidence/request.js';
import { inconclusive, notApplicable } from '../runner/evidence/unjudged.js';
import { held, type Result } from '../runner/judge/rule.js';
import { CREDENTIALS } from '../runner/secrets/credentials.js';
import { brokenStatus, isAlone, isKeyAccepted } from './answers.js';
import { judgeEach } from './rule.js';

/** §5.3: what comes on a connection that another request has used with another key. */
export const judgeReused = once((evidence: Evidence): readonly Result[] =>
  judgeEach(
    evidence.answers(({ role }) => role === 'reused'),
    (answer) => judgeSecond(evidence, answer),
  ),
);

function judgeSecond(evidence: Evidence, answer: Answer): Result {
  const { exchange, request, status } = answer;
  if (!exchange.sent.kept) {
    return promisesToKeep(evidence, answer)
      ? inconclusive(
          'The target said that it keeps the connection, and it was not kept. Run again.',
          request.id.scenario,
        )
      : notApplicable('The target closes its connections, so no second request goes over one.', request.id.scenario);
  }
  const mustBeRefused = request.credential !== 'valid';
  if ((status === 401) === mustBeRefused) return held(exchange);
  if (!isFine(evidence, answer)) {
    return inconclusive(
      'The same request is answered wrongly on a connection of its own as well.',
      request.id.scenario,
    );
  }
  const before = mustBeRefused ? 'the valid key' : CREDENTIALS.wrong.words;
  const message = `The response to ${operationOf(request)} with ${CREDENTIALS[request.credential].words} follows the key of the previous request on this connection (${before}), not its own.`;
  return brokenStatus(
    answer,
    message,
    mustBeRefused ? 'status 401' : 'the answer that it gets on a connection of its own',
  );
}

/** Whether the answer before it on the same connection came whole, and says `Connection: keep-alive`. */
function promisesToKeep(evidence: Evidence, { request: { connection }, exchange }: Answer): boolean {
  const previous = evidence.exchanges.findLast(
    ({ request, ended }) => request.connection === connection && ended < exchange.begun,
  );
  const response = previous && responseOf(previous);
  return (
    response?.body.end === 'complete' &&
    headerValues(response, 'connection').some((value) => /\bkeep-alive\b/i.test(value))
  );
}

/** Whether the same request gets the right answer on a connection that it does not share. */
function isFine(evidence: Evidence, answer: Answer): boolean {
  const { aim, credential } = answer.request;
  const alone = evidence.answered(
    (request) =>
      request.aim.kind === aim.kind &&
      request.credential === credential &&
      unknownOf(request) === unknownOf(answer.request) &&
      isAlone(request) &&
      request.role !== 'query',
  );
  if (credential !== 'valid') return alone.length > 0 && alone.every(({ status }) => status === 401);
  return isKeyAccepted(evidence, answer) && alone.every(({ status }) => status !== 401);
}
