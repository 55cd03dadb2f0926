import type { Evidence } from '../evidence/evidence.js';
import {
  type Exchange,
  type Header,
  previousOn,
  type ResponseRecord,
  type Sent,
  statusOf,
} from '../evidence/exchange.js';
import { type Credential, idText, isValid } from '../evidence/request.js';
import { STAGES } from '../evidence/stages.js';
import { canBeShownAs } from '../secrets/credentials.js';
import { isPlaceholder } from '../secrets/header.js';
import type { Deletion, ExchangeEvidence } from './report.js';
import { round } from './results.js';

const BODY_TEXT = 4096;

/** The same for the name, or the value, of a header field. */
const HEADER_TEXT = 1024;

/**
 * The last attempt of each request, with the number of attempts, in the order in which they ended. Of repetitions, those
 * that findings refer to.
 */
export function exchangesOf(evidence: Evidence, found: ReadonlySet<string>): ExchangeEvidence[] {
  const { exchanges } = evidence;
  const attempts = new Map<string, number>();
  for (const { request } of exchanges) {
    const id = idText(request.id);
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
  }
  return [...new Map(exchanges.map((exchange) => [idText(exchange.request.id), exchange]))]
    .filter(([id, { request }]) => request.id.nth === 1 || found.has(id))
    .sort(([, a], [, b]) => a.ended - b.ended)
    .map(([id, exchange]) => ({
      ...evidenceOf(exchange, attempts.get(id) ?? 1),
      curl: exchange.request.together
        ? curlOfRace(exchange, racersOf(exchange, evidence))
        : curlOf(...earlierOnConnection(exchange, evidence), exchange),
    }));
}

/** How many were sent at the same instant: alone, one shows nothing of a race. */
const racersOf = ({ request: { together } }: Exchange, { exchanges }: Evidence): number =>
  new Set(exchanges.filter(({ request }) => request.together === together).map(({ request }) => idText(request.id)))
    .size;

/** The request before it on its kept connection: alone, it shows nothing of that. */
const earlierOnConnection = (exchange: Exchange, evidence: Evidence): readonly Exchange[] =>
  exchange.sent.kept ? [previousOn(evidence.exchanges, exchange) ?? []].flat() : [];

/** Every DELETE that went out, in the order in which they were begun. */
export function deletionsOf(evidence: Evidence): Deletion[] {
  const wasNotSent = ({ outcome }: Exchange): boolean => outcome.kind === 'failure' && outcome.failure.sent === false;
  return evidence.exchanges
    .filter((exchange) => exchange.sent.method === 'DELETE' && !wasNotSent(exchange))
    .map((exchange) => {
      const { id, purpose, credential } = exchange.request;
      return {
        orderId: exchange.sent.orderId ?? '',
        scenario: id.scenario,
        purpose,
        authorized: isValid(credential),
        status: statusOf(exchange) ?? null,
      };
    });
}

function evidenceOf(exchange: Exchange, attempts: number): Omit<ExchangeEvidence, 'curl'> {
  const { startedAt, request, sent, outcome } = exchange;
  const { method, url, headers } = sent;
  return {
    id: idText(request.id),
    scenario: request.id.scenario,
    stage: STAGES[request.stage].shown,
    startedAt,
    durationMs: round(exchange.durationMs),
    attempts,
    request: { method, url, headers, credential: request.credential },
    response: outcome.kind === 'failure' ? { failure: outcome.failure.message } : responseEvidence(outcome.response),
  };
}

function responseEvidence(response: ResponseRecord): ExchangeEvidence['response'] {
  const { length, head, whole, end } = response.body;
  const text = new TextDecoder().decode(head);
  const isWhole = whole && text.length <= BODY_TEXT;
  const { stray } = response;
  return {
    status: response.status,
    reason: response.reason,
    headers: response.headers.map(([name, value]) => [shortened(name), shortened(value)] as const),
    body: { length, text: text.slice(0, BODY_TEXT), whole: isWhole, end },
    bytesAfter: stray?.length ? { length: stray.length, text: shortened(new TextDecoder().decode(stray)) } : undefined,
  };
}

/** Each report holds a copy of every header: of a long value, the saved evidence has the rest. */
const shortened = (text: string): string =>
  text.length <= HEADER_TEXT ? text : `${text.slice(0, HEADER_TEXT)}… (${text.length - HEADER_TEXT} more characters)`;

/** curl sends its own, and shows a body as it comes: better not compressed. */
const LEFT_OUT: ReadonlySet<string> = new Set(['host', 'connection', 'user-agent', 'accept-encoding']);

/** A request, as far as a command line needs it. */
interface Repeated {
  readonly request: Pick<Exchange['request'], 'credential'>;
  readonly sent: Sent;
}

/**
 * One line for a POSIX shell that sends these requests again, one after the other over one connection; the variable
 * `STORE_ORDERS_API_KEY` must hold the key, and a variable such as `STORE_ORDERS_HEADER_X_TENANT` each header of a gateway.
 */
export const curlOf = (...requests: readonly Repeated[]): string =>
  `curl ${requests.map((request) => optionsOf(request)).join(' --next ')}`;

/** The same for one request that is sent several times at the same instant; since curl 7.68. */
export const curlOfRace = (request: Repeated, times: number): string => `curl ${optionsOf(request, times)}`;

const optionsOf = ({ sent: request, request: { credential } }: Repeated, times = 1): string =>
  [
    '-sS -i',
    ...(times === 1 ? [] : ['-Z --parallel-immediate --no-progress-meter']),
    ...(request.method === 'GET' ? [] : [`-X ${request.method}`]),
    ...(/[[\]{}]/.test(request.url) ? ['--globoff'] : []),
    ...Array.from({ length: times }, () => shellWord(request.url)),
    // curl sends an Accept of its own.
    ...(request.headers.some(([name]) => name.toLowerCase() === 'accept') ? [] : ["-H 'Accept:'"]),
    ...request.headers
      .filter(([name]) => !LEFT_OUT.has(name.toLowerCase()))
      .map((header) => headerOption(header, credential)),
  ].join(' ');

const headerOption = ([name, value]: Header, credential: Credential): string => {
  // curl takes `Name:` as "leave this header out", and `Name;` as "send it empty".
  if (value === '') return `-H ${shellWord(`${name};`)}`;
  // Only what stands for a secret is for the shell to expand, and only as it is written here: evidence may be a stranger's.
  const isExpanded = name === 'Authorization' ? canBeShownAs(credential, value) : isPlaceholder(name, value);
  if (!isExpanded) return `-H ${shellWord(`${name}: ${value}`)}`;
  return /^[\w-]+$/.test(name) ? `-H "${name}: ${value}"` : `-H ${shellWord(`${name}: `)}"${value}"`;
};

/** For a POSIX shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
