import { type Evidence, isSuccess } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { TWO_31, TWO_53 } from '../../evidence/mistakes.js';
import { isCancel, isValid, orderOf, unknownOf } from '../../evidence/request.js';
import { situationIn } from '../../suites/terms/situation.js';
import { hints } from './circumstances.generated.js';

/** Finds a property that all requests with a wrong answer share, and that similar requests with a right answer lack. */
export interface Circumstance {
  /** Goes on after "Only". */
  readonly words: string;
  /** Says where to look. */
  readonly hint: string;
  /** It is the whole reason: the status says nothing more about it. */
  readonly isReason: boolean;
}

type CircumstanceRow = readonly [words: string, hint: string, holds: (exchange: Exchange) => boolean];

const isFrom =
  (least: bigint) =>
  ({ sent: { orderId = '' } }: Exchange): boolean =>
    /^\d+$/.test(orderId) && BigInt(orderId) >= least;

const CRITERIA: readonly CircumstanceRow[] = [
  ['with 2^63−1 as the id', hints.max, ({ request }) => unknownOf(request) === 'max-int64'],
  ['with an id above 2^53', hints.large, isFrom(TWO_53)],
  ['with an id above 2^31', hints.large, isFrom(TWO_31)],
  ['with `Accept: */*`', hints.accept, ({ request }) => request.accept === 'any'],
  ['without `Accept`', hints.accept, ({ request }) => request.accept === 'none'],
  ['without `Accept`, or with `*/*`', hints.accept, ({ request }) => request.accept !== undefined],
  ['on a connection that is kept', hints.kept, ({ sent }) => sent.kept !== undefined],
  ['where an earlier request used the connection', hints.kept, ({ sent }) => (sent.kept ?? 0) > 0],
  ['with `bearer` in lower case', hints.case, ({ request }) => request.credential === 'valid-lowercase-scheme'],
];

/** Only a cancel can have changed something. */
function afterCancel({ exchanges }: Evidence): CircumstanceRow {
  const first = exchanges.find((exchange) => isCancel(exchange.request) && isSuccess(statusOf(exchange)));
  return ['once an order was cancelled', hints.cancelled, ({ ended }) => ended > (first?.ended ?? Infinity)];
}

/**
 * The circumstance of these wrong answers, if right ones beside them differ in it.
 * @param allWrong the exchanges of all deviations
 */
export function circumstanceOf(
  wrong: readonly Exchange[],
  allWrong: ReadonlySet<Exchange>,
  evidence: Evidence,
): Circumstance | undefined {
  // The same for requests that must get the same answer.
  const likeness = (exchange: Exchange): string => {
    const { credential } = exchange.request;
    const { id } = situationIn(evidence, { exchange, request: exchange.request });
    return `${id === 'neighbour' ? 'unknown' : id} ${isValid(credential) ? 'valid' : credential}`;
  };
  const keys = new Set(wrong.map(likeness));
  const right = evidence
    .answered(() => true)
    .flatMap(({ exchange }) => {
      // Once an order was cancelled by mistake, its refusal is no right answer to the same request.
      const isBefore = ({ sent, ended }: Exchange): boolean =>
        sent.orderId === exchange.sent.orderId && ended <= exchange.begun;
      const isSpent = orderOf(exchange.request) && wrong.some((each) => isSuccess(statusOf(each)) && isBefore(each));
      return allWrong.has(exchange) || !keys.has(likeness(exchange)) || isSpent ? [] : exchange;
    });
  if (right.length === 0) return undefined;
  // A text that is not an int64 has no size.
  const criteria = keys.has('not-int64 valid') ? CRITERIA.filter(([, hint]) => hint !== hints.large) : CRITERIA;
  // Some order is always cancelled first, so that alone tells nothing.
  const rows = keys.has('pending valid') ? criteria : [...criteria, afterCancel(evidence)];
  const found = rows.find(([, , holds]) => wrong.every(holds) && !right.some(holds));
  return found && { words: found[0], hint: found[1], isReason: found[1] === hints.large || found[1] === hints.max };
}
