import {
  type Exchange,
  type Failure,
  isTemporaryRefusal,
  mediaTypes,
  precedes,
  type ResponseRecord,
  responseOf,
  statusOf,
} from './exchange.js';
import { errorShape, isPage, isRedirect, isSlashRedirect } from './obstacle.js';
import { outages } from './outages.generated.js';
import { allRequestsOf, type Plan } from './plan.js';
import { whatCame } from './quoted.js';
import { isCancel, isValid, type Request } from './request.js';

/** From some moment on, every request gets the same answer: a lockout, an expired key, a page, or a service that is down. */
export interface Outage {
  readonly reason: string;
  /** True if this exchange says nothing about its request, because the outage had begun. */
  hides(exchange: Exchange): boolean;
}

const STATUSES: readonly number[] = [401, 403, 404, 429, 502, 503, 504];

/**
 * The parts of an answer that an outage repeats for every request. Undefined for any other answer: a 500, a 501 or JSON
 * with 2xx is always judged.
 */
export function outageShape({ outcome, sent }: Exchange): string | undefined {
  if (outcome.kind === 'failure') return isSilent(outcome.failure) ? 'no answer' : undefined;
  const { response } = outcome;
  const isLike =
    STATUSES.includes(response.status) ||
    (isRedirect(response) && !isSlashRedirect(response, sent.url.replace(/\?.*/, ''))) ||
    isPage(response);
  return isLike ? [response.status, ...mediaTypes(response), beginningOf(response)].join(' ') : undefined;
}

/** A failure of this machine (`EMFILE`: no more files) says nothing about the target. */
const isSilent = ({ kind, message }: Failure): boolean =>
  /^(connect|reset|timeout)$/.test(kind) && !/\(E[MN]FILE\)/.test(message);

/** Texts differ further on: an id of the request, a time. */
const BEGINNING = 16;

// A key that has expired may get another code than no key.
const beginningOf = (response: ResponseRecord): string =>
  errorShape(response, response.status !== 401) ??
  Buffer.from(response.body.head).toString('latin1', 0, BEGINNING).replaceAll(/\d/g, '0');

/** True if this answer may be one of an outage, and is not one that the contract has for the request. */
export const mayBeOutage = (exchange: Exchange): boolean =>
  outageShape(exchange) !== undefined &&
  (isOfKey(exchange) ? isKeyListing(exchange) || statusOf(exchange) !== 404 : statusOf(exchange) !== 401);

/** True if the valid key got an answer that no outage gives. */
export const gotThrough = (exchange: Exchange): boolean =>
  isOfKey(exchange) && responseOf(exchange) !== undefined && !mayBeOutage(exchange);

const isOfKey = ({ request }: Exchange): boolean => request.credential === 'valid';

/** A listing with the valid key. One with a query may be refused (§4.1 has none), so it does not count. */
const isKeyListing = (exchange: Exchange): boolean => {
  const { aim } = exchange.request;
  return isOfKey(exchange) && aim.kind === 'listing' && aim.query === undefined;
};

/** Only an outage or a deviation gives the valid key such a listing, so one is enough to ask. */
export const isTelling = (exchange: Exchange): boolean =>
  isKeyListing(exchange) && !isTemporaryRefusal(statusOf(exchange) ?? 503) && mayBeOutage(exchange);

/**
 * Finds the outage at the end of a run. It begins after the last request that the valid key got through with (principle
 * 27), and at least three later ones show it: a listing and a cancel with the valid key, and a request without it.
 */
export function outageIn(exchanges: readonly Exchange[], plan: Plan): Outage | undefined {
  const listings = exchanges.filter(isKeyListing);
  const latest = listings.findLast(({ outcome }) => outcome.kind === 'response' || outcome.failure.kind !== 'aborted');
  const shape = latest && outageShape(latest);
  if (!latest || shape === undefined) return undefined;
  const isOfShape = (exchange: Exchange): boolean => outageShape(exchange) === shape;
  const through = exchanges.filter(
    (exchange) => gotThrough(exchange) && (statusOf(exchange) !== 404 || !isOfShape(exchange)),
  );
  const last = through.reduce<Exchange | undefined>((a, b) => (a && a.ended > b.ended ? a : b), undefined);
  if (!last) return undefined;
  const late = exchanges.filter((exchange) => isOfShape(exchange) && !precedes(exchange, last));
  const cancel = plan.listings.find(isCancel);
  const isCancelAsked = cancel !== undefined && cancel.notSentBecause === undefined;
  const isKnown =
    late.some(isKeyListing) &&
    late.some(({ request }) => !isValid(request.credential)) &&
    (!isCancelAsked || late.some((exchange) => isOfKey(exchange) && isCancel(exchange.request)));
  // Refusals that came before, and went, are the target's: one of its nodes, or a cache.
  const status = statusOf(latest);
  const isNew =
    isTemporaryRefusal(status ?? 503) || !listings.some((exchange) => isOfShape(exchange) && precedes(exchange, last));
  if (!isKnown || !isNew) return undefined;
  // A 401 for a bad key may be one of the outage: when the valid key got it, it had begun.
  const noticed = late.find(isOfKey) ?? latest;
  const borne = exchanges.filter((each) => isBadKey401(each) && (status !== 401 || precedes(each, noticed))).length;
  return {
    reason: reasonFor(latest, borne, plan, isCancelAsked),
    hides: (exchange) => exchange.begun > last.ended || (isOfShape(exchange) && !precedes(exchange, last)),
  };
}

export const isBadKey401 = (exchange: Exchange): boolean =>
  !isValid(exchange.request.credential) && statusOf(exchange) === 401;

function reasonFor(exchange: Exchange, borne: number, plan: Plan, isCancelAsked: boolean): string {
  const { outcome } = exchange;
  const most = statusOf(exchange) === 401 ? 'up to ' : '';
  const refused = borne === 0 ? '' : `, and refused ${most}${borne} bad keys with 401`;
  const what =
    outcome.kind === 'response'
      ? `everything got the same answer, the valid key included: ${whatCame(outcome.response)}`
      : `nothing was answered any more. ${outcome.failure.message}`;
  const why = plan.inputs.readOnly ? 'the run is read-only' : 'no id is known to be free';
  const caveat = isCancelAsked ? '' : ` No cancel was asked for with the valid key, since ${why}.`;
  return `The target accepted the API key at first${refused}; then ${what}${what.endsWith('.') ? '' : '.'} Nothing after that is judged.${caveat} ${hintFor(statusOf(exchange), plan)}`;
}

function hintFor(status: number | undefined, plan: Plan): string {
  if (status === undefined || [404, 502, 503, 504].includes(status)) return outages.down;
  if (![401, 403, 429].includes(status)) return outages.inFront;
  const isBadKey = ({ role, credential }: Request): boolean => role !== 'control' && !isValid(credential);
  return `It may lock out clients after bad keys, of which this run sends ${allRequestsOf(plan).filter(isBadKey).length}: switch the lockout off on staging for the key and the address of the run, and wait until it has ended. If there is no lockout: has the key expired (401), does a firewall refuse the run (403), or is a limit of requests below its speed (429: --rate)?`;
}

/**
 * Finds bad keys that got 429, three times or more, while the valid key was answered. Empty if the valid key got 429,
 * too.
 */
export function limitedBadKeys(exchanges: readonly Exchange[]): readonly Exchange[] {
  const all = exchanges.filter((exchange) => statusOf(exchange) === 429);
  const limited = all.filter((exchange) => !isOfKey(exchange));
  const [first, last] = [limited[0], limited.at(-1)];
  if (!first || !last || limited.length < Math.max(3, all.length)) return [];
  const isMeanwhile = (exchange: Exchange): boolean => precedes(first, exchange) && precedes(exchange, last);
  const isThrough = exchanges.some((exchange) => gotThrough(exchange) && isMeanwhile(exchange));
  return isThrough ? limited : [];
}
