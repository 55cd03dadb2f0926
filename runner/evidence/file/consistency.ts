import { CREDENTIALS, canBeShownAs } from '../../secrets/credentials.js';
import { isHarmless, mayGoAgain } from '../again.js';
import type { Evidence } from '../evidence.js';
import { type Exchange, headerValues, responseOf } from '../exchange.js';
import { idText, isCancel, type Request, sharedListingOf } from '../request.js';
import { CONSECUTIVE_STAGES, STAGE_NAMES, STAGES, type Stage } from '../stages.js';

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
      (last && whyNotAgain(exchange, last));
    if (problem !== undefined) return `${id} ${problem}.`;
    attempts.set(id, exchange);
  }
  return whyTooEarly(evidence);
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

/** What rides beside others begins with the stage that follows it. */
const stageOf = ({ stage }: Request): Stage =>
  STAGE_NAMES.slice(STAGE_NAMES.indexOf(stage)).find((name) => CONSECUTIVE_STAGES.includes(name)) ?? stage;

/**
 * The steps of a run in which a request may begin, and must have ended: its stage, or the listing after that. What opens a
 * connection may go out beside the listing before its stage, and what follows a cancel in turn may last until the last one.
 */
export function stepsOf(request: Request): { readonly first: number; readonly last: number } {
  const step = (stage: Stage): number => CONSECUTIVE_STAGES.indexOf(stage) * 2;
  const { until } = STAGES[request.stage];
  if (request.when === 'refused') return { first: 0, last: step('again') + 1 };
  const first = step(stageOf(request));
  if (until) return { first, last: step(until) };
  if (request.role === 'opener') return { first: Math.max(0, first - 1), last: first };
  if (request.role === 'next') return { first, last: step('again') };
  const isListing = sharedListingOf(request) !== undefined && request.stage !== 'look';
  return isListing ? { first: first + 1, last: first + 1 } : { first, last: first };
}

/** A stage begins when the one before, and the listing after it, have ended; on a connection, one request follows the other. */
function whyTooEarly(evidence: Evidence): string | undefined {
  const last: Exchange[] = [];
  const asked = new Set<Request>();
  for (const exchange of evidence.exchanges) {
    const { request } = exchange;
    const step = stepsOf(request).last;
    // What cannot have an effect is asked again in the end.
    const isAgain = asked.has(request) && isHarmless(request);
    if (!isAgain && (last[step]?.ended ?? -1) < exchange.ended) last[step] = exchange;
    asked.add(request);
  }
  const onConnection = new Map<string, Exchange>();
  for (const exchange of evidence.exchanges) {
    const { request, begun } = exchange;
    const { first } = stepsOf(request);
    const shared = onConnection.get(request.connection ?? '');
    const early = [...last.slice(0, first), shared].find((other) => other !== undefined && other.ended > begun);
    if (early) return `${idText(request.id)} was begun before ${idText(early.request.id)} had ended, which it follows.`;
    if (request.connection !== undefined) onConnection.set(request.connection, exchange);
  }
  return undefined;
}
