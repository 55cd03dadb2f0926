import { CREDENTIALS, canBeShownAs } from '../../secrets/credentials.js';
import { isHarmless, mayGoAgain } from '../again.js';
import type { Evidence } from '../evidence.js';
import { type Exchange, headerValues, responseOf } from '../exchange.js';
import { idText, isCancel } from '../request.js';

/**
 * What contradicts that these exchanges are of their plan, as the end of a sentence that begins with the file; undefined
 * for what this program gathered. Whoever makes up answers makes none of these mistakes: docs/certificates.md.
 */
export function contradictionIn(evidence: Evidence): string | undefined {
  const { baseUrl } = evidence.target;
  if (!URL.canParse(baseUrl)) return 'its base address is not a URL.';
  const attempts = new Map<string, Exchange>();
  for (const exchange of evidence.exchanges) {
    const id = idText(exchange.request.id);
    const last = attempts.get(id);
    const problem =
      whyNotSent(exchange, `${baseUrl}/store/orders`) ??
      whyNotItsKey(exchange) ??
      whyNotWhole(exchange) ??
      (last && whyNotAgain(exchange, last)) ??
      whyTooEarly(exchange, evidence, attempts);
    if (problem !== undefined) return `${id} ${problem}.`;
    attempts.set(id, exchange);
  }
  return undefined;
}

function whyNotSent({ request, sent, begun, ended }: Exchange, listing: string): string | undefined {
  if (begun >= ended) return 'ended before it was begun';
  const { aim } = request;
  if (sent.method !== (isCancel(request) ? 'DELETE' : 'GET')) return `was sent as ${sent.method}`;
  if (aim.kind === 'listing') {
    const url = aim.query === undefined ? listing : `${listing}?${aim.query}`;
    return sent.url === url && sent.orderId === undefined ? undefined : `went to ${sent.url}; the plan says ${url}`;
  }
  const ids = aim.kind === 'order' ? [String(aim.order.id)] : aim.candidates.map(({ text }) => text);
  const isMeant = sent.orderId !== undefined && ids.includes(sent.orderId);
  return isMeant && sent.url === `${listing}/${sent.orderId}`
    ? undefined
    : `went to ${sent.url}, which the plan does not say`;
}

function whyNotItsKey({ request: { credential, lack }, sent }: Exchange): string | undefined {
  if (lack) return 'was sent, and the plan says why it could not be';
  const [authorization] = headerValues(sent, 'authorization');
  if (canBeShownAs(credential, authorization)) return undefined;
  const said = authorization === undefined ? 'without Authorization' : `with "Authorization: ${authorization}"`;
  return `was sent ${said}, which is not ${CREDENTIALS[credential].words}`;
}

/** Without what every run records, an exchange would show less of a deviation. */
function whyNotWhole(exchange: Exchange): string | undefined {
  const { request, sent } = exchange;
  const response = responseOf(exchange);
  const lacked =
    response?.status === 204 && response.stray === undefined
      ? 'has a 204 without `stray`, the bytes after it'
      : request.connection !== undefined && sent.kept === undefined
        ? 'lacks `kept`, how often its connection had been used'
        : undefined;
  return lacked && `${lacked}, which every run records. Save the evidence again`;
}

/** Nothing is sent again after a definite answer, and what may have an effect only where nothing was done. */
function whyNotAgain({ request, begun }: Exchange, last: Exchange): string | undefined {
  if (begun < last.ended) return 'was sent again before its first attempt had ended';
  if (mayGoAgain(last)) return undefined;
  return isHarmless(request)
    ? 'was sent again, although it had an answer'
    : 'was sent again, although it may have taken effect';
}

/** What a request waits for had ended, but for further attempts; of what shares its connection, the same repetition. */
function whyTooEarly(
  { request, begun }: Exchange,
  evidence: Evidence,
  attempts: ReadonlyMap<string, Exchange>,
): string | undefined {
  const { id, after, connection } = request;
  const early = after.find((other) => {
    const same = { ...other, nth: id.nth };
    const isShared = connection !== undefined && evidence.request(same)?.connection === connection;
    const awaited = isShared ? same : other;
    return ((attempts.get(idText(awaited)) ?? evidence.exchange(awaited))?.ended ?? -1) > begun;
  });
  return early && `was begun before ${idText(early)} had ended, which it waits for`;
}
