import { CREDENTIALS, canBeShownAs } from '../../interface/interface.js';
import { isHarmless, mayRetry } from '../attempts.js';
import { isStale } from '../cache.js';
import type { Evidence } from '../evidence.js';
import { type Exchange, headerValues, responseOf, type Sent } from '../exchange.js';
import type { Plan } from '../plan.js';
import { idText, type Request, sharedListingOf } from '../request.js';

/** The parts of a request that its plan decides. */
export type Message = Pick<Sent, 'method' | 'url' | 'orderId'>;

/**
 * Finds the first exchange that a run of this plan cannot have recorded, as the end of a sentence that begins with the
 * file. It does not find made-up answers: a forger makes none of these mistakes (docs/certificates.md).
 */
export function contradictionIn(
  { plan, target, exchanges }: Evidence,
  messageOf: (request: Request, plan: Plan, baseUrl: string) => Message,
): string | undefined {
  const attempts = new Map<string, readonly [last: Exchange, count: number]>();
  for (const exchange of exchanges) {
    const id = idText(exchange.request.id);
    const [last, count = 0] = attempts.get(id) ?? [];
    const problem =
      whyNotPlanned(exchange, messageOf(exchange.request, plan, target.baseUrl)) ??
      whyNotItsKey(exchange) ??
      whyNotWhole(exchange) ??
      (last && whyNotAgain(exchange, last, count, exchanges));
    if (problem !== undefined) return `${id} ${problem}.`;
    attempts.set(id, [exchange, count + 1]);
  }
  return undefined;
}

function whyNotPlanned({ request, sent }: Exchange, { method, url, orderId }: Message): string | undefined {
  if (request.notSentBecause) return 'was sent, and the plan says why it could not be';
  if (sent.method === method && sent.url === url && sent.orderId === orderId) return undefined;
  const id = (of = 'none'): string => (sent.orderId === orderId ? '' : ` (orderId ${of})`);
  return `was sent as ${sent.method} ${sent.url}${id(sent.orderId)}; the plan says ${method} ${url}${id(orderId)}`;
}

function whyNotItsKey({ request: { credential }, sent }: Exchange): string | undefined {
  const [authorization, ...more] = headerValues(sent, 'authorization');
  if (more.length > 0) return 'was sent with more than one Authorization header';
  if (canBeShownAs(credential, authorization)) return undefined;
  const header = authorization === undefined ? 'without Authorization' : `with "Authorization: ${authorization}"`;
  return `was sent ${header}, which is not ${CREDENTIALS[credential].words}`;
}

/** Every run records these members. Without them, an exchange shows less of a deviation. */
function whyNotWhole(exchange: Exchange): string | undefined {
  const { request, sent } = exchange;
  if (exchange.ended < exchange.begun) return 'ended before it began';
  const response = responseOf(exchange);
  const omission =
    response?.status === 204 && response.stray === undefined
      ? 'has a 204 without `stray`, the bytes after it'
      : request.connection !== undefined && sent.kept === undefined
        ? 'lacks `kept`, how often its connection had been used'
        : undefined;
  return omission && `${omission}, which every run records. Save the evidence again`;
}

/** A run sends a request a dozen times at most. Thousands would keep a judge busy for longer than reading them. */
const MAX_ATTEMPTS = 32;

/**
 * A run repeats no request that has a definite answer, and none that may have taken effect. It does ask for the last listing
 * until it shows each cancel.
 */
function whyNotAgain(
  { request }: Exchange,
  last: Exchange,
  count: number,
  exchanges: readonly Exchange[],
): string | undefined {
  if (count >= MAX_ATTEMPTS) return `was sent more than ${MAX_ATTEMPTS} times, more often than in any run`;
  if (mayRetry(last) || isStale(last, exchanges) || sharedListingOf(request) === 'last') return undefined;
  return isHarmless(request)
    ? 'was sent again, although it had an answer'
    : 'was sent again, although it may have taken effect';
}
