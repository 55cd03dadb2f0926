import { type Answer, type Evidence, isSuccess } from '../runner/evidence/evidence.js';
import type { Exchange } from '../runner/evidence/exchange.js';
import { type Request, type UnknownKind, unknownOf } from '../runner/evidence/request.js';
import { held } from '../runner/judge/rule.js';
import { isOfOrderBefore, typeOfId } from './4.2-told-apart.js';
import { isShifted } from './5-kept-connections.js';
import { brokenSilence, brokenStatus, isAlone, isAuthorized, judgeStatus, notFounds } from './answers.js';
import { type ClauseFile, clause, type DemandText, judgeEach } from './clause.js';
import { judgeError } from './error-body.js';
import type { RequirementId } from './ids.js';
import { diagnosed, mayExist } from './orders/diagnosed.js';
import { windows } from './orders/windows.js';
import { cancelOf, NOT_INT64, STATED_UNKNOWNS, type StatedUnknown, UNUSUAL, type Words } from './requests.js';
import { scenario } from './scenario.js';

/** §4.2, §7: cancelling an order that does not exist returns 404. */
const { must, should } = clause(
  '4.2',
  'cancelOrder',
  '| 404 | The requested order could not be found. | Error object |',
);

const sentFor = (unknown: StatedUnknown) =>
  scenario({
    id: `cancel-unknown-${unknown}`,
    title: `A cancel of ${STATED_UNKNOWNS[unknown]} that no order has gets 404`,
    requests: {
      cancel: cancelOf('not-found', unknown, 'must not be found'),
      'after-cancels': cancelOf('again', unknown, 'must not be found, after others were cancelled either'),
    },
  });

export const cancelsOfUnknown = {
  plain: sentFor('plain'),
  'above-2-31': sentFor('above-2-31'),
  'above-2-53': sentFor('above-2-53'),
  'max-int64': sentFor('max-int64'),
} as const;

function notFound(id: RequirementId, unknown: StatedUnknown, about: DemandText) {
  const situation = `A cancel of ${STATED_UNKNOWNS[unknown]} that no order has`;
  const isOfKind = (request: Request) => isAuthorized(request) && unknownOf(request) === unknown;
  return must(id, {
    ...about,
    needs: [cancelsOfUnknown[unknown]],
    answers: (evidence) => [
      ...evidence.answers((request) => isOfKind(request) && isAlone(request)),
      // `auth.kept-connection` reports a kept connection that broke off.
      ...evidence.answered((request) => isOfKind(request) && !isAlone(request)),
    ],
    judge: (answer, evidence) =>
      isOfAnotherRequest(evidence, answer) ? [] : (mayExist(evidence, answer) ?? judgeStatus(answer, 404, situation)),
    judgeSilence: (exchange) => brokenSilence(exchange, situation, 'status 404'),
  });
}

/** On a kept connection, this may be the response to another request; the rule for kept connections reports that. */
const isOfAnotherRequest = (evidence: Evidence, answer: Answer): boolean =>
  Boolean(answer.exchange.sent.kept) &&
  (answer.status === 401 ||
    isShifted(evidence, answer) ||
    isOfOrderBefore(evidence, answer) ||
    windows(evidence).some(({ kinds }) => kinds.includes('connection')));

const inRange = (unknown: Exclude<StatedUnknown, 'plain'>, range: string) =>
  notFound(`cancel.unknown.${unknown}`, unknown, {
    text: `Cancelling an order that does not exist returns 404 where its id is ${range}.`,
    why: '`orderId` is an int64: every value in that range identifies an order, or none.',
    fix: 'Parse `orderId` as a 64-bit integer.',
  });

const statedUnknown = [
  notFound('cancel.unknown.status', 'plain', {
    text: 'Cancelling an order that does not exist returns 404.',
    fix: 'Answer 404 when no order has the given id.',
  }),
  inRange('above-2-31', 'above 2^31'),
  inRange('above-2-53', 'above 2^53'),
  inRange('max-int64', '2^63−1'),
];

export const cancelsOfZeroAndNegative = scenario({
  id: 'cancel-unknown-zero-negative',
  title: 'A cancel of 0 or of a negative id that no order has gets 404',
  requests: {
    zero: cancelOf('texts', 'zero', 'must not be found'),
    negative: cancelOf('texts', 'negative', 'must not be found'),
  },
});

const zeroNegative = should('cancel.unknown.zero-negative', {
  text: 'Cancelling 0 or a negative id that no order has returns 404.',
  why: 'Both are int64 values, so the 404 of the table follows; the contract does not mention them.',
  fix: 'Look such an id up like any other, and answer 404.',
  needs: [cancelsOfZeroAndNegative],
  answers: answersOf(UNUSUAL),
  // The contract does not mention these ids, so a fault in the Error of this 404 is only a warning, and reported here.
  judge: (answer, evidence) => {
    const status = mayExist(evidence, answer) ?? judgeStatus(answer, 404, situationOf(UNUSUAL, answer));
    return answer.status === 404 ? [status, ...judgeError(answer, 404, notFounds(evidence))] : status;
  },
  judgeSilence: (exchange) => brokenSilence(exchange, situationOf(UNUSUAL, exchange), 'status 404'),
});

function answersOf(words: Words) {
  return (evidence: Evidence) =>
    evidence.answers((request) => isAuthorized(request) && words[unknownOf(request) ?? 'plain'] !== undefined);
}

const situationOf = (words: Words, { request }: Pick<Exchange, 'request'>): string =>
  `A cancel of ${words[unknownOf(request) ?? 'plain']}`;

const text = (unknown: UnknownKind) => cancelOf('texts', unknown, 'must not succeed', 'not-int64');

/** `1-other-orders.ts` sends further texts, which are made from the id of an order. */
export const cancelsOfTexts = scenario({
  id: 'cancel-not-int64',
  title: 'A cancel of what is not an int64 gets neither a success nor a server error',
  requests: { word: text('word'), 'above-int64': text('above-int64') },
});

const REFUSED = 'a 4xx status, such as 400 or 404';

const notInt64 = typeOfId.should('cancel.not-int64', {
  text: 'Cancelling an `orderId` that is not an int64 (`abc`, `1.5`, 2^63) returns neither a 2xx nor a 5xx.',
  why: "Nothing can have been cancelled, and a client's mistake is not a server error. The contract does not say which 4xx such an id gets.",
  fix: 'Refuse an id that is not an int64 with 400 or 404.',
  needs: [cancelsOfTexts],
  judgeRun: (evidence) => [
    ...diagnosed(evidence, 'cancel.not-int64'),
    ...judgeEach(answersOf(NOT_INT64)(evidence), judgeText, (exchange) =>
      brokenSilence(exchange, situationOf(NOT_INT64, exchange), REFUSED),
    ),
  ],
});

function judgeText(answer: Answer) {
  const succeeds = isSuccess(answer.status);
  if (!succeeds && answer.status < 500) return held(answer.exchange);
  const what = succeeds ? `succeeds with ${answer.status}` : 'gets a server error';
  return brokenStatus(answer, `${situationOf(NOT_INT64, answer)}, which is not an int64, ${what}.`, REFUSED);
}

const notInt64Id = typeOfId.open(
  'not-int64-id',
  'What does cancelling an `orderId` that is not an int64 return?',
  (evidence) =>
    evidence.answered(isAuthorized).flatMap(({ request, status }) => {
      const words = NOT_INT64[unknownOf(request) ?? 'plain'];
      return words === undefined ? [] : [{ observed: `${words}: ${status}` }];
    }),
);

export const cancelUnknown: ClauseFile = {
  demands: [...statedUnknown, zeroNegative, notInt64],
  questions: [notInt64Id],
};
