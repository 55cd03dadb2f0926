import type { Exchange, Transport } from '../exchange.js';
import type { Listing, ListingRequest } from '../listing/listing.js';
import { showsAbsence } from '../orders/unlisted.js';
import { isReady, type Plan, type PlannedRequest, type PlannedScenario, type ReadyScenario } from '../plan.js';
import { needsTarget } from '../scenario.js';
import { CannotJudge } from '../signal.js';
import { CancelBoard } from './cancel-board.js';
import { Context, type RunServices } from './context.js';
import { DeletionLedger } from './ledger.js';
import { Limiter, type Urgency } from './limiter.js';
import { fetchListing, isUsable, LISTING_PATH, SharedListings } from './listings.js';
import type { Ending, RunOutcome, ScenarioOutcome } from './outcome.js';

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
  readonly onStart?: (planned: PlannedScenario) => void;
  readonly onEnd?: (outcome: ScenarioOutcome) => void;
}

/** Runs all scenarios that the plan holds ready, at the same time. Never rejects for what the target does. */
export async function run(plan: Plan, options: RunOptions): Promise<RunOutcome> {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const ready = plan.scenarios.filter(isReady);
  const exchanges: Exchange[] = [];
  const observations = new Map<string, string[]>();
  const suspicions = new Set<string>();
  const unreachable = new AbortController();
  const signal = AbortSignal.any([options.signal, unreachable.signal]);
  const ledger = new DeletionLedger(options.transport, plan);
  const limiter = new Limiter(options.concurrency);
  const transport = (urgency: Urgency): Transport => ({
    send: async (request, requestSignal, sink) => {
      const exchange = await limiter.run(urgency, () => ledger.send(request, requestSignal, sink));
      exchanges.push(exchange);
      return exchange;
    },
    close: () => ledger.close(),
  });
  let before: Listing | undefined;
  const takeListing = async (id: 'listing/before' | 'listing/after', purpose: ListingRequest['purpose']) => {
    const request = { id, operation: 'listOrders', method: 'GET', path: LISTING_PATH, credential: 'valid' } as const;
    const listing = await fetchListing(transport('urgent'), request, { purpose, ask: plan.ask }, signal);
    if (id === 'listing/before') {
      before = listing;
      const usable = isUsable(listing) ? listing.reading : undefined;
      ledger.admit(usable);
      if (isUnreachable(listing.exchange)) unreachable.abort(failureMessage(listing.exchange));
      for (const suspicion of suspiciousOrders(plan, listing)) suspicions.add(suspicion);
    }
    return listing;
  };
  const services: RunServices = {
    plan,
    baseUrl: options.baseUrl,
    signal,
    transport,
    listings: new SharedListings(
      takeListing,
      ready.filter(needsListingAfter).map(({ scenario }) => scenario.id),
    ),
    board: new CancelBoard(ready),
    redact: options.redact,
    credentialObstacle: options.credentialObstacle,
    observe: (ambiguity, observed) => {
      const known = observations.get(ambiguity) ?? [];
      if (!known.includes(observed)) observations.set(ambiguity, [...known, observed]);
    },
    suspect: (text) => suspicions.add(text),
  };
  // First of all, so that it does not queue behind the probes that need no listing.
  if (ready.some(({ scenario }) => needsTarget(scenario))) void services.listings.before();
  const scenarios = await Promise.all(
    plan.scenarios.map(async (planned) => {
      options.onStart?.(planned);
      const outcome = await runScenario(planned, services);
      options.onEnd?.(outcome);
      return outcome;
    }),
  );
  return {
    startedAt,
    durationMs: performance.now() - started,
    scenarios,
    observations,
    deletions: ledger.deletions,
    exchanges,
    suspicions: [...suspicions],
    ...(before?.reading && { before: before.reading }),
  };
}

const needsListingAfter = ({ scenario }: ReadyScenario): boolean => scenario.needs.listingAfter === true;

async function runScenario(planned: PlannedScenario, services: RunServices): Promise<ScenarioOutcome> {
  if (!isReady(planned)) {
    const ending = { kind: planned.state, reason: planned.reason };
    return { planned, ending, checks: [], notes: [], durationMs: 0 };
  }
  const { id } = planned.scenario;
  const context = new Context(services, planned);
  const started = performance.now();
  const ending = await planned.scenario.run(context).then((): Ending => ({ kind: 'finished' }), endingOf);
  services.listings.arrive(id);
  services.board.end(id);
  return { planned, ending, checks: context.checks, notes: context.notes, durationMs: performance.now() - started };
}

function endingOf(thrown: unknown): Ending {
  if (thrown instanceof CannotJudge) return { kind: thrown.verdict, reason: thrown.message };
  const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { kind: 'error', reason: `The suite itself failed; this says nothing about the target. ${reason}` };
}

const isUnreachable = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'failure' && (outcome.failure.kind === 'connect' || outcome.failure.kind === 'tls');

const failureMessage = ({ outcome }: Exchange): string => (outcome.kind === 'failure' ? outcome.failure.message : '');

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
