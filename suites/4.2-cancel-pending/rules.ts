import { type Answer, answered, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Exchange, headerValues, precedes, statusOf } from '../../runner/evidence/exchange.js';
import { isTemporaryRefusal } from '../../runner/evidence/obstacle.js';
import { isCancel, orderOf, unknownOf } from '../../runner/evidence/request.js';
import { isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';
import { held, isBroken, type Result } from '../../runner/judge/rule.js';
import { brokenStatus, goesTo, isAlone, isAuthorized, judgeStatus, orderIdOf } from '../answers.js';
import { blamed } from '../blame.js';
import { judgeReused } from '../connections.js';
import { fates } from '../fates.js';
import { type CancelledOrder, cancelledOrders, mayExist } from '../history.js';
import { NEIGHBOURS } from '../requests.js';
import { judgeEach, type Observer, type Rule } from '../rule.js';
import { shownState, wrongFixture } from '../shown-state.js';

/** §4.2: 204, and not another success. */
const status: Rule = {
  requirement: 'cancel.pending.status',
  from: ['cancel-pending'],
  judge: (evidence) => {
    const all = fates(evidence);
    const isShown = all.some(({ fate }) => fate?.kind === 'cancelled');
    return all.flatMap((cancelled): Result[] => {
      const { order, part, fate } = cancelled;
      // What an order that is held back would show, any other one shows.
      if (isShown && isHeldBack(cancelled)) return [];
      // Where refused cancels came first, it is `auth.no-effect` that cannot be judged.
      if (fate?.kind === 'unjudged') return part === 'plain' ? [fate.unjudged] : [];
      if (!fate || (fate.kind === 'refused' && fate.suspect)) return [];
      const situation = `The cancel of order ${order.id}, declared pending,`;
      const { status: got } = fate.answer;
      const isDoubtful = got >= 400 && got < 500 && !shownState(evidence, order)?.isPending;
      const hint = isDoubtful ? 'The fixture may be wrong: is the order really pending?' : undefined;
      return [judgeStatus(fate.answer, 204, situation, hint)];
    });
  },
};

/** None of its cancels was sent, since a server could take it for an order that nobody declared. */
const isHeldBack = ({ answers, open }: CancelledOrder): boolean =>
  answers.length === 0 && open[0]?.unjudged === 'blocked';

/** RFC 9110 §15.3.5 and RFC 9112 §6.3: a 204 ends with its header. */
const noBody: Rule = {
  requirement: 'cancel.pending.no-body',
  from: ['cancel-pending'],
  judge: (evidence) => [
    ...evidence
      .answered(isCancel)
      .filter((answer) => answer.status === 204)
      .map(judgeNoBody),
    ...judgeNext(evidence),
  ],
};

/** What came next on the connection of a 204 shows whether its end was where clients look for it. */
function judgeNext(evidence: Evidence): Result[] {
  return evidence.exchanges.flatMap((exchange) => {
    const { request, sent, outcome } = exchange;
    if (request.role !== 'next' || !sent.kept || !follows204(evidence, exchange)) return [];
    if (exchange !== evidence.exchange(request.id) || isTemporaryRefusal(statusOf(exchange) ?? 0)) return [];
    // Where answers are shifted whatever came before, `auth.kept-connection` says so.
    if ([...judgeReused(evidence), ...judgeOwnIds(evidence)].some(isBroken)) return [];
    const isWrong = outcome.kind === 'failure' ? outcome.failure.kind === 'protocol' : isShifted(evidence, exchange);
    if (!isWrong) return [];
    return {
      message:
        'After a 204 on a kept connection, the next request is not answered as it is on a connection of its own.',
      expected: 'the answer to that request, right after the header of the 204',
      actual: outcome.kind === 'failure' ? outcome.failure.message : `status ${outcome.response.status}`,
      at: 'bytes after the header',
      exchange,
    };
  });
}

const follows204 = (evidence: Evidence, { request: { connection } }: Exchange): boolean =>
  evidence
    .answered((request) => request.role === 'cancel' && request.connection === connection)
    .some((answer) => answer.status === 204);

/** An unknown id gets an answer that such ids get nowhere else: what one replica of several says is not the 204's fault. */
const isShifted = (evidence: Evidence, exchange: Exchange): boolean => {
  const elsewhere = evidence
    .answered((request) => isAuthorized(request) && unknownOf(request) !== undefined)
    .filter((answer) => answer.exchange !== exchange);
  return elsewhere.length > 0 && !elsewhere.some(({ status: usual }) => usual === statusOf(exchange));
};

function judgeNoBody({ exchange, response }: Answer): Result {
  const lengths = headerValues(response, 'content-length').filter((value) => !/^0*$/.test(value.trim()));
  const codings = headerValues(response, 'transfer-encoding');
  const { stray } = response;
  const signs = [
    ...lengths.map((value) => ({ actual: `Content-Length: ${value}`, at: 'header Content-Length' })),
    ...codings.map((value) => ({ actual: `Transfer-Encoding: ${value}`, at: 'header Transfer-Encoding' })),
    ...(stray?.length
      ? [{ actual: `${stray.length} bytes: ${new TextDecoder().decode(stray)}`, at: 'bytes after the header' }]
      : []),
  ];
  if (signs.length === 0) return held(exchange);
  return {
    message: 'The 204 has a body, or announces one. Clients read these bytes as the start of the next response.',
    expected: 'no Content-Length above 0, no Transfer-Encoding, and nothing after the header',
    actual: signs.map(({ actual }) => actual).join('; '),
    at: signs.map(({ at }) => at).join('; '),
    exchange,
  };
}

/** §4.2: `orderId` is an int64, and only an exact comparison tells an order from its neighbours. */
const toldApart: Rule = {
  requirement: 'cancel.told-apart',
  from: ['cancel-pending', 'cancel-shipped'],
  judge: (evidence) => [
    ...judgeOwnIds(evidence),
    ...judgeEach(
      evidence.answers(({ role }) => role === 'neighbour'),
      (answer) => judgeNeighbour(evidence, answer),
    ),
    ...blamed(evidence, 'cancel.told-apart'),
  ],
};

const firstCancels = (evidence: Evidence, id: bigint | undefined): Answer[] =>
  evidence.answered(({ role, ...request }) => (role === 'cancel' || role === 'racer') && orderOf(request)?.id === id);

/** On a kept connection, a cancel works on its own id, not on that of the request before it. */
function judgeOwnIds(evidence: Evidence): Result[] {
  // Where answers are shifted whatever was asked for, `auth.kept-connection` says so.
  if (judgeReused(evidence).some(isBroken)) return [];
  return judgeEach(
    evidence.answers(({ role }) => role === 'own-id'),
    (answer) => {
      const { exchange, request, status } = answer;
      const id = orderIdOf(request);
      const alone = evidence.answered((other) => isAuthorized(other) && isAlone(other) && orderIdOf(other) === id);
      // What one replica of several says is not the connection's fault.
      if (!exchange.sent.kept || alone.length === 0 || alone.some((cancel) => cancel.status !== 409)) return [];
      if (status !== 404) return held(exchange);
      const message = `On a connection that had just been used to cancel another id, the cancel of order ${id} is answered as that of an order that does not exist: it works on the id of the request before it.`;
      return brokenStatus(answer, message, 'status 409, as on a connection of its own');
    },
  );
}

function judgeNeighbour(evidence: Evidence, answer: Answer): Result {
  const { aim } = answer.request;
  if (aim.kind !== 'unknown') return held(answer.exchange);
  const { near } = aim.candidates.find(({ text }) => text === answer.exchange.sent.orderId) ?? aim;
  const why = answer.status === 404 ? whyMissing(evidence, near) : mayExist(evidence, answer);
  if (why) return why;
  const likeness = aim.unknown === 'shares-double' ? NEIGHBOURS[aim.unknown] : NEIGHBOURS['shares-low-32-bits'];
  const situation = `A cancel of an unknown id that ${likeness} order ${near}`;
  return judgeStatus(answer, 404, situation);
}

/** Where the order does not exist either, a 404 tells nothing apart. One that any of its cancels found does exist. */
function whyMissing(evidence: Evidence, id: bigint | undefined): Unjudged | undefined {
  const cancels = firstCancels(evidence, id);
  if (cancels.some(({ status: got }) => isSuccess(got) || got === 409)) return undefined;
  return cancels.map((cancel) => wrongFixture(evidence, cancel)).find((why) => why !== undefined);
}

/** Cancels of an order whose first cancel had succeeded. */
const secondCancels = (evidence: Evidence) =>
  evidence.answers((request) => request.role === 'again' && goesTo('pending')(request));

/** §3.1: a cancelled order is not pending any more. */
const again: Rule = {
  requirement: 'cancel.again',
  from: ['cancel-pending'],
  judge: (evidence) => {
    const cancels = secondCancels(evidence);
    return cancels.length === 0 ? whyNotTwice(evidence) : judgeEach(cancels, judgeSecond);
  },
};

const whyNotTwice = (evidence: Evidence): Unjudged[] =>
  cancelledOrders(evidence)
    .filter((cancelled) => cancelled.part === 'plain' && isHeldBack(cancelled))
    .flatMap(({ open }) => open);

function judgeSecond(answer: Answer): Result {
  if (answer.status !== 204) return held(answer.exchange);
  const message = `Order ${orderIdOf(answer.request)} was cancelled a second time with 204.`;
  return brokenStatus(answer, message, 'any refusal, such as 404 or 409');
}

export const cancelPendingRules: readonly Rule[] = [status, noBody, toldApart, again];

export const cancelPendingObservers: readonly Observer[] = [
  {
    ambiguity: 'cancelled-order-listed',
    observe: (evidence) => {
      const after = evidence.listing('after');
      if (isUnjudged(after)) return [];
      return cancelledOrders(evidence)
        .filter(({ answers }) =>
          answers.some(({ status: got, exchange }) => isSuccess(got) && precedes(exchange, after.exchange)),
        )
        .map(({ order }) => after.reading.lists(order.id))
        .filter((listed) => listed || after.reading.withoutId === 0)
        .map((listed) => ({ observed: listed ? 'it stays in the listing' : 'it leaves the listing' }));
    },
  },
  {
    ambiguity: 'second-cancel',
    observe: (evidence) => answered(secondCancels(evidence)).map((answer) => ({ observed: `status ${answer.status}` })),
  },
];
