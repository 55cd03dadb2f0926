import { aboveListing, LISTING_PATH, VERSION_PREFIX } from '../interface/interface.js';
import { readBody } from './body.js';
import { isUnderAskedScheme, schemeAdvice } from './challenge.js';
import type { EvidenceData } from './data.js';
import {
  type Exchange,
  type Failure,
  headerValues,
  isSuccess,
  isTemporaryRefusal,
  mediaTypes,
  type ResponseRecord,
  statusOf,
} from './exchange.js';
import { bodyStart, shown, whatCame } from './quoted.js';
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

type Seen = Pick<EvidenceData, 'target' | 'exchanges' | 'readings'>;

/**
 * Says why nothing can be judged, from the first listing and all other exchanges: the target is down or silent; or
 * every request, with any key or none, gets the same answer.
 */
export function obstacleIn(data: Seen, before: Exchange | undefined): string | undefined {
  if (!before) return undefined;
  const { outcome } = before;
  return outcome.kind === 'failure'
    ? noResponse(data, before, outcome.failure)
    : sameAnswer(data, before, outcome.response);
}

function noResponse({ target, exchanges }: Seen, before: Exchange, { kind, message }: Failure): string | undefined {
  if (isUnreachable(before)) return message;
  if (!exchanges.every(isUnanswered)) return undefined;
  const isPlainReset = kind === 'reset' && target.baseUrl.startsWith('http:');
  const hint = isPlainReset ? ' If that port speaks TLS, let the base address begin with https://.' : '';
  return withProxy(message + hint, target);
}

function sameAnswer(data: Seen, { request }: Exchange, first: ResponseRecord): string | undefined {
  const { target, exchanges, readings } = data;
  const isListed = first.status === 200 && readings.get(idText(request.id))?.problem === undefined;
  const listing = target.baseUrl + LISTING_PATH;
  if (isListed || isJsonSuccess(first) || isSlashRedirect(first, listing)) return undefined;
  if (isSameForAll(first, exchanges)) {
    if (first.status === 401) return keyRefused(target, first, exchanges);
    return withProxy(isOutage(first) ? outage(target, first) : wrongAddress(target, first, exchanges), target);
  }
  // A service that asks for the key first refuses other keys at any address.
  if (isTemporaryRefusal(first.status) || endsWithVersion(target.baseUrl) || !isNowhere(first)) return undefined;
  return `GET ${listing} gets ${whatCame(first)}, with the valid key too. ${rightAddress(target.baseUrl, first)}`;
}

/** The service itself answers, with a listing that deviates and is open to everybody. */
const isJsonSuccess = (response: ResponseRecord): boolean =>
  isSuccess(response.status) && mediaTypes(response).includes('application/json');

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

/** A 2xx without JSON: the service itself does not answer like that. */
export const isPage = (response: ResponseRecord): boolean =>
  isSuccess(response.status) &&
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
  // A cancel that refuses the valid key as well leaves no doubt, even if the 401s differ.
  const hasCancel = answers.some(({ request }) => request.credential === 'valid' && isCancel(request));
  if (first.status === 401 && hasCancel) return answers.every(({ response }) => response.status === 401);
  const areKeysToldApart = first.status === 401 && others.some(({ request }) => request.credential !== 'missing');
  const isMissing = ({ credential }: Request): boolean => areKeysToldApart && credential === 'missing';
  return answers.every(
    ({ request, response }) => response.status === first.status && (isMissing(request) || shapeOf(response) === shape),
  );
}

/** Reduces an answer to the parts that do not vary from one request to the next. */
const shapeOf = (response: ResponseRecord): string => errorShape(response) ?? readBody(response).kind;

/** The names of the members of an Error, and its `code`, if that counts. Undefined if the body is not a JSON object. */
export function errorShape(response: ResponseRecord, hasCode = true): string | undefined {
  const body = readBody(response);
  const value = body.kind === 'value' ? body.value : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return JSON.stringify([Object.keys(value).sort(), hasCode && 'code' in value ? value.code : undefined]);
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
  const [subject, where] = hasCancels ? [`below ${baseUrl}`, `: requests go to ${listing}`] : [`for ${listing}`, ''];
  return `Every request ${subject} gets the same answer, ${whatCame(response)}, with any key or none. ${rightAddress(baseUrl, response, where)}`;
}

function rightAddress(baseUrl: string, response: ResponseRecord, where = ''): string {
  if (/\bSSL certificate\b/.test(bodyStart(response))) return 'Name a client certificate with --cert and --key.';
  const address = addressToTry(baseUrl, response);
  if (baseUrl.startsWith('https:') && address?.startsWith('http:')) {
    return `${address} is not encrypted, so a client that follows the redirect may show its key to others. Let the service redirect to https: behind a proxy that ends TLS, it learns of the https from X-Forwarded-Proto.`;
  }
  const hint = address ? `Try ${address}` : `It ends with ${VERSION_PREFIX}, directly above ${LISTING_PATH}${where}`;
  return `Is the base address right? ${hint}.`;
}

/** The answer of many servers to plain HTTP on a TLS port. */
const wantsTls = (response: ResponseRecord): boolean =>
  response.status === 400 && /\b(HTTPS|TLS)\b/.test(bodyStart(response));

/** The base address that a redirect names, or else the same one with the contract's version prefix. */
function addressToTry(baseUrl: string, response: ResponseRecord): string | undefined {
  const to = redirectOf(shown(response), baseUrl + LISTING_PATH);
  const redirected = to && aboveListing(`${to.origin}${to.pathname}`.replace(/\/$/, ''));
  if (redirected !== undefined && redirected !== baseUrl) return redirected;
  if (baseUrl.startsWith('http:') && wantsTls(response)) return baseUrl.replace('http:', 'https:');
  if (endsWithVersion(baseUrl)) return undefined;
  const version = baseUrl.search(/\/v\d+(?:\/|$)/);
  return `${version < 0 ? baseUrl : baseUrl.slice(0, version)}${VERSION_PREFIX}`;
}
