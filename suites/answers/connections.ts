import type { Answer, Evidence } from '../../evidence/evidence.js';
import { type Exchange, headerValues, precedes, previousOn, responseOf } from '../../evidence/exchange.js';
import { allRequestsOf } from '../../evidence/plan.js';
import { idText, type Request } from '../../evidence/request.js';
import { memoised } from '../../interface/helpers/helpers.js';

// The history of a connection before a request. The clause files say whether it is allowed.

/** This request is the first one that the suite could send on its connection. */
export function isFirstOn({ plan }: Evidence, { id, connection }: Request): boolean {
  const first = allRequestsOf(plan).find((request) => request.connection === connection && !request.notSentBecause);
  return first !== undefined && idText(first.id) === idText(id);
}

/** True if the target keeps any connection open. Its headers may promise that and be wrong. */
export const keepsSome = ({ exchanges }: Evidence): boolean => exchanges.some(({ sent }) => sent.kept);

/** The previous response on this connection was read to its end, and says `Connection: keep-alive`. */
export function promisesToKeep(evidence: Evidence, { exchange }: Answer): boolean {
  const previous = previousOn(evidence.exchanges, exchange);
  const response = previous && responseOf(previous);
  return (
    response?.body.end === 'complete' &&
    headerValues(response, 'connection').some((value) => /\bkeep-alive\b/i.test(value))
  );
}

/** The earlier exchange on this connection that sent bytes after its end: clients read them as the next response. */
export function strayBefore(evidence: Evidence, { request, exchange }: Answer): Exchange | undefined {
  const isBefore = (other: Exchange): boolean =>
    other.request.connection === request.connection && precedes(other, exchange);
  const stray = exchange.sent.kept ? strays(evidence).findLast(isBefore) : undefined;
  const isReplaced = ({ exchanges }: Evidence, since: Exchange): boolean =>
    exchanges.some((other) => isBefore(other) && precedes(since, other) && !other.sent.kept);
  return stray && !isReplaced(evidence, stray) ? stray : undefined;
}

const strays = memoised(({ exchanges }: Evidence) =>
  exchanges.filter((exchange) => responseOf(exchange)?.stray?.length),
);
