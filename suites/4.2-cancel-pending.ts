import { type Answer, type Evidence, isSuccess } from '../evidence/evidence.js';
import { type Exchange, headerValues } from '../evidence/exchange.js';
import type { Place } from '../evidence/place.js';
import { quote, shown } from '../evidence/quoted.js';
import { isCancel, type UnknownKind } from '../evidence/request.js';
import { inconclusive, isUnjudged, notApplicable } from '../evidence/unjudged.js';
import { judgeStatus } from './answers/answers.js';
import { maySayState } from './orders/answered.js';
import { diagnosed } from './orders/diagnosed.js';
import { type FirstCancels, firstCancels, isDoubted, isLost, isUsedUpByText, whyOpen } from './orders/first-cancels.js';
import { followingOf, hasWord } from './orders/following.js';
import { type ClauseFile, clause } from './terms/clause.js';
import { REPAIRS } from './terms/repair.js';
import { cancelOf, cancelOn, cancelWithKey, listingOn, refusals, UNLIKE_KEY } from './terms/requests.js';
import { held, type Result } from './terms/rule.js';
import { scenario } from './terms/scenario.js';
import { sentences } from './terms/sentences.generated.js';
import { fixOf } from './terms/situation.js';

/** §4.2: a pending order is cancelled with a bare 204. */
const { must, should } = clause('4.2', 'cancelOrder', '| 204 | Order was pending and is cancelled. | none |');

const neighbour = (unknown: UnknownKind, purpose: string) => cancelOf('left-alone', unknown, purpose, 'neighbour');

/** `4.2-told-apart.ts` judges the neighbours, which are made from the id of this order; `3.1-only-pending.ts` the second cancel. */
export const pendingLifecycle = scenario({
  id: 'cancel-pending',
  title: 'A pending order is told apart from its neighbours, cancelled with a bare 204, and not cancelled again',
  order: { state: 'pending', for: 'told-apart' },
  listings: ['before', 'after'],
  requests: {
    ...refusals('refused-', UNLIKE_KEY, { stage: 'refused', order: 'own' }),
    'neighbour-double': neighbour('shares-double', 'must not be found: only a double takes it for the pending order'),
    'neighbour-32-bits': neighbour(
      'shares-low-32-bits',
      'must not be found: only 32 bits take it for the pending order',
    ),
    cancel: cancelWithKey('cancelled', 'own', 'must succeed; its answer is read from the wire'),
    ...refusals('other-size-', ['missing'], { stage: 'refused', order: 'sizes' }),
    'other-size': cancelWithKey(
      'cancelled',
      'sizes',
      'must succeed: no other order with an id of its size is cancelled alone',
    ),
    again: {
      ...cancelWithKey('again', 'own', 'must not succeed: the order has been cancelled', 'again'),
      when: { succeeded: 'cancel' },
    },
    ...refusals('then-', UNLIKE_KEY, { stage: 'again', order: 'own', when: { succeeded: 'cancel' } }),
  },
});

/**
 * Clients that pool connections get their 204 after other responses, and the next response on the connection shows where
 * the 204 ended. `5-cancel-key.ts` sends these to its order, which nothing else may have cancelled.
 */
export const cancelOnKeptConnection = {
  opener: listingOn('cancelled', 'kept', 'valid', 'opener'),
  cancel: {
    ...cancelWithKey('cancelled', 'own', 'must succeed: the refused cancels had no effect'),
    connection: 'kept',
  },
  next: { ...cancelOn('cancelled', 'kept', 'next'), when: { succeeded: 'cancel' } },
} as const;

const status = must('cancel.pending.status', {
  text: 'Cancelling a pending order returns 204.',
  fix: fixOf('pending'),
  judgesEvery: 'pending',
  needs: [pendingLifecycle],
  judgeRun: (evidence) => {
    const all = firstCancels(evidence);
    const isShown = all.some(({ success }) => success?.status === 204);
    return [
      ...diagnosed(evidence, 'cancel.pending.status'),
      ...all.flatMap((first) => judgeFirst(evidence, first, isShown)),
    ];
  },
});

/** @param isShown some pending order gets 204 */
function judgeFirst(evidence: Evidence, first: FirstCancels, isShown: boolean): Result[] {
  // One 204 is enough: an order that is held back, or may be used up, leaves nothing open.
  if (isShown && (isHeldBack(first) || isDoubted(evidence, first))) return [];
  if (isLost(first)) return [first.open[0] ?? inconclusive(lostText(first))];
  const why = whyOpen(evidence, first);
  // For the order of another requirement, that requirement reports the reason.
  if (why) return isPlain(first) && !isUsedUpByText(evidence, first) ? [why] : [];
  const { timeline, answers, success } = first;
  // The windows judge a refusal that says the order was not pending, and a success that cancelled orders get as well.
  const unstated = answers.find((answer) => !isSuccess(answer.status) && !maySayState(answer));
  const isOfWindows = timeline.sightings.some(
    ({ shows, exchange }) => shows === 'refused' && exchange === success?.exchange,
  );
  const judged = isOfWindows ? unstated : (success ?? unstated);
  return judged ? [judgeStatus(judged, `The cancel of order ${timeline.order.id}, declared pending,`)] : [];
}

const lostText = ({ timeline: { order } }: FirstCancels): string =>
  `No cancel of order ${order.id} got 204, and one got no answer from the service itself (502 to 504), so nothing shows whether it can be cancelled.`;

/** No other requirement depends on this order: neither `cancel.race` nor `auth.no-effect`. */
export const isPlain = ({ roles }: FirstCancels): boolean => !roles.has('racer') && !roles.has('refused');

/** None of its cancels was sent: a careless server could read the id as that of an order that nobody declared. */
export const isHeldBack = ({ answers, open }: FirstCancels): boolean =>
  answers.length === 0 && open[0]?.unjudged === 'blocked';

const noBody = must('cancel.pending.no-body', {
  text: 'A 204 has no body: no `Content-Length` above 0, no `Transfer-Encoding`, no bytes after the header.',
  why: 'RFC 9110 §15.3.5 and RFC 9112 §6: bytes after a 204 are read as the start of the next response on that connection. Most clients hide this, so the suite looks at the wire.',
  fix: REPAIRS.noContent,
  judgesEvery: 'pending',
  needs: [pendingLifecycle],
  judgeRun: (evidence) => [
    ...evidence
      .answered(isCancel)
      .filter((answer) => answer.status === 204)
      .map(judgeNoBody),
    ...evidence.exchanges.flatMap((exchange) => judgeNext(evidence, exchange)),
  ],
});

const signAt = (at: Place, actual: string) => ({ at, actual });

const strayText = (response: Answer['response']): string => new TextDecoder().decode(shown(response).stray);

function judgeNoBody({ exchange, response }: Answer): Result {
  const lengths = headerValues(response, 'content-length').filter((value) => !/^0*$/.test(value.trim()));
  const codings = headerValues(response, 'transfer-encoding');
  const { stray } = response;
  const signs = [
    ...lengths.map((value) => signAt('header Content-Length', `Content-Length: ${quote(response, value)}`)),
    ...codings.map((value) => signAt('header Transfer-Encoding', `Transfer-Encoding: ${quote(response, value)}`)),
    ...(stray?.length ? [signAt('bytes after the header', `${stray.length} bytes: ${strayText(response)}`)] : []),
  ];
  const [sign] = signs;
  if (!sign) return held(exchange);
  return {
    message: 'The 204 has a body, or announces one. Clients read these bytes as the start of the next response.',
    expected: 'no Content-Length above 0, no Transfer-Encoding, and nothing after the header',
    actual: signs.map(({ actual }) => actual).join('; '),
    at: sign.at,
    exchange,
  };
}

/**
 * If no status line follows a 204 on its connection, it did not end where clients expect its end, unless answers on
 * connections of their own have none either.
 */
function judgeNext(evidence: Evidence, exchange: Exchange): Result[] {
  const { request, sent, outcome } = exchange;
  if (request.role !== 'next' || !sent.kept || exchange !== evidence.exchange(request.id)) return [];
  if (outcome.kind !== 'failure' || !lacksStatusLine(exchange) || !follows204(evidence, exchange)) return [];
  if (evidence.exchanges.some((other) => !other.sent.kept && lacksStatusLine(other))) return [];
  return [
    {
      message:
        'What came after a 204 on a kept connection is not a response: clients read it as the start of the next one.',
      expected: 'the answer to the next request, right after the header of the 204',
      actual: outcome.failure.message,
      at: 'bytes after the header',
      exchange,
    },
  ];
}

const lacksStatusLine = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'failure' && outcome.failure.kind === 'no-status-line';

const follows204 = (evidence: Evidence, { request: { connection } }: Exchange): boolean =>
  evidence
    .answered((request) => request.role === 'cancel' && request.connection === connection)
    .some((answer) => answer.status === 204);

export const STILL_LISTED = 'cancel.pending.listed';

/** §3 names the state `pending`; where listings have that word for it, and others for other states, they show a cancel. */
const listed = should(STILL_LISTED, {
  text: 'After its own 204, an order is not listed as `pending` any more, where listings tell states by that word.',
  why: 'The 204 says that the order is cancelled (§3). Which member has the state is not shown, so this is judged only where the first listing has the word `pending` for orders that are declared so, and other words for others. The last listing is asked again for 5 s.',
  fix: 'Store the cancel before you answer 204 (commit, then answer). Then a second cancel finds an order that is no longer pending, and gets 404 or 409.',
  judgesEvery: 'pending',
  needs: [pendingLifecycle],
  judgeRun: (evidence) => {
    const [before, last] = [evidence.listing('before'), evidence.listing('last')];
    if (isUnjudged(before)) return [before];
    const isTold = hasWord(evidence);
    if (isTold === undefined) return [];
    if (!isTold) return [notApplicable(sentences.noWord)];
    if (isUnjudged(last)) return [last];
    const following = followingOf(evidence);
    if (!following) return [];
    const { stillPending } = following;
    if (stillPending.length === 0) return [held(last.exchange)];
    const [orders, their] = stillPending.length === 1 ? ['order', 'its'] : ['orders', 'their'];
    return [
      {
        message: `After ${their} own 204, ${orders} ${stillPending.join(', ')} ${orders === 'order' ? 'is' : 'are'} still listed as "pending": nothing was stored, or the listing follows late.`,
        expected: 'another word, or no such element',
        actual: quote(last.exchange, last.reading.elements.get(stillPending[0] ?? 0n) ?? ''),
        at: 'body',
        exchange: last.exchange,
      },
    ];
  },
});

export const cancelPending: ClauseFile = { demands: [status, noBody, listed] };
