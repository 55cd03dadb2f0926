import type { Transport } from '../evidence/exchange.js';
import type { Listing } from '../listing/listing.js';
import { showsAbsence } from '../orders/unlisted.js';
import { CancelBoard } from './cancel-board.js';
import { Context, type RunServices } from './context.js';
import { DeletionLedger } from './ledger.js';
import { fetchListing, isUnreachable, isUsable, LISTING_PATH, SharedListings } from './listings.js';
import type { Ending, RunOutcome, ScenarioOutcome } from './outcome.js';
import {
  cancelsForCertain,
  isReady,
  type Plan,
  type PlannedRequest,
  type PlannedScenario,
  type ReadyScenario,
} from './plan.js';
import { needsTarget } from './scenario.js';
import { CannotJudge } from './signal.js';
import { Traffic } from './traffic.js';

export interface RunOptions {
  readonly baseUrl: string;
  readonly transport: Transport;
  /** Exchanges in flight at most. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Removes the key from text that quotes the target. */
  readonly redact: (text: string) => string;
  /** Why this credential cannot be made from the key. */
  readonly credentialObstacle: (request: PlannedRequest) => string | undefined;
  readonly onEnd?: (outcome: ScenarioOutcome) => void;
}

/** Runs all scenarios that the plan holds ready, at the same time. Never rejects for what the target does. */
export async function run(plan: Plan, options: RunOptions): Promise<RunOutcome> {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const ready = plan.scenarios.filter(isReady);
  const suspicions = new Set<string>();
  const ledger = new DeletionLedger(options.transport, plan);
  const traffic = new Traffic(ledger, options.concurrency);
  const unreachable = new AbortController();
  const signal = AbortSignal.any([options.signal, unreachable.signal]);
  const takeListing = async (id: 'listing/before' | 'listing/after') => {
    const request = { id, operation: 'listOrders', method: 'GET', path: LISTING_PATH, credential: 'valid' } as const;
    const listing = await fetchListing(traffic.lane('urgent'), request, { purpose: 'judge', ask: plan.ask }, signal);
    if (id === 'listing/after') return listing;
    ledger.admit(isUsable(listing) ? listing.reading : undefined);
    const { outcome } = listing.exchange;
    if (outcome.kind === 'failure' && isUnreachable(outcome.failure)) unreachable.abort();
    for (const suspicion of suspiciousOrders(plan, listing)) suspicions.add(suspicion);
    return listing;
  };
  const services: RunServices = {
    plan,
    levels: new Map(plan.contract.requirements.map(({ id, level }) => [id, level])),
    baseUrl: options.baseUrl,
    concurrency: options.concurrency,
    signal,
    transport: (urgency) => traffic.lane(urgency),
    listings: new SharedListings(
      takeListing,
      ready.filter(needsListingAfter).map(({ scenario }) => scenario.id),
      !ready.some(cancelsForCertain),
    ),
    board: new CancelBoard(ready),
    redact: options.redact,
    credentialObstacle: options.credentialObstacle,
  };
  const scenarios = await runAll(plan.scenarios, services, options);
  await traffic.settle();
  return {
    startedAt,
    durationMs: performance.now() - started,
    scenarios,
    deletions: ledger.deletions,
    exchanges: traffic.exchanges,
    suspicions: [...suspicions],
  };
}

function runAll(all: readonly PlannedScenario[], services: RunServices, { onEnd }: RunOptions) {
  // First of all, so that it does not queue behind the probes that need no listing.
  if (all.some((planned) => isReady(planned) && needsTarget(planned.scenario))) void services.listings.before();
  const ownersAreUnderWay = new Promise((resolve) => setImmediate(resolve));
  return Promise.all(
    all.map(async (planned) => {
      // The longest chains are those of the orders: what the others send fills the gaps.
      if (!isReady(planned) || planned.orders.length === 0) await ownersAreUnderWay;
      const outcome = await runScenario(planned, services);
      onEnd?.(outcome);
      return outcome;
    }),
  );
}

const needsListingAfter = ({ scenario }: ReadyScenario): boolean => scenario.needs.listingAfter === true;

async function runScenario(planned: PlannedScenario, services: RunServices): Promise<ScenarioOutcome> {
  if (!isReady(planned)) {
    const ending = { kind: planned.state, reason: planned.reason };
    return { planned, ending, checks: [], notes: [], observations: [], durationMs: 0 };
  }
  const { id } = planned.scenario;
  const context = new Context(services, planned);
  const started = performance.now();
  const ending = await planned.scenario.run(context).then(
    (): Ending => ({ kind: 'finished' }),
    (thrown: unknown) => endingOf(thrown, services.redact),
  );
  services.listings.arrive(id);
  services.board.end(id);
  const { checks, notes, observations } = context;
  return { planned, ending, checks, notes, observations, durationMs: performance.now() - started };
}

function endingOf(thrown: unknown, redact: (text: string) => string): Ending {
  if (thrown instanceof CannotJudge) return { kind: thrown.verdict, reason: thrown.message };
  const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { kind: 'error', reason: `The suite itself failed; this says nothing about the target. ${redact(reason)}` };
}

/** Declared orders that the listing contradicts: the fixtures may be wrong, or the listing. */
function suspiciousOrders(plan: Plan, listing: Listing): string[] {
  if (!isUsable(listing)) return [];
  const { reading } = listing;
  const listed = plan.orders.unknown
    .filter((id) => reading.lists(id))
    .map((id) => `Order ${id} is declared unknown, but the target lists it. It is left alone; declare another id.`);
  if (!showsAbsence(reading)) return listed;
  const absent = (['pending', 'shipped', 'other'] as const).flatMap((state) =>
    plan.orders[state]
      .filter((id) => !reading.lists(id))
      .map(
        (id) =>
          `Order ${id} is declared ${state}, but the target does not list it: the fixture may be wrong, or the listing incomplete.`,
      ),
  );
  return [...listed, ...absent];
}
