import { aboveListing, LISTING_PATH, VERSION_PREFIX } from '../interface/interface.js';
import { readBody } from './body.js';
import { isUnderAskedScheme, schemeAdvice } from './challenge.js';
import type { EvidenceData } from './data.js';
import {
  type Exchange,
  type Failure,
  headerValues,
  isTemporaryRefusal,
  mediaTypes,
  type ResponseRecord,
  statusOf,
} from './exchange.js';
import type { ListingReading } from './listing/index.js';
import { bodyStart, whatCame } from './quoted.js';
import { idText, isCancel, isValid, type Request } from './request.js';

/** True if the target is down, so that nothing else can be sent either. */
export const isUnreachable = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'failure' && (outcome.failure.kind === 'connect' || outcome.failure.kind === 'tls');

const isUnanswered = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'failure' && !['connect', 'tls', 'aborted'].includes(outcome.failure.kind);

/** True if the target itself answered, and the answer could be read to its end. */
export const isReadWhole = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' &&
  outcome.response.body.end === 'complete' &&
  !isTemporaryRefusal(outcome.response.status);

interface Seen {
  readonly target: EvidenceData['target'];
  readonly exchanges: readonly Exchange[];
  readonly readings: ReadonlyMap<string, Pick<ListingReading, 'problem'>>;
}

/**
 * Says why nothing can be judged, from the first listing and all other exchanges: the target is down or silent; or
 * every request, with any key or none, gets the same answer.
 */
export function obstacleIn(seen: Seen, before: Exchange | undefined): string | undefined {
  if (!before) return undefined;
  const { outcome } = before;
  return outcome.kind === 'failure'
    ? silence(seen, before, outcome.failure)
    : sameAnswer(seen, before, outcome.response);
}

function silence({ target, exchanges }: Seen, before: Exchange, { kind, message }: Failure): string | undefined {
  if (isUnreachable(before)) return message;
  if (!exchanges.every(isUnanswered)) return undefined;
  const mayBeTls = kind === 'reset' && target.baseUrl.startsWith('http:');
  return withProxy(mayBeTls ? `${message} ${IS_IT_TLS}` : message, target);
}

const IS_IT_TLS = 'If that port speaks TLS, let the base address begin with https://.';

function sameAnswer(seen: Seen, { request }: Exchange, first: ResponseRecord): string | undefined {
  const { target, exchanges, readings } = seen;
  const isListed = first.status === 200 && readings.get(idText(request.id))?.problem === undefined;
  if (isListed || isJsonSuccess(first)) return undefined;
  const listing = target.baseUrl + LISTING_PATH;
  if (isSlashRedirect(first, listing)) return undefined;
  if (isSameForAll(first, exchanges)) {
    if (first.status === 401) return keyRefused(target, first, exchanges);
    return withProxy(isOutage(first) ? outage(target, first) : wrongAddress(target, first, exchanges), target);
  }
  if (isTemporaryRefusal(first.status)) return undefined;
  // A service that asks for the key first refuses other keys at any address.
  if (endsWithVersion(target.baseUrl) || !isNowhere(first)) return undefined;
  return `GET ${listing} gets ${cameAs(first)}, with the valid key too. ${rightAddress(target.baseUrl, first)}`;
}

/** The service itself answers, with a listing that deviates and is open to everybody. */
const isJsonSuccess = (response: ResponseRecord): boolean =>
  response.status >= 200 && response.status < 300 && mediaTypes(response).includes('application/json');

export const endsWithVersion = (baseUrl: string): boolean => new URL(baseUrl).pathname.endsWith(VERSION_PREFIX);

/** The address leads to no service, or to another one. */
const isNowhere = (response: ResponseRecord): boolean =>
  response.status === 404 || isRedirect(response) || mediaTypes(response).includes('text/html');

export const isRedirect = ({ status }: ResponseRecord): boolean => status >= 300 && status < 400;

function redirectOf(response: ResponseRecord, from: string): URL | undefined {
  const [location] = isRedirect(response) ? headerValues(response, 'location') : [];
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

/** A redirect of the service itself, which adds or removes a slash at the end. */
export function isSlashRedirect(response: ResponseRecord, from: string): boolean {
  const to = redirectOf(response, from);
  return to !== undefined && /^.*[^/]/.exec(`${to.origin}${to.pathname}`)?.[0] === from;
}

/** A 2xx with something else than JSON: whoever answers so did not do what was asked. */
export const isPage = (response: ResponseRecord): boolean =>
  response.status >= 200 &&
  response.status < 300 &&
  response.body.length > 0 &&
  !mediaTypes(response).includes('application/json') &&
  !/^\s*[[{]/.test(Buffer.from(response.body.head).toString('latin1'));

/** An outage may concern one route only, so it says nothing about the address. */
const isOutage = ({ status }: ResponseRecord): boolean => status >= 500 || status === 429;

/** An error for the listing alone is a deviation. An error for every request says nothing about the service. */
function isSameForAll(first: ResponseRecord, all: readonly Exchange[]): boolean {
  const exchanges = all.filter((exchange) => !isUnderAskedScheme(exchange));
  const answers = exchanges.flatMap(({ request, outcome }) =>
    outcome.kind === 'response' &&
    (outcome.response.status === first.status || !isTemporaryRefusal(outcome.response.status))
      ? [{ request, response: outcome.response }]
      : [],
  );
  const others = answers.filter(({ request }) => !isValid(request.credential));
  if (others.length === 0) return first.status === 401;
  if (isOutage(first) && !answers.some(({ request }) => isCancel(request))) return false;
  const shape = shapeOf(first);
  // A missing key may be told from a wrong one: `missing_key`, `invalid_key`.
  // A cancel that refuses the valid key as well leaves no doubt, whatever each 401 says.
  const hasCancel = answers.some(({ request }) => request.credential === 'valid' && isCancel(request));
  if (first.status === 401 && hasCancel) return answers.every(({ response }) => response.status === 401);
  const isTold = first.status === 401 && others.some(({ request }) => request.credential !== 'missing');
  const isMissing = ({ credential }: Request): boolean => isTold && credential === 'missing';
  return answers.every(
    ({ request, response }) => response.status === first.status && (isMissing(request) || shapeOf(response) === shape),
  );
}

/** Reduces an answer to the parts that do not vary from one request to the next. */
function shapeOf(response: ResponseRecord): string {
  const body = readBody(response);
  if (body.kind !== 'value') return body.kind;
  const { value } = body;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'json';
  return JSON.stringify([Object.keys(value).sort(), 'code' in value ? value.code : undefined]);
}

function keyRefused({ baseUrl, keyFrom }: Seen['target'], first: ResponseRecord, all: Seen['exchanges']): string {
  const source = keyFrom === undefined ? '' : ` from ${keyFrom}`;
  const advice = schemeAdvice(first, all);
  const question = advice?.includes('gets 200.')
    ? ''
    : ` Is it the key for ${baseUrl}, and has it expired, or is it not valid yet?`;
  return `The target refuses the API key${source} as it refuses any other key (${whatCame(first)}), so nothing can be judged.${advice === undefined ? '' : ` ${advice}`}${question}`;
}

const outage = ({ baseUrl }: Seen['target'], first: ResponseRecord): string =>
  `Every request below ${baseUrl} gets the same answer, ${whatCame(first)}, with any key or none, so nothing can be judged. Is the service up, and the base address right? Look into the log of the service, or of what is in front of it.`;

/** Adds the proxy that forwards the requests, if there is one: an answer may be its own. */
export const withProxy = (text: string, { proxy, baseUrl }: Seen['target']): string =>
  proxy === undefined
    ? text
    : `${text} The requests go through the proxy ${proxy} (from HTTP_PROXY), and this may be its doing: ask who runs it, or name ${new URL(baseUrl).hostname} in NO_PROXY, to connect without it.`;

function wrongAddress({ baseUrl }: Seen['target'], response: ResponseRecord, exchanges: Seen['exchanges']): string {
  const listing = baseUrl + LISTING_PATH;
  const hasCancels = exchanges.some((exchange) => isCancel(exchange.request) && statusOf(exchange) === response.status);
  const [asked, where] = hasCancels ? [`below ${baseUrl}`, `: requests go to ${listing}`] : [`for ${listing}`, ''];
  return `Every request ${asked} gets the same answer, ${cameAs(response)}, with any key or none. ${rightAddress(baseUrl, response, where)}`;
}

function rightAddress(baseUrl: string, response: ResponseRecord, where = ''): string {
  if (/\bSSL certificate\b/.test(bodyStart(response))) return 'Name a client certificate with --cert and --key.';
  const address = addressToTry(baseUrl, response);
  if (baseUrl.startsWith('https:') && address?.startsWith('http:')) return readableKey(address);
  const hint = address ? `Try ${address}` : `It ends with ${VERSION_PREFIX}, directly above ${LISTING_PATH}${where}`;
  return `Is the base address right? ${hint}.`;
}

const readableKey = (address: string): string =>
  `${address} is not encrypted, so a client that follows the redirect may show its key to others. Let the service redirect to https, or serve the listing itself: behind a proxy that ends TLS, it must learn of the https from the proxy (X-Forwarded-Proto).`;

/** The answer of many servers to plain HTTP on a TLS port. */
const wantsTls = (response: ResponseRecord): boolean =>
  response.status === 400 && /\b(HTTPS|TLS)\b/.test(bodyStart(response));

/** The base address that a redirect names, or else the same one with the contract's version prefix. */
function addressToTry(baseUrl: string, response: ResponseRecord): string | undefined {
  const to = redirectOf(response, baseUrl + LISTING_PATH);
  const shown = to && aboveListing(`${to.origin}${to.pathname}`.replace(/\/$/, ''));
  if (shown !== undefined && shown !== baseUrl) return shown;
  if (baseUrl.startsWith('http:') && wantsTls(response)) return baseUrl.replace('http:', 'https:');
  if (endsWithVersion(baseUrl)) return undefined;
  const version = baseUrl.search(/\/v\d+(?:\/|$)/);
  return `${version < 0 ? baseUrl : baseUrl.slice(0, version)}${VERSION_PREFIX}`;
}

/** An answer as it came, and what it is if it is no answer of the interface. */
export function cameAs(response: ResponseRecord): string {
  const kind = isRedirect(response) ? 'a redirect' : mediaTypes(response).includes('text/html') ? 'a page' : undefined;
  return kind === undefined ? whatCame(response) : `${kind} (${whatCame(response)})`;
}
