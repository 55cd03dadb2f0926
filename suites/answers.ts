import { type Answer, answered, type Evidence, isSuccess, type Listing } from '../runner/evidence/evidence.js';
import { type Exchange, headerValues, isUnfinished } from '../runner/evidence/exchange.js';
import { readerOf } from '../runner/evidence/plan.js';
import {
  isCancel,
  operationOf,
  orderOf,
  type Request,
  type Role,
  sharedListing,
  sharedListingOf,
  unknownOf,
} from '../runner/evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../runner/evidence/unjudged.js';
import { once } from '../runner/helpers/once.js';
import { type Broken, held, type Result } from '../runner/judge/rule.js';
import { faultyCredentials } from './interface/credentials.js';
import type { Operation, OrderState } from './interface/operations.js';
import { NEIGHBOURS, STATED_UNKNOWNS } from './requests.js';

export const orderIdOf = (request: Request): bigint | undefined => orderOf(request)?.id;

export const goesTo =
  (state: OrderState) =>
  (request: Request): boolean =>
    orderOf(request)?.state === state;

/** Whether the contract says of this id that it is not found (§4.2): a probe has the level of its situation. */
export function isStatedUnknown(request: Request): boolean {
  const unknown = unknownOf(request);
  return unknown !== undefined && (unknown in STATED_UNKNOWNS || unknown in NEIGHBOURS);
}

/** A cancel with the valid key: one that may have an effect. */
export const isAuthorized = (request: Request): boolean => isCancel(request) && request.credential === 'valid';

/** No other request goes over its connection, but for its repetitions. */
export const isAlone = ({ role }: Request): boolean => !SHARING.includes(role);

const SHARING: readonly Role[] = ['opener', 'reused', 'own-id', 'next'];

const faulty: ReadonlySet<string> = new Set(faultyCredentials);

/** A request without a valid key (§5.3). */
export const isWithoutKey = ({ credential }: Request): boolean => faulty.has(credential);

export const isCancelOfPending = (request: Request): boolean => isAuthorized(request) && goesTo('pending')(request);

/** A refusal that the contract has for an order that is not pending. */
export const isRefusal = ({ status }: Answer): boolean => status === 404 || status === 409;

/** The key was accepted, whatever became of the order. */
export const acceptsKey = (answer: Answer): boolean => isSuccess(answer.status) || isRefusal(answer);

/** Every 401 that the contract asks for. */
export const refusalsOfKey = (evidence: Evidence): Answer[] =>
  evidence.answered(isWithoutKey).filter((answer) => answer.status === 401 && isKeyAccepted(evidence, answer));

/** Every 404 that the contract asks for. */
export const notFounds = (evidence: Evidence): Answer[] =>
  evidence
    .answered((request) => isAuthorized(request) && isStatedUnknown(request))
    .filter(({ status }) => status === 404);

/** The one status that the contract has for what a request asks for; undefined where it leaves that open. */
export function statusFor(request: Request): number | undefined {
  if (isWithoutKey(request)) return 401;
  if (request.credential !== 'valid') return undefined;
  if (request.aim.kind === 'listing') return request.aim.query === undefined ? 200 : undefined;
  if (unknownOf(request) !== undefined) return isStatedUnknown(request) ? 404 : undefined;
  return { pending: 204, shipped: 409, other: undefined }[orderOf(request)?.state ?? 'other'];
}

/**
 * The positive control: the valid key is accepted for the same operation. A 401 for a bad key proves nothing where the
 * good one is refused too.
 */
export const isKeyAccepted = (evidence: Evidence, { request, exchange }: Answer): boolean =>
  controlsOf(evidence)[operationOf(request)] && exchange.begun < (evidence.lockout?.from ?? Number.POSITIVE_INFINITY);

const controlsOf = once((evidence: Evidence): Readonly<Record<Operation, boolean>> => {
  const listed = evidence.answer(sharedListing('before'));
  const listOrders = listed !== undefined && !isUnjudged(listed) && listed.status === 200;
  const cancels = evidence.answered(isAuthorized);
  return { listOrders, cancelOrder: cancels.length > 0 ? cancels.some(acceptsKey) : listOrders };
});

/**
 * Judges the status of a situation that the contract's table covers.
 * @param situation what was sent, as the subject of a sentence: "A cancel of a shipped order"
 * @param hint added where the deviation could have another cause than the target
 */
export function judgeStatus(answer: Answer, status: number, situation: string, hint?: string): Result {
  if (answer.status === status) return held(answer.exchange);
  return brokenStatus(answer, `${situation} must get ${status}.${hint ? ` ${hint}` : ''}`, `status ${status}`);
}

/** Where what should have come is missing. */
export const SILENCE = 'response';

/** Why no response could be read, which is the same each time. */
export type Silence = 'no-answer' | 'unreadable' | 'unfinished';

export function silenceOf({ outcome }: Exchange): Silence {
  if (outcome.kind !== 'failure') return 'no-answer';
  if (outcome.failure.kind === 'protocol') return 'unreadable';
  return isUnfinished(outcome.failure) ? 'unfinished' : 'no-answer';
}

export const SILENCES: Readonly<Record<Silence, string>> = {
  'no-answer': 'no answer, each time; other requests do.',
  unreadable: 'a response that is not valid HTTP/1.1, each time.',
  unfinished: 'a response that begins and does not end, each time.',
};

/** A request gets no answer again and again, while others do: that is how the target answers it. */
export const brokenSilence = (exchange: Exchange, situation: string, expected: string): Broken => ({
  message: `${situation} gets ${SILENCES[silenceOf(exchange)]}`,
  expected,
  actual: exchange.outcome.kind === 'failure' ? exchange.outcome.failure.message : 'no answer',
  at: SILENCE,
  exchange,
});

export const brokenStatus = (answer: Answer, message: string, expected: string): Broken => ({
  message,
  expected,
  actual: describe(answer),
  at: 'status',
  exchange: answer.exchange,
});

/** Status, reason, where a redirect leads, and the body. Quotes the target. */
export function describe({ response }: Answer): string {
  const [location] = headerValues(response, 'location');
  const body = new TextDecoder().decode(response.body.head);
  return [
    `status ${response.status}${response.reason ? ` ${response.reason}` : ''}`,
    ...(location === undefined ? [] : [`Location: ${location}`]),
    ...(body === '' ? [] : [`body ${body}`]),
  ].join(', ');
}

const KEY_REFUSED =
  'The listing refuses the API key (401), and no cancel showed that the target accepts it. Is it the key for this address?';

/** With the valid key, and without a query: whatever it is sent for, it shows what the target lists. */
export const isPlainListing = ({ aim, credential }: Request): boolean =>
  aim.kind === 'listing' && aim.query === undefined && credential === 'valid';

const isNeeded = (request: Request): boolean =>
  isPlainListing(request) && (request.role === 'listing' || request.role === 'accept');

/** Plain listings that were sent for something else, and answered. That a key counts on any connection is judged apart. */
const furtherListings = (evidence: Evidence): Answer[] =>
  evidence.answered((request) => isPlainListing(request) && !isNeeded(request)).filter(({ status }) => status !== 401);

/** All plain listings that were read to their end, in the order in which they were begun. */
export const readListings = once((evidence: Evidence): readonly Listing[] =>
  evidence
    .answered(isPlainListing)
    .map(({ request }) => evidence.read(request.id))
    .filter((listing): listing is Listing => !isUnjudged(listing))
    .sort((one, other) => one.exchange.begun - other.exchange.begun),
);

/** The plain listings, as far as they can be judged: a 401 for the valid key is most often a wrong key. */
export function listings(evidence: Evidence): (Answer | Unjudged)[] {
  const isRefused = ({ status }: Answer) => status === 401;
  const results = evidence.answers(isNeeded);
  const [before] = answered(results);
  const accepted = evidence.answered(isAuthorized).some(acceptsKey);
  const judged = results.map((result) => {
    if (isUnjudged(result)) return result;
    const isSecond = (sharedListingOf(result.request) ?? 'before') !== 'before';
    if (isSecond ? before && isRefused(before) : isRefused(result) && !accepted)
      return inconclusive(KEY_REFUSED, isSecond ? readerOf(evidence.plan, 'after') : undefined);
    return result;
  });
  return [...judged, ...furtherListings(evidence)];
}

/** The same without what keeps the second one from being judged: `list.status` tells that. */
export const shownListings = (evidence: Evidence): (Answer | Unjudged)[] =>
  listings(evidence).filter((result, index) => index === 0 || !isUnjudged(result));
