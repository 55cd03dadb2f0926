import { groupBy } from '../group-by.js';
import type { ListingReading } from '../listing/index.js';
import { steadyRefusals } from './again.js';
import { type Answer, answered, type Listing, OVER_LIMIT, refusedForNow, showsAbsence, unjudged } from './answer.js';
import type { EvidenceData } from './data.js';
import { type Exchange, responseOf } from './exchange.js';
import { hasRefusedBadKey, LIMITS_BAD_KEYS, type Lockout, limitedBadKeys, lockoutIn } from './lockout.js';
import { isTemporaryRefusal, obstacleIn } from './obstacle.js';
import { allRequestsOf, requestsById, requestsOf } from './plan.js';
import {
  idText,
  isValid,
  type Order,
  type Request,
  type RequestId,
  repetitionsOf,
  type SharedListing,
  sharedListing,
} from './request.js';
import { whyTooLong } from './retry-after.js';
import { SHARED_LISTINGS } from './stages.js';
import { inconclusive, isUnjudged, type Unjudged } from './unjudged.js';

export type { JsonProblem, ListingReading, SchemaDeviation } from '../listing/index.js';
export {
  type Answer,
  answered,
  isSilence,
  isSuccess,
  type Listing,
  OVER_LIMIT,
  type Silence,
  showsAbsence,
  unjudged,
  whyNoIds,
} from './answer.js';
export type { BodyCopy, EvidenceData } from './data.js';

interface Asked {
  readonly request: Request;
  readonly answers: readonly (Answer | Unjudged)[];
}

/** The members of the data are its own. */
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
  #lockout: { readonly found: Lockout | undefined } | undefined;
  #limited: ReadonlySet<Exchange> | undefined;
  #steady: ReadonlySet<Exchange> | undefined;
  /** Why nothing at all can be judged: nobody is there, the key is refused, or the address is another's. */
  readonly obstacle: string | undefined;
  /** What became of each request and its repetitions: rules ask for it hundreds of times. */
  #answers: readonly Asked[] | undefined;
  #byScenario: Map<string, readonly (Answer | Unjudged)[]> | undefined;
  #missing: readonly (readonly [Request, Unjudged])[] | undefined;

  /** @param last of each request the last attempt, where somebody knows that already */
  constructor(data: EvidenceData, last?: ReadonlyMap<string, Exchange>) {
    super(data);
    this.#last = last ?? new Map(data.exchanges.map((exchange) => [idText(exchange.request.id), exchange]));
    this.#requests = requestsById(data.plan);
    this.obstacle = obstacleIn(data, this.exchange(sharedListing('before')));
  }

  /** Everything was refused from some moment on. */
  get lockout(): Lockout | undefined {
    const isBad = ({ credential }: Request): boolean => !isValid(credential);
    this.#lockout ??= { found: lockoutIn(this.exchanges, () => allRequestsOf(this.plan).filter(isBad).length) };
    return this.#lockout.found;
  }

  /** What the target answered to the requests of this kind, and why other requests of it show nothing. */
  answers(where: (request: Request) => boolean): (Answer | Unjudged)[] {
    // Some ten thousand requests are looked at in a run, most of them before V8 has compiled this: a loop takes the least.
    const found: (Answer | Unjudged)[] = [];
    for (const { request, answers } of this.#asked) if (where(request)) found.push(...answers);
    return found;
  }

  /** The same for all requests of a scenario. */
  answersOf(scenario: string): readonly (Answer | Unjudged)[] {
    this.#byScenario ??= new Map(
      [...groupBy(this.#asked, ({ request }) => request.id.scenario)].map(([own, asked]) => [
        own,
        asked.flatMap(({ answers }) => answers),
      ]),
    );
    return this.#byScenario.get(scenario) ?? [];
  }

  get #asked(): readonly Asked[] {
    const judged = (): Request[] => requestsOf(this.plan).filter(({ role }) => role !== 'control');
    this.#answers ??= judged().map((request) => ({ request, answers: this.#answersTo(request) }));
    return this.#answers;
  }

  /** The same without what shows nothing. */
  answered(where: (request: Request) => boolean): Answer[] {
    return answered(this.answers(where));
  }

  /** The same for one request; undefined where nothing called for it, or its scenario was not run. */
  answer(id: RequestId): Answer | Unjudged | undefined {
    const request = this.#requests.get(idText(id));
    return request && this.#answerTo(request);
  }

  request(id: RequestId): Request | undefined {
    return this.#requests.get(idText(id));
  }

  /** A request and its repetitions; none where the plan lacks it. */
  repetitions(id: RequestId): readonly Request[] {
    const request = this.#requests.get(idText(id));
    return request ? repetitionsOf(request) : [];
  }

  /** Of requests that were called for, and have no exchange, though nothing in the evidence shows why. */
  missing(where: (request: Request) => boolean): Unjudged[] {
    const { obstacle } = this;
    this.#missing ??= [...this.#requests].flatMap(([id, request]) => {
      const unsent = this.#last.has(id) ? undefined : this.unsent.get(id);
      const isShown = unsent?.unjudged !== 'inconclusive' || unsent.reason === obstacle;
      return isShown ? [] : [[request, { scenario: request.id.scenario, ...unsent }] as const];
    });
    return this.#missing.filter(([request]) => where(request)).map(([, unjudged]) => unjudged);
  }

  exchange(id: RequestId): Exchange | undefined {
    return this.#last.get(idText(id));
  }

  reading({ request }: Pick<Exchange, 'request'>): ListingReading | undefined {
    return this.readings.get(idText(request.id));
  }

  /** A listing as it was read; where the plan lacks it, the one before it. */
  listing(which: SharedListing): Listing | Unjudged {
    return this.read(this.#planned(which));
  }

  /** The same with its repetitions, as far as they could be read. */
  listings(which: SharedListing): Listing[] {
    const requests = this.repetitions(this.#planned(which));
    return requests.map(({ id }) => this.read(id)).filter((listing): listing is Listing => !isUnjudged(listing));
  }

  /** Whether the plan has this listing; else the one before it stands for it. */
  has(listing: SharedListing): boolean {
    return this.#requests.has(idText(sharedListing(listing)));
  }

  #planned(listing: SharedListing): RequestId {
    const earlier = SHARED_LISTINGS[SHARED_LISTINGS.indexOf(listing) - 1];
    return earlier === undefined || this.has(listing) ? sharedListing(listing) : this.#planned(earlier);
  }

  read(id: RequestId): Listing | Unjudged {
    const answer = this.answer(id) ?? inconclusive('The listing was not asked for in this run.');
    if (isUnjudged(answer)) return answer;
    const { exchange, response, status } = answer;
    if (status !== 200) {
      return inconclusive(`The listing was answered with ${status}, so there is nothing to read.`);
    }
    const reading = this.reading(exchange);
    if (reading?.unread) return inconclusive(reading.unread);
    if (response.body.end === 'stopped') return inconclusive(OVER_LIMIT);
    if (!reading || reading.problem || response.body.end !== 'complete') {
      return inconclusive('The listing could not be read to its end as a JSON array; see the findings about it.');
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

  /** Of repetitions, those that broke off show nothing that the others do not show. */
  #answersTo(request: Request): (Answer | Unjudged)[] {
    const all = repetitionsOf(request);
    const results = all.flatMap((repetition) => this.#answerTo(repetition) ?? []);
    const answers = answered(results);
    const isUnsent = (id: string): boolean => this.unsent.has(id) && !this.#last.has(id);
    const isTold = answers.length === 0 || all.some(({ id }) => isUnsent(idText(id)));
    return isTold ? [...answers, ...unjudged(results).slice(0, 1)] : answers;
  }

  #answerTo(request: Request): Answer | Unjudged | undefined {
    const text = idText(request.id);
    const { scenario } = request.id;
    const exchange = this.#last.get(text);
    const unsent = this.unsent.get(text);
    if (!exchange) return unsent && { scenario, ...unsent };
    const response = responseOf(exchange);
    const reason = this.#unjudgeable(exchange);
    if (!response || reason !== undefined) {
      const isSilent = !response && this.obstacle === undefined && this.#isSteady(exchange);
      return { ...inconclusive(reason ?? '', scenario), ...(isSilent && { silent: exchange }) };
    }
    return { request, exchange, response, status: response.status };
  }

  #unjudgeable(exchange: Exchange): string | undefined {
    const { outcome } = exchange;
    if (this.obstacle !== undefined) return this.obstacle;
    if (outcome.kind === 'failure') return outcome.failure.message;
    const { status } = outcome.response;
    if (this.lockout?.hides(exchange)) return this.lockout.reason;
    if (!isTemporaryRefusal(status)) return undefined;
    this.#limited ??= new Set(limitedBadKeys(this.exchanges));
    if (this.#limited.has(exchange)) return hasRefusedBadKey(this.exchanges) ? LIMITS_BAD_KEYS : undefined;
    return whyTooLong(exchange) ?? (this.#isSteady(exchange) ? undefined : refusedForNow(status));
  }

  #isSteady(exchange: Exchange): boolean {
    this.#steady ??= steadyRefusals(this.exchanges);
    return this.#steady.has(exchange);
  }
}
