import { memoised } from '../interface/helpers/helpers.js';
import { type Answer, answered, type Listing, OVER_LIMIT, type Silence, showsAbsence, unjudged } from './answer.js';
import { isHarmless, steadyRefusals } from './attempts.js';
import { whyStopped } from './body.js';
import { whyStale } from './cache.js';
import type { EvidenceData } from './data.js';
import {
  type Exchange,
  type Failure,
  isTemporaryRefusal,
  isTimeoutOnKept,
  type ResponseRecord,
  statusOf,
} from './exchange.js';
import type { ListingReading } from './listing/index.js';
import { obstacleIn } from './obstacle.js';
import { isBadKey401, limitedBadKeys, type Outage, outageIn } from './outage.js';
import { outages } from './outages.generated.js';
import { allRequestsOf, requestsById, requestsOf } from './plan.js';
import {
  idText,
  type Order,
  type Request,
  type RequestId,
  repetitionsOf,
  type SharedListing,
  sharedListing,
  sharedListingOf,
} from './request.js';
import { whyTooLong } from './retry-after.js';
import { SHARED_LISTINGS } from './stages.js';
import { inconclusive, isUnjudged, type Unjudged, type Wait } from './unjudged.js';

export type * from './answer.js';
export { answered, isSilence, OVER_LIMIT, showsAbsence, unjudged, waitFor, whyNoIds } from './answer.js';
export type * from './data.js';
export { isSuccess } from './exchange.js';
export type { JsonProblem, ListingReading, LoadedSchemas, SchemaDeviation } from './listing/index.js';
export { schemasText } from './listing/index.js';

interface RequestAnswers {
  readonly request: Request;
  readonly answers: readonly (Answer | Unjudged)[];
}

/** A base class that has the members of the data as its own. */
const Data = class {
  constructor(data: EvidenceData) {
    Object.assign(this, data);
  }
} as new (
  data: EvidenceData,
) => EvidenceData;

export class Evidence extends Data {
  readonly #last: ReadonlyMap<string, Exchange>;
  readonly #requests: ReadonlyMap<string, Request>;
  /**
   * One sentence that says why nothing can be judged: the target is down, the key is refused, or the address is wrong.
   */
  readonly obstacle: string | undefined;
  /** The answers to each request and its repetitions, cached: rules ask for them hundreds of times. */
  #answers: readonly RequestAnswers[] | undefined;

  /** @param last the last attempt of each request, if the caller has it already */
  constructor(data: EvidenceData, last?: ReadonlyMap<string, Exchange>) {
    super(data);
    this.#last = last ?? new Map(data.exchanges.map((exchange) => [idText(exchange.request.id), exchange]));
    this.#requests = requestsById(data.plan);
    this.obstacle = obstacleIn(data, this.exchange(sharedListing('before')));
  }

  /** The outage that ended the run, if there was one. */
  get outage(): Outage | undefined {
    return outageOf(this).found;
  }

  /** The answers to all requests that match, and the reasons why other matching requests cannot be judged. */
  answers(where: (request: Request) => boolean): (Answer | Unjudged)[] {
    // A run reads about ten thousand requests, most of them before V8 has compiled this. A loop is the fastest.
    const all: (Answer | Unjudged)[] = [];
    for (const { request, answers } of this.#judged) if (where(request)) all.push(...answers);
    return all;
  }

  get #judged(): readonly RequestAnswers[] {
    this.#answers ??= requestsOf(this.plan)
      .filter(({ role }) => role !== 'control')
      .map((request) => ({ request, answers: this.#answersTo(request) }));
    return this.#answers;
  }

  /** Like `answers`, without the requests that cannot be judged. */
  answered(where: (request: Request) => boolean): Answer[] {
    return answered(this.answers(where));
  }

  /**
   * The answer to one request, or why it cannot be judged. Undefined if its condition was not met or its scenario did
   * not run.
   */
  answer(id: RequestId): Answer | Unjudged | undefined {
    const request = this.#requests.get(idText(id));
    return request && this.#answerTo(request);
  }

  /** Requests that should have been sent and have no exchange, if nothing else in the evidence explains why. */
  missing(where: (request: Request) => boolean): Unjudged[] {
    return missingFrom(this).flatMap(({ request, why }) => (where(request) ? why : []));
  }

  exchange(id: RequestId): Exchange | undefined {
    return this.#last.get(idText(id));
  }

  reading({ request }: Pick<Exchange, 'request'>): ListingReading | undefined {
    return this.readings.get(idText(request.id));
  }

  /** A listing as it was read. If the plan does not have it, the listing before it. */
  listing(which: SharedListing): Listing | Unjudged {
    return this.read(this.#planned(which));
  }

  #planned(listing: SharedListing): RequestId {
    const id = sharedListing(listing);
    const earlier = SHARED_LISTINGS[SHARED_LISTINGS.indexOf(listing) - 1];
    return earlier === undefined || this.#requests.has(idText(id)) ? id : this.#planned(earlier);
  }

  read(id: RequestId): Listing | Unjudged {
    const answer = this.answer(id) ?? inconclusive('The listing was not asked for in this run.');
    if (isUnjudged(answer)) return answer;
    const { exchange, response, status } = answer;
    if (status !== 200) {
      // A later listing with this status waits for the first one.
      const isLike = (other: Exchange) => sharedListingOf(other.request) !== undefined && statusOf(other) === status;
      const { request } = this.exchanges.find(isLike) ?? exchange;
      const reason = `The listing was answered with ${status}, so there is nothing to read.`;
      return inconclusive(reason, undefined, { for: 'listing', id: idText(request.id) });
    }
    const { stale, reason: why } = whyStale(this.exchanges);
    if (stale.has(exchange)) return inconclusive(why);
    const reading = this.reading(exchange);
    if (reading?.unread) return inconclusive(reading.unread);
    if (response.body.end === 'stopped') return inconclusive(whyStopped(response, OVER_LIMIT));
    if (!reading || reading.problem || response.body.end !== 'complete') {
      const reason = 'The listing could not be read to its end as a JSON array; see the findings about it.';
      return inconclusive(reason, undefined, { for: 'listing', id: idText(id) });
    }
    return { exchange, reading };
  }

  /** How a declared order looks in the listing before the cancels. */
  standing({ id }: Order): 'listed' | 'not-listed' | 'cannot-tell' {
    const before = this.listing('before');
    if (isUnjudged(before)) return 'cannot-tell';
    if (before.reading.lists(id)) return 'listed';
    return showsAbsence(before.reading) ? 'not-listed' : 'cannot-tell';
  }

  /** If any repetition was answered, leave out repetitions that broke off: they add nothing. */
  #answersTo(request: Request): (Answer | Unjudged)[] {
    const all = repetitionsOf(request);
    const results = all.flatMap((repetition) => this.#answerTo(repetition) ?? []);
    const answers = answered(results);
    const isUnsent = (id: string): boolean => this.unsent.has(id) && !this.#last.has(id);
    const isTold = answers.length === 0 || all.some(({ id }) => isUnsent(idText(id)));
    return isTold ? [...answers, ...unjudged(results).slice(0, 1)] : answers;
  }

  #answerTo(request: Request): Answer | Unjudged | undefined {
    const id = idText(request.id);
    const { scenario } = request.id;
    const exchange = this.#last.get(id);
    const unsent = this.unsent.get(id);
    if (!exchange) return unsent && { scenario, ...unsent };
    const hidden = this.obstacle ?? (this.outage?.hides(exchange) ? this.outage.reason : undefined);
    if (hidden !== undefined) return inconclusive(hidden, scenario);
    const { outcome } = exchange;
    if (outcome.kind === 'failure') return this.#whyFailed(exchange, outcome.failure);
    const { response } = outcome;
    const { schemas } = this;
    return this.#whyRefused(exchange, response) ?? { request, exchange, response, status: response.status, schemas };
  }

  #whyFailed(exchange: Exchange, { kind, message }: Failure): Unjudged {
    const { scenario } = exchange.request.id;
    if (steadyRefusals(this.exchanges).has(exchange)) {
      const silence: Silence = { ...inconclusive(message, scenario, { for: 'response' }), silent: exchange };
      return silence;
    }
    // Bytes are left over where the body before was longer than announced.
    const wait: Wait = kind === 'excess' ? { for: 'length' } : { for: 'same-refusal', got: message };
    return inconclusive(message, scenario, wait);
  }

  /** Why this answer is not judged: the target refused the request for now. */
  #whyRefused(exchange: Exchange, response: ResponseRecord): Unjudged | undefined {
    const { request } = exchange;
    const { exchanges } = this;
    const because = (reason: string, wait?: Wait) => inconclusive(reason, request.id.scenario, wait);
    if (isTimeoutOnKept(exchange) && !isHarmless(request)) return because(WITHOUT_OUTCOME);
    if (!isTemporaryRefusal(response.status)) return undefined;
    if (limitedOf(exchanges).has(exchange))
      return exchanges.some(isBadKey401) ? because(outages.limitsBadKeys) : undefined;
    const tooLong = whyTooLong(exchange);
    if (tooLong !== undefined) return because(tooLong);
    if (steadyRefusals(exchanges).has(exchange)) return undefined;
    return because(refusedForNow(response.status), { for: 'same-refusal', got: response.status });
  }
}

/** One sentence for all requests, so that a report says it once. */
const refusedForNow = (status: number): string =>
  `The request was refused for now (${status}). If the service refuses it each time, repair that. Otherwise: run again when the target has recovered, or more slowly, with --rate.`;

const WITHOUT_OUTCOME =
  'A cancel with the valid key got 408 on a connection that had been used before. Nothing shows whether it was carried out, so it was not sent again. Give its handler, or idle connections, more time, and run again.';

const outageOf = memoised(({ exchanges, plan }: Evidence) => ({ found: outageIn(exchanges, plan) }));

/** Computed once, since rules ask for their scenarios' share of it. Most runs have none. */
const missingFrom = memoised((evidence: Evidence) =>
  allRequestsOf(evidence.plan).flatMap((request) => {
    const unsent = evidence.exchange(request.id) ? undefined : evidence.unsent.get(idText(request.id));
    const isShown = unsent?.unjudged !== 'inconclusive' || unsent.reason === evidence.obstacle;
    return isShown ? [] : { request, why: { scenario: request.id.scenario, ...unsent } };
  }),
);

const limitedOf = memoised((exchanges: readonly Exchange[]) => new Set(limitedBadKeys(exchanges)));
