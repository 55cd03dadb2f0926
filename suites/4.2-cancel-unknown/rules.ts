import { type Answer, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Request, unknownOf } from '../../runner/evidence/request.js';
import { held, type Result } from '../../runner/judge/rule.js';
import { brokenSilence, brokenStatus, isAlone, isAuthorized, judgeStatus, notFounds } from '../answers.js';
import { isOfOrderBefore, isShifted } from '../connections.js';
import { judgeError } from '../json.js';
import { diagnosed } from '../orders/diagnosed.js';
import { mayExist } from '../orders/unknown.js';
import { windows } from '../orders/windows.js';
import { NOT_INT64, type StatedUnknown, statedUnknowns, UNKNOWN_IDS, UNUSUAL, type Words } from '../requests.js';
import { judgeEach, type Observer, type Rule, rule } from '../rule.js';

/** §4.2, §7: what does not exist is not found. */
const stated = (unknown: StatedUnknown): Rule =>
  rule(UNKNOWN_IDS[unknown].requirement, {
    needs: [`cancel-unknown-${unknown}`],
    each: (evidence) => {
      const isOfKind = (request: Request) => isAuthorized(request) && unknownOf(request) === unknown;
      return [
        ...evidence.answers((request) => isOfKind(request) && isAlone(request)),
        // What broke off on a kept connection is told where kept connections are.
        ...evidence.answered((request) => isOfKind(request) && !isAlone(request)),
      ];
    },
    judge: (answer, evidence) => {
      const { words } = UNKNOWN_IDS[unknown];
      if (isOfAnotherRequest(evidence, answer)) return [];
      return mayExist(evidence, answer) ?? judgeStatus(answer, 404, `A cancel of ${words} that no order has`);
    },
    judgeSilence: (exchange) =>
      brokenSilence(exchange, `A cancel of ${UNKNOWN_IDS[unknown].words} that no order has`, 'status 404'),
  });

/** On a connection that was used before, it gets what another request gets, and that is told there. */
const isOfAnotherRequest = (evidence: Evidence, answer: Answer): boolean =>
  Boolean(answer.exchange.sent.kept) &&
  (answer.status === 401 ||
    isShifted(evidence, answer) ||
    isOfOrderBefore(evidence, answer) ||
    isConnectionBlamed(evidence));

const isConnectionBlamed = (evidence: Evidence): boolean =>
  windows(evidence).some(({ kinds }) => kinds.includes('connection'));

function judgeKinds(
  evidence: Evidence,
  words: Words,
  expected: string,
  judge: (answer: Answer, words: string) => Result | readonly Result[],
): Result[] {
  const wordsFor = (request: Request) => words[unknownOf(request) ?? 'plain'];
  return judgeEach(
    evidence.answers((request) => isAuthorized(request) && wordsFor(request) !== undefined),
    (answer) => judge(answer, wordsFor(answer.request) ?? ''),
    (exchange) => brokenSilence(exchange, `A cancel of ${wordsFor(exchange.request)}`, expected),
  );
}

/** Nobody is failed for what only follows from the type: what only the Error of this 404 lacks counts here. */
const zeroNegative: Rule = {
  requirement: 'cancel.unknown.zero-negative',
  from: ['cancel-unknown-zero-negative'],
  judge: (evidence) =>
    judgeKinds(evidence, UNUSUAL, 'status 404', (answer, words) => {
      const status = mayExist(evidence, answer) ?? judgeStatus(answer, 404, `A cancel of ${words}`);
      return answer.status === 404 ? [status, ...judgeError(answer, 404, notFounds(evidence))] : status;
    }),
};

const notInt64: Rule = {
  requirement: 'cancel.not-int64',
  from: ['cancel-not-int64'],
  judge: (evidence) => [
    ...diagnosed(evidence, 'cancel.not-int64'),
    ...judgeKinds(evidence, NOT_INT64, REFUSED, (answer, words) => {
      const succeeds = isSuccess(answer.status);
      if (!succeeds && answer.status < 500) return held(answer.exchange);
      const what = succeeds ? `succeeds with ${answer.status}` : 'gets a server error';
      const message = `A cancel of ${words}, which is not an int64, ${what}.`;
      return brokenStatus(answer, message, REFUSED);
    }),
  ],
};

const REFUSED = 'a 4xx status, such as 400 or 404';

export const cancelUnknownRules: readonly Rule[] = [...statedUnknowns.map(stated), zeroNegative, notInt64];

export const notInt64Observer: Observer = {
  ambiguity: 'not-int64-id',
  observe: (evidence) =>
    evidence.answered(isAuthorized).flatMap(({ request, status }) => {
      const words = NOT_INT64[unknownOf(request) ?? 'plain'];
      return words === undefined ? [] : [{ observed: `${words}: ${status}` }];
    }),
};
