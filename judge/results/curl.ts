import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, type Header, headerValues, previousOn, type Sent } from '../../evidence/exchange.js';
import { type Credential, idText, isValid } from '../../evidence/request.js';
import { isPlaceholder } from '../../evidence/secrets/header.js';
import { canBeShownAs } from '../../interface/interface.js';
import type { Cause } from '../report/report.js';

/** The requests that repeat an exchange, and how many times at the same instant. */
export function repetitionOf(exchange: Exchange, evidence: Evidence): [requests: readonly Exchange[], times: number] {
  if (exchange.request.together) return [[exchange], racersOf(exchange, evidence)];
  return [[...earlierOnConnection(exchange, evidence), exchange], 1];
}

/** How many requests were sent at the same instant. One alone would not repeat the race. */
const racersOf = ({ request: { together } }: Exchange, { exchanges }: Evidence): number =>
  new Set(exchanges.filter(({ request }) => request.together === together).map(({ request }) => idText(request.id)))
    .size;

/** The request before it on its kept connection: alone, it shows nothing of that. */
const earlierOnConnection = (exchange: Exchange, evidence: Evidence): readonly Exchange[] =>
  exchange.sent.kept ? [previousOn(evidence.exchanges, exchange) ?? []].flat() : [];

/** Headers that curl sets itself. Without `accept-encoding`, the body arrives uncompressed and can be read. */
const LEFT_OUT: ReadonlySet<string> = new Set(['host', 'connection', 'user-agent', 'accept-encoding']);

/** The parts of a request that a command line needs. */
interface Repeated {
  readonly request: Pick<Exchange['request'], 'credential'>;
  readonly sent: Sent;
}

/**
 * One line for a POSIX shell that sends these requests again, in order and over one connection. The variable
 * `STORE_ORDERS_API_KEY` must hold the key, and a variable such as `STORE_ORDERS_HEADER_X_TENANT` each header for a
 * gateway.
 * @param times how often to send a single request at the same instant, which needs curl 7.68
 * @param paths of the interface: they are sent wherever `$STORE_ORDERS_BASE_URL` says, without any other header
 */
export const curlOf = (requests: readonly Repeated[], times = 1, paths: readonly string[] = []): string =>
  `curl ${requests.map((request, index) => optionsOf(request, times, paths[index])).join(' --next ')}`;

const optionsOf = ({ sent, request: { credential } }: Repeated, times: number, path?: string): string => {
  const url = path === undefined ? shellWord(sent.url) : `"$STORE_ORDERS_BASE_URL"${shellWord(path)}`;
  const isSent = ([name, value]: Header): boolean =>
    path === undefined
      ? !LEFT_OUT.has(name.toLowerCase())
      : /^(?:accept|authorization)$/i.test(name) || isPlaceholder(name, value);
  return [
    '-sS -i',
    ...(times === 1 ? [] : ['-Z --parallel-immediate --no-progress-meter']),
    ...(sent.method === 'GET' ? [] : [`-X ${sent.method}`]),
    ...(/[[\]{}]/.test(sent.url) ? ['--globoff'] : []),
    ...Array.from({ length: times }, () => url),
    // Without this option, curl sends an Accept header of its own.
    ...(sent.headers.some(([name]) => name.toLowerCase() === 'accept') ? [] : ["-H 'Accept:'"]),
    ...sent.headers.filter(isSent).map((header) => headerOption(header, credential)),
  ].join(' ');
};

/** The paths of the interface: nothing else in a stranger's evidence is sent anywhere. */
const PATHS = { GET: /^\/store\/orders(?:\?[^\s#]*)?$/, DELETE: /^\/store\/orders\/(?!\.+$)[^\s/?#]+$/ };

/**
 * Sends the exchange with this id again, wherever `$STORE_ORDERS_BASE_URL` says. The evidence may be a stranger's, so it
 * gives no address, no other header, and no key that could be the valid one.
 */
export function repeatOf(id: string | null, evidence: Evidence): Cause['repeat'] {
  const exchange = evidence.exchanges.findLast(({ request }) => idText(request.id) === id);
  if (!exchange) return undefined;
  const [requests, times] = repetitionOf(exchange, evidence);
  const { baseUrl } = evidence.target;
  const paths = requests.flatMap(({ sent: { method, url } }) => {
    const path = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : '';
    return PATHS[method].test(path) ? path : [];
  });
  if (paths.length < requests.length) return undefined;
  const cancels = requests.filter(({ sent }) => sent.method === 'DELETE');
  const valid = cancels.filter(({ request }) => isValid(request.credential));
  // The first character of a key, changed, may be that of another key.
  const guards = cancels.flatMap(({ request: { credential }, sent }) => {
    const authorizations = headerValues(sent, 'authorization').filter((value) => canBeShownAs(credential, value));
    return isValid(credential)
      ? []
      : authorizations.map((value) => `[ "${value}" = "Bearer $STORE_ORDERS_API_KEY" ] || `);
  });
  return {
    curl: guards.join('') + curlOf(requests, times, paths),
    cancels: valid.map(({ sent: { url } }) => url.slice(url.lastIndexOf('/') + 1)),
  };
}

const headerOption = ([name, value]: Header, credential: Credential): string => {
  // curl reads `Name:` as "leave this header out", and `Name;` as "send it empty".
  if (value === '') return `-H ${shellWord(`${name};`)}`;
  // The shell may expand only a placeholder for a secret, in exactly this form: the evidence may be a stranger's.
  const isExpanded = name === 'Authorization' ? canBeShownAs(credential, value) : isPlaceholder(name, value);
  if (!isExpanded) return `-H ${shellWord(`${name}: ${value}`)}`;
  return /^[\w-]+$/.test(name) ? `-H "${name}: ${value}"` : `-H ${shellWord(`${name}: `)}"${value}"`;
};

/** Quotes a text for a POSIX shell, and for fish, which reads a backslash in quotation marks. */
export const shellWord = (text: string): string => `'${text.replace(/['\\]/g, String.raw`'\$&'`)}'`;
