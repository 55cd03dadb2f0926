import { type Answer, type Evidence, isSuccess } from '../evidence/evidence.js';
import { type Exchange, headerValues } from '../evidence/exchange.js';
import { isCancel } from '../evidence/request.js';
import { inconclusive } from '../evidence/unjudged.js';
import { judgeStatus, silenceOf } from './answers/answers.js';
import { maySayState } from './orders/answered.js';
import { diagnosed } from './orders/diagnosed.js';
import { type FirstCancels, firstCancels, isDoubted, isLost, isUsedUpByText, whyOpen } from './orders/first-cancels.js';
import { type ClauseFile, clause } from './terms/clause.js';
import {
  cancelOf,
  cancelOn,
  cancelWithKey,
  listingOn,
  type NEIGHBOURS,
  refusals,
  UNLIKE_KEY,
} from './terms/requests.js';
import { held, type Result } from './terms/rule.js';
import { scenario } from './terms/scenario.js';

/** §4.2: a pending order is cancelled with a bare 204. */
const { must } = clause('4.2', 'cancelOrder', '| 204 | Order was pending and is cancelled. | none |');

const neighbour = (unknown: keyof typeof NEIGHBOURS, purpose: string) =>
  cancelOf('left-alone', unknown, purpose, 'neighbour');

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
  fix: 'Answer 204, not 200 or 202, once the order is cancelled. Find the order by its whole 64-bit id.',
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
  return judged ? [judgeStatus(judged, 204, `The cancel of order ${timeline.order.id}, declared pending,`)] : [];
}

const lostText = ({ timeline: { order } }: FirstCancels): string =>
  `No cancel of order ${order.id} succeeded, and one got no answer from the service itself (502 to 504), so nothing shows whether it can be cancelled.`;

/** No other requirement depends on this order: neither `cancel.race` nor `auth.no-effect`. */
export const isPlain = ({ roles }: FirstCancels): boolean => !roles.has('racer') && !roles.has('refused');

/** None of its cancels was sent: a careless server could read the id as that of an order that nobody declared. */
export const isHeldBack = ({ answers, open }: FirstCancels): boolean =>
  answers.length === 0 && open[0]?.unjudged === 'blocked';

const noBody = must('cancel.pending.no-body', {
  text: 'A 204 has no body: no `Content-Length` above 0, no `Transfer-Encoding`, no bytes after the header.',
  why: 'RFC 9110 §15.3.5 and RFC 9112 §6: bytes after a 204 are read as the start of the next response on that connection. Most clients hide this, so the suite looks at the wire.',
  fix: 'Send nothing after the header, and no header that announces a body.',
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

/** If the next response on the connection of a 204 is not HTTP, the 204 did not end where clients expect its end. */
function judgeNext(evidence: Evidence, exchange: Exchange): Result[] {
  const { request, sent, outcome } = exchange;
  if (request.role !== 'next' || !sent.kept || exchange !== evidence.exchange(request.id)) return [];
  if (outcome.kind !== 'failure' || silenceOf(exchange) !== 'unreadable' || !follows204(evidence, exchange)) return [];
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

const follows204 = (evidence: Evidence, { request: { connection } }: Exchange): boolean =>
  evidence
    .answered((request) => request.role === 'cancel' && request.connection === connection)
    .some((answer) => answer.status === 204);

export const cancelPending: ClauseFile = { demands: [status, noBody] };
