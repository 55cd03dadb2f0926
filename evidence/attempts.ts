import { groupBy, memoised } from '../interface/helpers/helpers.js';
import { type Exchange, type Failure, isTemporaryRefusal, isUnreadable, precedes, statusOf } from './exchange.js';
import { isCancel, isValid, type Request, unknownOf } from './request.js';
import { STAGE_NAMES } from './stages.js';

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
  (isHarmless(exchange.request) && (refusalIn(exchange) !== undefined || isCutShort(exchange)));

/** The response broke off, or the target did not receive the whole request in time (408, RFC 9110 §15.5.9). */
const isCutShort = ({ outcome }: Pick<Exchange, 'outcome'>): boolean =>
  outcome.kind === 'response' && (outcome.response.status === 408 || outcome.response.body.end === 'truncated');

/**
 * Names the refusal if the target gave no answer, one that is not valid HTTP, or a status that says "not now". Undefined if
 * it answered, or if the request never arrived.
 */
function refusalIn({ outcome }: Pick<Exchange, 'outcome'>): string | undefined {
  if (outcome.kind === 'failure') {
    const { kind } = outcome.failure;
    if (NOT_REFUSED.includes(kind)) return undefined;
    return isUnreadable(kind) ? GARBLED : NONE;
  }
  const { status } = outcome.response;
  return isTemporaryRefusal(status) ? String(status) : undefined;
}

const NOT_REFUSED: readonly Failure['kind'][] = ['connect', 'tls', 'too-large', 'aborted'];

const NONE = 'no answer';
const GARBLED = 'not valid HTTP';

type Attempts = readonly [Exchange, ...Exchange[]];

/** A refusal must be repeated this often before it counts as the target's answer. */
const OFTEN_ENOUGH = 3;

/**
 * Names the question that a request asks, wherever it is in the run. A cancel before the order's own cancel and one
 * after it are different questions.
 */
const questionOf = (exchange: Exchange): string => {
  const { aim, when } = exchange.request;
  return `${messageOf(exchange)} ${aim.kind === 'order' && when !== undefined}`;
};

const messageOf = ({ request, sent }: Exchange): string =>
  [sent.method, sent.url, request.credential, request.accept ?? ''].join(' ');

/**
 * Finds requests whose answer is a refusal, or silence, every time: reproducible is not noise (principle 5). The
 * request must be harmless, sent three times or more, and refused in the same way each time. Beside it, similar requests
 * must have been answered, or beside the same message in another stage. No other request with the same refusal may have
 * been answered later.
 */
export const steadyRefusals = memoised((exchanges: readonly Exchange[]): ReadonlySet<Exchange> => {
  const questions = [...groupBy(exchanges, questionOf).values()];
  const answered = exchanges.filter(isAnswered);
  const passing = new Set(
    questions.filter((attempts) => attempts.some(isAnswered)).flatMap((attempts) => attempts.flatMap(lasting)),
  );
  const isRepeated = (attempts: Attempts): boolean => {
    const [first] = attempts;
    const refusal = refusalIn(first);
    if (refusal === undefined || passing.has(refusal) || attempts.length < OFTEN_ENOUGH) return false;
    return isHarmless(first.request) && attempts.every((attempt) => refusalIn(attempt) === refusal);
  };
  const repeated = questions.filter(isRepeated);
  const nameOf = ([first]: Attempts): string => `${messageOf(first)} ${refusalIn(first)}`;
  const steady = new Set(repeated.filter((attempts) => areOthersAnswered(attempts, answered)).map(nameOf));
  return new Set(repeated.filter((attempts) => steady.has(nameOf(attempts))).flat());
});

/**
 * The refusal, unless an idle connection explains it, or an order that changed: the cancel of one order may get a clean 204,
 * and a 409 that cannot be read.
 */
const lasting = (exchange: Exchange): readonly string[] => {
  const refusal = refusalIn(exchange);
  const isOfConnection = exchange.outcome.kind === 'failure' && (exchange.sent.kept ?? 0) > 0;
  const isOfOrder = refusal === GARBLED && !isHarmless(exchange.request);
  return refusal === undefined || isOfConnection || isOfOrder ? [] : [refusal];
};

const isAnswered = (exchange: Exchange): boolean =>
  exchange.outcome.kind === 'response' && refusalIn(exchange) === undefined;

/**
 * True if requests with another key or id were answered beside these attempts. Outages and rate limits last for a while,
 * and may concern one operation, or only invalid keys. So only answers to similar requests count, if any was ever
 * answered; for a 429, nothing else counts.
 */
function areOthersAnswered(attempts: Attempts, answered: readonly Exchange[]): boolean {
  const [first] = attempts;
  const last = attempts.at(-1) ?? first;
  const refusal = refusalIn(first);
  const isValidKey = isValid(first.request.credential);
  const beside = answered.filter(({ request }) => isCancel(request) === isCancel(first.request));
  const ofKey = answered.filter(({ request }) => isValid(request.credential) === isValidKey);
  const like = ofKey.filter((exchange) => beside.includes(exchange));
  const others = like.length > 0 || refusal === '429' ? like : beside;
  const isMeanwhile = (exchange: Exchange): boolean => precedes(first, exchange) && precedes(exchange, last);
  if (others.some(isMeanwhile)) return true;
  if (refusal === NONE) return beside.some(isMeanwhile) && outlasts(first, others);
  // In the same stage, and in a later one, whenever that was: what began between them would have stopped the later ones.
  // One stage has nearly all listings with a bad key.
  const stageOf = ({ request }: Exchange): number => STAGE_NAMES.indexOf(request.stage);
  const later = isValidKey || isCancel(first.request) ? others : ofKey;
  const isBeside = others.some((exchange) => stageOf(exchange) === stageOf(first));
  return refusal !== '429' && isBeside && later.some((exchange) => stageOf(exchange) > stageOf(first));
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
