import { ageOf } from '../../evidence/cache.js';
import { type Answer, type Evidence, isSuccess, type Listing, waitFor } from '../../evidence/evidence.js';
import { type Exchange, isUnreadable, type Unreadable } from '../../evidence/exchange.js';
import { isSlashRedirect } from '../../evidence/obstacle.js';
import { shown, tellingHeaders } from '../../evidence/quoted.js';
import {
  isCancel,
  operationOf,
  orderOf,
  type Request,
  type Role,
  sharedListing,
  unknownOf,
} from '../../evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../../evidence/unjudged.js';
import { memoised } from '../../interface/helpers/helpers.js';
import type { Operation, OrderState } from '../../interface/interface.js';
import type { REPAIRS } from '../terms/repair.js';
import { type Broken, held, type Result } from '../terms/rule.js';
import { sentences } from '../terms/sentences.generated.js';
import { isWithoutKey, OF_UNKNOWN, situationOf } from '../terms/situation.js';
import { silences } from './silences.generated.js';

export const orderIdOf = (request: Request): bigint | undefined => orderOf(request)?.id;

export const goesTo =
  (state: OrderState) =>
  (request: Request): boolean =>
    orderOf(request)?.state === state;

/** True if the contract says that this id gets 404 (§4.2). */
export const isStatedUnknown = (request: Request): boolean => OF_UNKNOWN[unknownOf(request) ?? 'zero'].isStated;

/** A cancel with the valid key, which may have an effect. */
export const isAuthorized = (request: Request): boolean => isCancel(request) && request.credential === 'valid';

/** No other request uses its connection, except for its repetitions. */
export const isAlone = ({ role }: Request): boolean => !SHARING.includes(role);

const SHARING: readonly Role[] = ['opener', 'reused', 'own-id', 'next'];

export const isCancelOfPending = (request: Request): boolean => isAuthorized(request) && goesTo('pending')(request);

/** A refusal that the contract has for an order that is not pending. */
export const isRefusal = ({ status }: Answer): boolean => status === 404 || status === 409;

/** The target accepted the key, even if it did not cancel the order. */
const acceptsKey = (answer: Answer): boolean => isSuccess(answer.status) || isRefusal(answer);

/** Every 401 that the contract demands. */
export const refusalsOfKey = (evidence: Evidence): Answer[] =>
  evidence.answered(isWithoutKey).filter((answer) => answer.status === 401 && isKeyAccepted(evidence, answer));

/** Every 404 that the contract demands. */
export const notFounds = (evidence: Evidence): Answer[] =>
  evidence
    .answered((request) => isAuthorized(request) && isStatedUnknown(request))
    .filter(({ status }) => status === 404);

/**
 * The positive control: the target accepts the valid key for the same operation. If it refuses that too, a 401 for a
 * bad key proves nothing.
 */
export const isKeyAccepted = (evidence: Evidence, { request }: Answer): boolean =>
  controlsOf(evidence)[operationOf(request)];

const controlsOf = memoised((evidence: Evidence): Readonly<Record<Operation, boolean>> => {
  const listed = evidence.answer(sharedListing('before'));
  const listOrders = listed !== undefined && !isUnjudged(listed) && listed.status === 200;
  const cancels = evidence.answered(isAuthorized);
  return { listOrders, cancelOrder: cancels.length > 0 ? cancels.some(acceptsKey) : listOrders };
});

/**
 * Judges the status in a situation that has one.
 * @param words the subject of a sentence, if it names the order
 * @param hint added if the deviation may have another cause than the target
 */
export function judgeStatus(answer: Answer, words?: string, hint?: string): Result {
  const situation = situationOf(answer.exchange);
  const { status } = situation;
  if (answer.status === status) return held(answer.exchange);
  const message = `${words ?? situation.words} gets ${answer.status}, not ${status}.${hint ? ` ${hint}` : ''}`;
  return brokenStatus(answer, message, `status ${status}`);
}

/** A redirect to the same path with a slash comes from a router: nothing has read the id, the key or the query. */
export const whyUnread = ({ exchange, request, response, status }: Answer): Unjudged | undefined =>
  isSlashRedirect(response, exchange.sent.url)
    ? inconclusive(
        `A request for it was redirected to the same path with a slash (${status}), which shows nothing of it.`,
        request.id.scenario,
        waitFor(exchange),
      )
    : undefined;

/** The reason why a request never gets a response that can be read. */
export type SilenceReason = 'no-answer' | 'unfinished' | Unreadable;

export function silenceOf({ outcome }: Exchange): SilenceReason {
  const kind = outcome.kind === 'failure' ? outcome.failure.kind : 'no-answer';
  return kind === 'unfinished' || isUnreadable(kind) ? kind : 'no-answer';
}

export const SILENCES: Readonly<
  Record<SilenceReason, { readonly words: string; readonly repair: keyof typeof REPAIRS }>
> = silences;

/** A request never gets an answer, while others do: that is how the target answers it. */
export const brokenSilence = (
  exchange: Exchange,
  expected = `status ${situationOf(exchange).status}`,
  situation = situationOf(exchange).words,
): Broken => ({
  message: `${situation} gets ${SILENCES[silenceOf(exchange)].words}`,
  expected,
  actual: exchange.outcome.kind === 'failure' ? exchange.outcome.failure.message : 'no answer',
  at: 'response',
  exchange,
});

export const brokenStatus = (answer: Answer, message: string, expected: string): Broken => ({
  message,
  expected,
  actual: describe(answer),
  at: 'status',
  exchange: answer.exchange,
});

/** Status, reason, target of a redirect, challenge, and body. Quotes the target. */
export function describe({ response }: Answer): string {
  const { status, reason, body: start } = shown(response);
  const body = new TextDecoder().decode(start.head);
  return [
    `status ${status}${reason ? ` ${reason}` : ''}`,
    ...tellingHeaders(response),
    ...(body === '' ? [] : [`body ${body}`]),
  ].join(', ');
}

/** Says that a cache gave this answer, if its headers show that: then it was made for another request. */
export const keptByCache = ({ exchanges }: Evidence, { exchange, status }: Answer): string | undefined =>
  status === 401 && ageOf(exchange, exchanges) > 0
    ? 'This refusal was kept by a cache, which answers by URL, whatever the key. Let it keep no answer to a request with `Authorization`.'
    : undefined;

/**
 * A listing with the valid key and without a query. It shows the target's orders, whichever requirement it was sent
 * for.
 */
export const isPlainListing = ({ aim, credential }: Request): boolean =>
  aim.kind === 'listing' && aim.query === undefined && credential === 'valid';

const isNeeded = (request: Request): boolean =>
  isPlainListing(request) && (request.role === 'listing' || request.role === 'accept');

/**
 * Plain listings that were sent for another purpose and answered. A 401 on a kept connection has a requirement of its
 * own.
 */
const furtherListings = (evidence: Evidence): Answer[] =>
  evidence.answered((request) => isPlainListing(request) && !isNeeded(request)).filter(({ status }) => status !== 401);

/** All plain listings that were read to their end, sorted by begin. */
export const readListings = memoised((evidence: Evidence): readonly Listing[] =>
  evidence
    .answered(isPlainListing)
    .map(({ request }) => evidence.read(request.id))
    .filter((listing): listing is Listing => !isUnjudged(listing))
    .sort((one, other) => one.exchange.begun - other.exchange.begun),
);

/** The plain listings that can be judged. A 401 for the valid key usually means that the key is wrong. */
export function listings(evidence: Evidence): (Answer | Unjudged)[] {
  const { listOrders, cancelOrder } = controlsOf(evidence);
  const isRefused = (result: Answer | Unjudged): boolean => !isUnjudged(result) && result.status === 401;
  const judged = evidence
    .answers(isNeeded)
    .map((result) => (isRefused(result) && !listOrders && !cancelOrder ? inconclusive(sentences.keyRefused) : result));
  return [...judged, ...furtherListings(evidence)];
}

/** Without the unjudged later listings; `list.status` reports those. */
export const shownListings = (evidence: Evidence): (Answer | Unjudged)[] =>
  listings(evidence).filter((result, index) => index === 0 || !isUnjudged(result));
