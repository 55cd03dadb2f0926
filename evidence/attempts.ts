import { groupBy, once } from '../interface/helpers/helpers.js';
import { type Exchange, type Failure, isIdleTimeout, isTemporaryRefusal, precedes, statusOf } from './exchange.js';
import { isCancel, isValid, type Request, unknownOf } from './request.js';

/**
 * This request cannot change an order, however often it is sent: a listing, a cancel without a valid key, or a cancel
 * of an unknown id.
 */
export const isHarmless = (request: Request): boolean =>
  !isCancel(request) || !isValid(request.credential) || unknownOf(request) !== undefined;

/** True if the same request may be sent again after this exchange. A definite answer is never asked for twice. */
export const mayRetry = (exchange: Pick<Exchange, 'request' | 'outcome' | 'sent'>): boolean =>
  // The target says that it did nothing, so even a cancel that could have an effect may be sent again.
  statusOf(exchange) === 429 ||
  isIdleTimeout(exchange) ||
  (isHarmless(exchange.request) && (refusalIn(exchange) !== undefined || isCutShort(exchange)));

/** The response broke off, or its connection had been idle for too long (408, RFC 9110 §15.5.9). */
const isCutShort = ({ outcome }: Pick<Exchange, 'outcome'>): boolean =>
  outcome.kind === 'response' && (outcome.response.status === 408 || outcome.response.body.end === 'truncated');

/**
 * Names the refusal if the target gave no answer, or a status that says "not now". Undefined if it answered, or if the
 * request never arrived.
 */
function refusalIn({ outcome }: Pick<Exchange, 'outcome'>): string | undefined {
  if (outcome.kind === 'failure') return NOT_REFUSED.includes(outcome.failure.kind) ? undefined : NONE;
  const { status } = outcome.response;
  return isTemporaryRefusal(status) ? String(status) : undefined;
}

const NOT_REFUSED: readonly Failure['kind'][] = ['connect', 'tls', 'too-large', 'aborted'];

const NONE = 'no answer';

type Attempts = readonly [Exchange, ...Exchange[]];

/** A refusal must be repeated this often before it counts as the target's answer. */
const OFTEN_ENOUGH = 3;

/**
 * Names the question that a request asks, wherever it is in the run. A cancel before the order's own cancel and one
 * after it are different questions.
 */
const questionOf = ({ request, sent }: Exchange): string => {
  const isLater = request.aim.kind === 'order' && request.when !== undefined;
  return [sent.method, sent.url, request.credential, request.accept ?? '', isLater].join(' ');
};

/**
 * Finds requests whose answer is a refusal, or silence, every time: reproducible is not noise (principle 5). The
 * request must be harmless, sent three times or more, and refused in the same way each time. In between, or while the
 * first attempt waited, similar requests must have been answered. No other request with the same refusal may have been
 * answered later.
 */
export const steadyRefusals = once((exchanges: readonly Exchange[]): ReadonlySet<Exchange> => {
  const questions = [...groupBy(exchanges, questionOf).values()];
  const answered = exchanges.filter(isAnswered);
  const passing = new Set(
    questions.filter((attempts) => attempts.some(isAnswered)).flatMap((attempts) => attempts.flatMap(lasting)),
  );
  const isSteady = (attempts: Attempts): boolean => {
    const [first] = attempts;
    const refusal = refusalIn(first);
    if (refusal === undefined || passing.has(refusal) || attempts.length < OFTEN_ENOUGH) return false;
    const isRepeated = isHarmless(first.request) && attempts.every((attempt) => refusalIn(attempt) === refusal);
    return isRepeated && areOthersAnswered(attempts, refusal, answered);
  };
  return new Set(questions.filter(isSteady).flat());
});

/** The refusal, unless an idle connection explains it. */
const lasting = (exchange: Exchange): readonly string[] => {
  const refusal = refusalIn(exchange);
  return refusal === undefined || (refusal === NONE && exchange.sent.kept) ? [] : [refusal];
};

const isAnswered = (exchange: Exchange): boolean =>
  exchange.outcome.kind === 'response' && refusalIn(exchange) === undefined;

/**
 * True if requests with another key or id were answered between the first and the last attempt. Outages and rate limits
 * last for a while, and may concern one operation, or only invalid keys. So only answers to similar requests count, if
 * any was ever answered; for a 429, nothing else counts.
 */
function areOthersAnswered(attempts: Attempts, refusal: string, answered: readonly Exchange[]): boolean {
  const [first] = attempts;
  const last = attempts.at(-1) ?? first;
  const beside = answered.filter(({ request }) => isCancel(request) === isCancel(first.request));
  const isValidKey = isValid(first.request.credential);
  const like = beside.filter(({ request }) => isValid(request.credential) === isValidKey);
  const others = like.length > 0 || refusal === '429' ? like : beside;
  const isMeanwhile = (exchange: Exchange): boolean => precedes(first, exchange) && precedes(exchange, last);
  if (others.some(isMeanwhile)) return true;
  return refusal === NONE && beside.some(isMeanwhile) && outlasts(first, others);
}

/**
 * True if a request timed out although others, sent after it, were answered before it ended. One of these others must
 * begin after another had ended: a limit that began earlier would have stopped both.
 */
function outlasts(first: Exchange, others: readonly Exchange[]): boolean {
  const later = others.filter(({ begun, ended }) => begun > first.begun && ended < first.ended);
  return later.some((one) => later.some((other) => precedes(one, other)));
}

/**
 * Selects the requests that are sent once more at the end of a run in which others were answered: harmless ones that
 * had no answer, ask the same question still, and were attempted `most` times at most.
 * @param last the last exchange of each request
 */
export function unansweredIn(last: Iterable<Exchange>, exchanges: readonly Exchange[], most: number): Exchange[] {
  if (!exchanges.some(isAnswered)) return [];
  return [...last].filter(
    (exchange) =>
      refusalIn(exchange) !== undefined &&
      isTimeless(exchange) &&
      exchange.request.connection === undefined &&
      exchanges.filter(({ request }) => request === exchange.request).length <= most,
  );
}

/**
 * True if nothing that the run did could change the answer: neither the listed orders nor a pending order matter to it.
 */
function isTimeless({ request: { aim, credential }, sent }: Exchange): boolean {
  if (aim.kind !== 'unknown') return !isValid(credential) && (aim.kind === 'listing' || aim.order.state !== 'pending');
  const { neighbourOf, riskyPending = [] } = aim.candidates.find(({ text }) => text === sent.orderId) ?? {};
  return (aim.neighbourOf ?? neighbourOf) === undefined && riskyPending.length === 0;
}
