import { type Answer, answered, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Exchange, headerValues, precedes, statusOf } from '../../runner/evidence/exchange.js';
import { TWO_53 } from '../../runner/evidence/mistakes.js';
import { idText, isCancel, orderOf, type Request, unknownOf } from '../../runner/evidence/request.js';
import { blocked, inconclusive, isUnjudged, notApplicable, type Unjudged } from '../../runner/evidence/unjudged.js';
import { type Broken, held, isBroken, type Result } from '../../runner/judge/rule.js';
import { brokenSilence, brokenStatus, goesTo, judgeStatus, orderIdOf } from '../answers.js';
import { isOfOrderBefore } from '../connections.js';
import { diagnosed, timelineOf, whyNotAsDeclared } from '../orders/diagnosed.js';
import {
  type FirstCancels,
  firstCancels,
  isDoubted,
  isLost,
  isUsedUpByText,
  whyOpen,
} from '../orders/first-cancels.js';
import { outlivedOrOpen } from '../orders/outlived.js';
import { secondSuccesses } from '../orders/own-cancels.js';
import { maySayState } from '../orders/timeline.js';
import { mayExist } from '../orders/unknown.js';
import { NEIGHBOURS } from '../requests.js';
import { judgeEach, type Observer, type Rule } from '../rule.js';

/** §4.2: 204, and not another success. */
const status: Rule = {
  requirement: 'cancel.pending.status',
  from: ['cancel-pending'],
  judge: (evidence) => {
    const told = diagnosed(evidence, 'cancel.pending.status');
    const all = firstCancels(evidence);
    const isShown = all.some(({ success }) => success?.status === 204);
    return [...told, ...all.flatMap((first) => judgeFirst(evidence, first, isShown))];
  },
};

/** @param isShown some pending order gets 204 */
function judgeFirst(evidence: Evidence, first: FirstCancels, isShown: boolean): Result[] {
  // An order that is held back, or may be used up, shows nothing that another one does not show.
  if (isShown && (isHeldBack(first) || isDoubted(evidence, first))) return [];
  if (isLost(first)) return [first.open[0] ?? inconclusive(lostText(first))];
  const why = whyOpen(evidence, first);
  // Where refused cancels came first, it is `auth.no-effect` that cannot be judged.
  if (why) return isPlain(first) && !isUsedUpByText(evidence, first) ? [why] : [];
  const { timeline, answers, success } = first;
  // The windows judge a refusal that says the order was not pending, and a success that cancelled orders get as well.
  const odd = answers.find((answer) => !isSuccess(answer.status) && !maySayState(answer.status));
  const isOfWindows =
    success !== undefined && success.status !== 204 && isShown && secondSuccesses(evidence).has(success.status);
  const judged = isOfWindows ? odd : (success ?? odd);
  return judged ? [judgeStatus(judged, 204, `The cancel of order ${timeline.order.id}, declared pending,`)] : [];
}

const lostText = ({ timeline: { order } }: FirstCancels): string =>
  `Each cancel of order ${order.id} got no answer from the service itself (502 to 504), so nothing shows whether it can be cancelled.`;

const isPlain = ({ roles }: FirstCancels): boolean => !roles.has('racer') && !roles.has('refused');

/** None of its cancels was sent, since a server could take it for an order that nobody declared. */
const isHeldBack = ({ answers, open }: FirstCancels): boolean =>
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

/** What cannot be read as HTTP right after a 204 shows that its end was not where clients look for it. */
function judgeNext(evidence: Evidence): Result[] {
  return evidence.exchanges.flatMap((exchange) => {
    const { request, sent, outcome } = exchange;
    if (request.role !== 'next' || !sent.kept || exchange !== evidence.exchange(request.id)) return [];
    if (outcome.kind !== 'failure' || outcome.failure.kind !== 'protocol' || !follows204(evidence, exchange)) return [];
    return {
      message:
        'What came after a 204 on a kept connection is not a response: clients read it as the start of the next one.',
      expected: 'the answer to the next request, right after the header of the 204',
      actual: outcome.failure.message,
      at: 'bytes after the header',
      exchange,
    };
  });
}

const follows204 = (evidence: Evidence, { request: { connection } }: Exchange): boolean =>
  evidence
    .answered((request) => request.role === 'cancel' && request.connection === connection)
    .some((answer) => answer.status === 204);

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

const sharesDouble = (request: Request): boolean => unknownOf(request) === 'shares-double';

const judgeNeighbours = (evidence: Evidence, where: (request: Request) => boolean): Result[] =>
  judgeEach(
    evidence.answers((request) => request.role === 'neighbour' && where(request)),
    (answer) => judgeNeighbour(evidence, answer),
    (exchange) => brokenSilence(exchange, neighbourOf(exchange), 'status 404'),
  );

/** §4.2: `orderId` is an int64, and only an exact comparison tells an order from its neighbours. */
const toldApart: Rule = {
  requirement: 'cancel.told-apart',
  from: ['cancel-pending', 'cancel-shipped'],
  judge: (evidence) => [
    ...judgeNeighbours(evidence, (request) => !sharesDouble(request)),
    ...outlivedOrOpen(evidence, {
      requirement: 'cancel.told-apart',
      suspect: 'neighbour',
      isAbout: ({ timeline: { events } }) => events.some(({ suspect }) => suspect === 'neighbour'),
    }),
    ...ownIdsHeld(evidence),
  ],
};

const isLong = (id: bigint): boolean => id > TWO_53 || id < -TWO_53;

/** §4.2: the same for ids that share a double. A store without such ids shows nothing, and nobody is failed for that. */
const toldApartAbove: Rule = {
  requirement: 'cancel.told-apart.above-2-53',
  from: ['cancel-pending'],
  judge: (evidence) => {
    const { pending, shipped, other } = evidence.plan.orders;
    if (pending.some(isLong)) {
      // Which of its neighbours changed an order does not show.
      const effects = diagnosed(evidence, 'cancel.told-apart').filter(isBroken);
      return [...judgeNeighbours(evidence, sharesDouble), ...effects.map(waitsForEffect)];
    }
    const before = evidence.listing('before');
    if (isUnjudged(before)) return [before];
    const known = [...shipped, ...other].find(isLong) ?? before.reading.longId;
    return [known === undefined ? notApplicable(NO_LONG_ID) : blocked(declareLong(known))];
  },
};

const waitsForEffect = ({ exchange }: Broken): Unjudged => ({
  ...inconclusive('A cancel of a neighbour changed an order: see `cancel.told-apart`.'),
  ...(exchange && { waitsFor: idText(exchange.request.id) }),
});

const NO_LONG_ID =
  'Neither the listing nor the fixtures have an order with an id above 2^53, so whether ids are told apart there was not judged.';

const declareLong = (id: bigint): string =>
  `The store has an order with an id above 2^53 (${id}), and the fixtures declare no pending one. Declare a pending order with an odd id above 2^53.`;

/** On a kept connection, a cancel works on its own id, not on that of the request before it. */
const ownIdsHeld = (evidence: Evidence): Result[] =>
  judgeEach(
    evidence.answers(({ role }) => role === 'own-id'),
    (answer) => {
      const { exchange, request, status } = answer;
      if (isOfOrderBefore(evidence, answer)) {
        const message =
          'A cancel of an unknown id gets what the order before it on its connection got, and 404 on a connection of its own.';
        return brokenStatus(answer, message, 'status 404');
      }
      return exchange.sent.kept && status === (orderOf(request) ? 409 : 404) ? held(exchange) : [];
    },
  );

function judgeNeighbour(evidence: Evidence, answer: Answer): Result {
  const why = answer.status === 404 ? whyMissing(evidence, nearOf(answer.exchange)) : mayExist(evidence, answer);
  return why ?? judgeStatus(answer, 404, neighbourOf(answer.exchange));
}

/** The order that the unknown id of a cancel is a neighbour of. */
function nearOf({ request: { aim }, sent }: Exchange): bigint | undefined {
  if (aim.kind !== 'unknown') return undefined;
  return (aim.candidates.find(({ text }) => text === sent.orderId) ?? aim).near;
}

function neighbourOf(exchange: Exchange): string {
  const likeness = NEIGHBOURS[sharesDouble(exchange.request) ? 'shares-double' : 'shares-low-32-bits'];
  return `A cancel of an unknown id that ${likeness} order ${nearOf(exchange)}`;
}

/** Where the order does not exist either, a 404 tells nothing apart. */
function whyMissing(evidence: Evidence, id: bigint | undefined): Unjudged | undefined {
  const timeline = timelineOf(evidence, id);
  const isFound = timeline?.sightings.some(
    ({ by, shows, exchange }) => shows !== 'gone' && (by === 'listing' || statusOf(exchange) !== 404),
  );
  return timeline && !isFound ? whyNotAsDeclared(evidence, timeline.order) : undefined;
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
  firstCancels(evidence)
    .filter((first) => isPlain(first) && isHeldBack(first))
    .flatMap(({ open }) => open);

function judgeSecond(answer: Answer): Result {
  if (!isSuccess(answer.status)) return held(answer.exchange);
  const message = `The second cancel of order ${orderIdOf(answer.request)} succeeds with ${answer.status}.`;
  return brokenStatus(answer, message, 'a refusal, such as 404 or 409');
}

export const cancelPendingRules: readonly Rule[] = [status, noBody, toldApart, toldApartAbove, again];

export const cancelPendingObservers: readonly Observer[] = [
  {
    ambiguity: 'cancelled-order-listed',
    observe: (evidence) => {
      const after = evidence.listing('after');
      if (isUnjudged(after)) return [];
      return firstCancels(evidence)
        .filter(({ success }) => success && precedes(success.exchange, after.exchange))
        .map(({ timeline }) => after.reading.lists(timeline.order.id))
        .filter((listed) => listed || after.reading.withoutId === 0)
        .map((listed) => ({ observed: listed ? 'it stays in the listing' : 'it leaves the listing' }));
    },
  },
  {
    ambiguity: 'second-cancel',
    observe: (evidence) => answered(secondCancels(evidence)).map((answer) => ({ observed: `status ${answer.status}` })),
  },
];
