import type { Evidence } from '../../evidence/evidence.js';
import type { ListingReading } from '../../evidence/listing/index.js';
import { allRequestsOf, type Plan } from '../../evidence/plan.js';
import { idText, isCancel, type Order, orderOf, type Request, sharedListingOf } from '../../evidence/request.js';
import { CONSECUTIVE_STAGES, STAGE_NAMES, STAGES, type Stage } from '../../evidence/stages.js';
import { listingOf } from '../engine/made-up.js';
import { planFor } from '../engine/plans.js';
import { evidenceOf, exchangeOf } from '../suites/evidence.js';
import { Choices } from './random.js';
import { permitted, SimulatedStore, type StoreMistake } from './store.js';

const LONG = 9_007_199_254_740_993n;

const plansFor = (fresh: boolean): readonly Plan[] =>
  [3, 5, 8, 12].map((count) =>
    planFor({
      fresh,
      orders: {
        pending: [LONG, ...Array.from({ length: count - 1 }, (_, index) => 101n + BigInt(index))],
        shipped: [201n, 202n],
        other: [301n, 302n],
      },
    }),
  );

const [plans, freshPlans] = [plansFor(false), plansFor(true)];

/** Cancels and plain listings, from which timelines are made. */
const isOfOrders = ({ aim, credential }: Request): boolean =>
  aim.kind !== 'listing' || (credential === 'valid' && aim.query === undefined);

interface Job {
  readonly request: Request;
  readonly begun: number;
  /** When the store acts on it. */
  readonly at: number;
  readonly ended: number;
  outcome?: { readonly status: number; readonly listing?: ListingReading } | undefined;
}

export type SimulatedRun = ReturnType<typeof simulate>;

/** A run against a store that makes these mistakes, in simulated time. Everything follows from the seed. */
export function simulate(seed: number, mistakes: readonly StoreMistake[]) {
  const choices = new Choices(seed);
  const size = choices.below(4);
  const orders: Order[] = (['pending', 'shipped', 'other'] as const).flatMap((state) =>
    (plans[size] as Plan).inputs.orders[state].map((id) => ({ id, state })),
  );
  const isRight = mistakes.length > 0;
  const isLate = isRight && choices.chance(0.1);
  const agenda: { readonly at: number; what(): void }[] = [];
  /** Future events, the last one first, since most of them are known in advance. */
  const later = (at: number, what: () => void): void => {
    const place = agenda.findLastIndex((other) => other.at >= at) + 1;
    agenda.splice(place, 0, { at, what });
  };
  const permits = permitted(choices, orders, isRight);
  const plan = (permits.isFresh ? freshPlans : plans)[size] as Plan;
  const store = new SimulatedStore(orders, mistakes, permits, choices, later, isLate);
  const restart = choices.chance(0.1) ? choices.number() * 50 : Number.POSITIVE_INFINITY;
  const requests = allRequestsOf(plan).filter(isOfOrders);
  const inTurn = requests.filter(isInTurn).sort((one, other) => Number(isShared(one)) - Number(isShared(other)));
  const jobs: Job[] = [];
  for (const request of requests) {
    const before = jobs.findLast(({ request: other }) => sharesConnection(other, request));
    jobs.push({ request, ...timesOf(request, inTurn, choices, before && before.ended + 0.01) });
  }
  for (const job of jobs.toSorted((one, other) => other.at - one.at)) {
    later(job.at, () => {
      const isLost = choices.chance(0.005) || Math.abs(job.at - restart) < 0.2;
      if (isLost && choices.chance(0.5)) return;
      const outcome = answer(store, job);
      if (!isLost) job.outcome = outcome;
    });
  }
  while (agenda.length > 0) agenda.pop()?.what();
  return { evidence: evidenceIn(plan, jobs), store, seed };
}

/**
 * The time of a request, by its stage and its turn on a connection.
 * @param after the end of the previous request on its connection
 */
function timesOf(
  request: Request,
  inTurn: readonly Request[],
  choices: Choices,
  after = 0,
): Pick<Job, 'begun' | 'ended' | 'at'> {
  const { stage } = request;
  const lasts = 0.1 + choices.number() * 3;
  const turn = inTurn.indexOf(request);
  const begins = (): number => {
    const start = startOf(stage);
    if (sharedListingOf(request)) return stage === 'look' ? start : start + STAGE_LASTS - 3.5;
    const until = STAGES[stage].until;
    if (until) return after || start + choices.number() * (startOf(until) + 3 - start);
    if (request.role === 'opener') return start - 3.5 + choices.number() * 3;
    return turn < 0 ? start + choices.number() * 3 : start + turn * 2;
  };
  const begun = Math.max(begins(), after);
  const ended = begun + (turn < 0 ? lasts : lasts / 2);
  return { begun, ended, at: begun + choices.number() * (ended - begun) };
}

/** A stage that runs beside others begins with the next one. */
function startOf(stage: Stage): number {
  const later = STAGE_NAMES.slice(STAGE_NAMES.indexOf(stage));
  return CONSECUTIVE_STAGES.findIndex((each) => later.includes(each)) * STAGE_LASTS;
}

/** Requests that share a connection take their turn last. */
const isShared = ({ connection }: Request): boolean => connection !== undefined;

/** Whether one request is sent after the other. */
const sharesConnection = (one: Request, other: Request): boolean =>
  one.connection !== undefined && one.connection === other.connection;

/** Time for two requests in turn on a connection, and for the listing after the stage. */
const STAGE_LASTS = 14;

const isInTurn = (request: Request): boolean =>
  Boolean(STAGES[request.stage].inTurn) && request.credential === 'valid' && orderOf(request)?.state === 'pending';

function answer(store: SimulatedStore, { request, at }: Job): Job['outcome'] {
  if (isCancel(request)) return { status: store.cancel(request, at) };
  return { status: 200, listing: readingOf(store.list(at), store.permits.showsIds) };
}

function readingOf(listed: ReadonlyMap<bigint, string>, showsIds: boolean): ListingReading {
  const ids = [...listed.keys()];
  if (!showsIds) return listingOf(ids, { withoutId: ids.length, lists: () => false, sameDouble: () => [] });
  const elements = new Map([...listed].map(([id, shown]) => [id, `{"id":${id},"quantity":2${shown}}`]));
  return listingOf(ids, { elements });
}

function evidenceIn(plan: Plan, jobs: readonly Job[]): Evidence {
  const sent = [...jobs].sort((one, other) => one.begun - other.begun);
  const moments = sent.flatMap(({ begun, ended }) => [begun, ended]).sort((one, other) => one - other);
  const rank = new Map(moments.map((moment, index) => [moment, index]));
  const readings = sent.flatMap(({ request, outcome }) =>
    outcome?.listing ? [[idText(request.id), outcome.listing] as const] : [],
  );
  const exchanges = sent.map(({ request, begun, ended, outcome }) => {
    const kept = request.connection === undefined ? {} : { kept: 1 };
    const answered = outcome ? { status: outcome.status } : { failure: 'The connection was reset.' };
    const exchange = exchangeOf(request, { ...answered, ...kept }, rank.get(begun) ?? 0, rank.get(ended) ?? 0);
    // A unit of time is a second.
    const startedAt = new Date(Date.parse(exchange.startedAt) + Math.round(begun * 1000)).toISOString();
    return { ...exchange, startedAt, durationMs: (ended - begun) * 1000 };
  });
  return evidenceOf(plan, [], { exchanges, readings: new Map(readings) });
}
