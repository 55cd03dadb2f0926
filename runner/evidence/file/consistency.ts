import type { Evidence } from '../evidence.js';
import { type Exchange, wasNotDone } from '../exchange.js';
import { type Aim, idText, isCancel, type Request, type RequestId } from '../request.js';

/** More than a request is sent again, whatever it gets. */
export const MAX_ATTEMPTS = 10;

/**
 * What contradicts that these exchanges are of their plan, as the end of a sentence that begins with the file; undefined
 * for what this program gathered. Whoever makes up answers makes none of these mistakes: docs/certificates.md.
 */
export function contradictionIn(evidence: Evidence): string | undefined {
  const base = baseOf(evidence.target.baseUrl);
  if (base === undefined) return `its base address is not a URL.`;
  const runs = runsOf(evidence.exchanges);
  for (const { request, attempts } of runs.values()) {
    const planned = evidence.request(request.id) ?? request;
    const problem =
      attempts.map((attempt) => whyNotSent(attempt, planned, base)).find((text) => text !== undefined) ??
      whyNotAgain(attempts) ??
      whyTooEarly(planned, attempts, runs);
    if (problem !== undefined) return `${idText(request.id)} ${problem}.`;
  }
  return undefined;
}

interface Sent {
  readonly request: Request;
  readonly attempts: readonly Exchange[];
}

function runsOf(exchanges: readonly Exchange[]): ReadonlyMap<string, Sent> {
  const runs = new Map<string, { request: Request; attempts: Exchange[] }>();
  for (const exchange of exchanges) {
    const { request } = exchange;
    const id = idText(request.id);
    const run = runs.get(id) ?? { request, attempts: [] };
    run.attempts.push(exchange);
    runs.set(id, run);
  }
  return runs;
}

/** Without the slashes at its end; undefined for what is not a URL. */
function baseOf(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { origin, pathname } = new URL(baseUrl);
  let end = pathname.length;
  while (pathname[end - 1] === '/') end--;
  return `${origin}${pathname.slice(0, end)}/store/orders`;
}

function whyNotSent({ sent, begun, ended }: Exchange, request: Request, base: string): string | undefined {
  if (begun >= ended) return 'ended before it was begun';
  const { aim } = request;
  if (sent.method !== (isCancel(request) ? 'DELETE' : 'GET')) return `was sent as ${sent.method}`;
  if (aim.kind === 'listing') {
    const url = aim.query === undefined ? base : `${base}?${aim.query}`;
    return sent.url === url && sent.orderId === undefined ? undefined : `went to ${sent.url}; the plan says ${url}`;
  }
  const isMeant = sent.orderId !== undefined && idsOf(aim).includes(sent.orderId);
  return isMeant && sent.url === `${base}/${sent.orderId}`
    ? undefined
    : `went to ${sent.url}, which the plan does not say`;
}

const idsOf = (aim: Exclude<Aim, { kind: 'listing' }>): readonly string[] =>
  aim.kind === 'order' ? [String(aim.order.id)] : aim.candidates.map(({ text }) => text);

function whyNotAgain(attempts: readonly Exchange[]): string | undefined {
  if (attempts.length > MAX_ATTEMPTS) return `was sent ${attempts.length} times`;
  const early = attempts.find((attempt, index) => attempt.begun < (attempts[index - 1]?.ended ?? 0));
  if (early) return 'was sent again before its first attempt had ended';
  const done = attempts.slice(0, -1).find((attempt) => isCancel(attempt.request) && !wasNotDone(attempt));
  return done && 'was sent again, although it may have taken effect';
}

/** What a request waits for had ended; of what shares its connection, the same repetition. */
function whyTooEarly(
  { id, after, connection }: Request,
  [first]: readonly Exchange[],
  runs: ReadonlyMap<string, Sent>,
): string | undefined {
  const endOf = (other: RequestId): number => runs.get(idText(other))?.attempts.at(-1)?.ended ?? -1;
  const early = after.find((other) => {
    const same = { ...other, nth: id.nth };
    const isShared = connection !== undefined && runs.get(idText(same))?.request.connection === connection;
    return first && endOf(isShared ? same : other) > first.begun;
  });
  return early && `was begun before ${idText(early)} had ended, which it waits for`;
}
