import type { Answer, Evidence } from '../../runner/evidence/evidence.js';
import { inconclusive, notApplicable } from '../../runner/evidence/unjudged.js';
import { held, type Result } from '../../runner/judge/rule.js';
import { CREDENTIALS } from '../../runner/secrets/credentials.js';
import { answered, brokenStatus, judgeEach, unknownOf } from '../answers.js';
import type { Rule } from '../rule.js';
import { isKeyAccepted } from '../situations.js';

const SCENARIO = 'kept-connections';

/** §5.3: on a connection that another request has used with another key. */
export const keptConnection: Rule = {
  requirement: 'auth.kept-connection',
  from: [SCENARIO],
  judge: (evidence) =>
    judgeEach(
      evidence.answers(({ scenario, id }) => scenario === SCENARIO && id.includes('-after-')),
      (answer) => judgeSecond(evidence, answer),
    ),
};

function judgeSecond(evidence: Evidence, answer: Answer): Result {
  const { exchange, request, status } = answer;
  if (!exchange.request.kept) {
    return notApplicable('The target closes its connections, so no second request goes over one.', SCENARIO);
  }
  const mustBeRefused = request.credential !== 'valid';
  if ((status === 401) === mustBeRefused) return held(exchange);
  if (!isFine(evidence, answer)) {
    return inconclusive('The same request is answered wrongly on a connection of its own as well.', SCENARIO);
  }
  const before = mustBeRefused ? 'the valid key' : CREDENTIALS.wrong.words;
  const message = `On a connection that had just been used with ${before}, ${request.operation} with ${CREDENTIALS[request.credential].words} is not answered by its own key.`;
  return brokenStatus(
    answer,
    message,
    mustBeRefused ? 'status 401' : 'the answer that it gets on a connection of its own',
  );
}

/** Whether the same request gets the right answer on a connection that it does not share. */
function isFine(evidence: Evidence, answer: Answer): boolean {
  const { operation, credential } = answer.request;
  const alone = answered(
    evidence.answers(
      (request) =>
        request.operation === operation &&
        request.credential === credential &&
        request.connection === undefined &&
        request.query === undefined &&
        unknownOf(request) === unknownOf(answer.request),
    ),
  );
  if (credential !== 'valid') return alone.length > 0 && alone.every(({ status }) => status === 401);
  return isKeyAccepted(evidence, answer) && alone.every(({ status }) => status !== 401);
}
