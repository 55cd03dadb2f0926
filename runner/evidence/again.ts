import { groupBy } from '../group-by.js';
import { type Exchange, isIdleTimeout, precedes, statusOf } from './exchange.js';
import { isTemporaryRefusal } from './obstacle.js';
import { isCancel, isValid, type Request, unknownOf } from './request.js';

/** A listing, a cancel without a valid key, a cancel of what no order is: it cannot have an effect, however often it is sent. */
export const isHarmless = (request: Request): boolean =>
  !isCancel(request) || !isValid(request.credential) || unknownOf(request) !== undefined;

/** Of what had an effect or may have had one, only an answer that says that nothing was done lets it go out again. */
export const wasNotDone = (exchange: Pick<Exchange, 'outcome' | 'sent'>): boolean =>
  statusOf(exchange) === 429 || isIdleTimeout(exchange);

/** Whether the same request may be sent again after this: a definite answer is the last one. */
export const mayGoAgain = (exchange: Pick<Exchange, 'request' | 'outcome' | 'sent'>): boolean =>
  wasNotDone(exchange) || (isHarmless(exchange.request) && (refusalIn(exchange) !== undefined || isCutShort(exchange)));

/** What broke off, or was too late for its connection (RFC 9110 §15.5.9). */
const isCutShort = ({ outcome }: Pick<Exchange, 'outcome'>): boolean =>
  outcome.kind === 'response' && (outcome.response.status === 408 || outcome.response.body.end === 'truncated');

/** In place of an answer: none at all, or a status that says "not now". Undefined where it was answered, or never arrived. */
function refusalIn({ outcome }: Pick<Exchange, 'outcome'>): string | undefined {
  if (outcome.kind === 'response') {
    const { status } = outcome.response;
    return isTemporaryRefusal(status) ? String(status) : undefined;
  }
  return ['reset', 'timeout', 'protocol'].includes(outcome.failure.kind) ? NONE : undefined;
}

const NONE = 'no answer';

/** So often a question is asked at least before what it gets each time is the target's answer. */
const OFTEN_ENOUGH = 3;

/** What is asked, wherever in the run; of an order, before its own cancel with the valid key or after that. */
const questionOf = ({ request, sent }: Exchange): string => {
  const isLater = request.aim.kind === 'order' && request.when !== undefined;
  return [sent.method, sent.url, request.credential, request.accept ?? '', isLater].join(' ');
};

/**
 * The questions to which no answer, or the same refusal, is the target's answer (principle 5: reproducible is not noise). A
 * question is such where it can have no effect; was asked three times or more, and got that each time; where requests like
 * it were answered between the first time and the last one, or while it waited for its first answer; and where no other
 * question that got the same was answered when it was asked again.
 */
export function steadyRefusals(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const all = [...groupBy(exchanges, questionOf).values()];
  const passing = new Set(all.filter((asked) => asked.some(isAnswered)).flatMap((asked) => asked.flatMap(lasting)));
  const answered = exchanges.filter(isAnswered);
  return new Set(
    all.flatMap((asked) => {
      const [first] = asked;
      const refusal = first && refusalIn(first);
      if (!first || refusal === undefined || passing.has(refusal) || asked.length < OFTEN_ENOUGH) return [];
      const isSteady = isHarmless(first.request) && asked.every((each) => refusalIn(each) === refusal);
      return isSteady && areOthersAnswered(asked, refusal, answered) ? asked : [];
    }),
  );
}

/** What kept a question from being answered, but for a connection that had idled for too long. */
const lasting = (exchange: Exchange): readonly string[] => {
  const refusal = refusalIn(exchange);
  return refusal === undefined || (refusal === NONE && exchange.sent.kept) ? [] : [refusal];
};

const isAnswered = (exchange: Exchange): boolean =>
  exchange.outcome.kind === 'response' && refusalIn(exchange) === undefined;

/**
 * With another key or id, while these were asked. An outage and a limit go on once they have begun, and may concern one
 * operation, or what has no valid key: so others like these count, if any was ever answered; of a 429, these alone.
 */
function areOthersAnswered(asked: readonly Exchange[], refusal: string, answered: readonly Exchange[]): boolean {
  const [first, last] = [asked[0], asked.at(-1)];
  if (!first || !last) return false;
  const beside = answered.filter(({ request }) => isCancel(request) === isCancel(first.request));
  const isValidKey = isValid(first.request.credential);
  const like = beside.filter(({ request }) => isValid(request.credential) === isValidKey);
  const others = like.length > 0 || refusal === '429' ? like : beside;
  const isMeanwhile = ({ begun, ended }: Exchange): boolean => begun > first.ended && ended < last.begun;
  if (others.some(isMeanwhile)) return true;
  return refusal === NONE && beside.some(isMeanwhile) && outlasts(first, others);
}

/**
 * What waits in vain outlasts those that were sent with it, and none like it may follow. They count where one was begun
 * after another one that was begun after it had ended: a limit that had set in before it would have met these, too.
 */
function outlasts(first: Exchange, others: readonly Exchange[]): boolean {
  const later = others.filter(({ begun, ended }) => begun > first.begun && ended < first.ended);
  return later.some((one) => later.some((other) => precedes(one, other)));
}

/**
 * What is asked once more at the end of a run, where others were answered: what cannot have an effect, is the same question
 * still, and got no answer with that many attempts at most.
 * @param last of each request the last exchange
 */
export function leftOpen(last: Iterable<Exchange>, exchanges: readonly Exchange[], most: number): Exchange[] {
  const open = [...last].filter(
    (exchange) =>
      refusalIn(exchange) !== undefined && isTimeless(exchange) && exchange.request.connection === undefined,
  );
  if (open.length === 0 || !exchanges.some(isAnswered)) return [];
  return open.filter(({ request }) => exchanges.filter((exchange) => exchange.request === request).length <= most);
}

/** It is about nothing that the run has changed meanwhile: neither the orders that are listed nor one that was pending. */
function isTimeless({ request, sent }: Exchange): boolean {
  const { aim, credential } = request;
  if (aim.kind === 'listing') return !isValid(credential);
  if (aim.kind === 'order') return !isValid(credential) && aim.order.state !== 'pending';
  const candidate = aim.candidates.find(({ text }) => text === sent.orderId);
  return (aim.near ?? candidate?.near) === undefined && (candidate?.ours ?? []).length === 0;
}
