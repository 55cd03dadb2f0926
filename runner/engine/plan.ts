import {
  type Condition,
  isReady,
  type Order,
  type OrderState,
  type Plan,
  type PlannedOrder,
  type PlannedRequest,
  type PlannedScenario,
  type SharedListing,
} from '../evidence/plan.js';
import { notApplicable } from '../evidence/unjudged.js';
import { UsageError } from '../input/usage-error.js';
import { isNeighbour, neighbourCandidates, sharesBits, unknownCandidates } from '../orders/candidates.js';
import type { DeclaredOrders } from '../orders/declared.js';
import { OrderSupply, type OrderWish } from '../orders/supply.js';
import type { Credential } from '../secrets/credentials.js';
import { repeated } from './repetition.js';
import { type CancelSpec, deletesOf, needsTarget, type RequestSpec, type Scenario } from './scenario.js';
import { type Selectable, type Selection, select } from './selection.js';

export interface PlanInput {
  readonly orders: DeclaredOrders;
  readonly select: Selection;
  readonly readOnly: boolean;
  readonly concurrency: number;
  readonly rate?: number | undefined;
  /** How often each request is sent that uses up no order; absent: once. */
  readonly repeat?: number;
  /** Orders are still to be made, beside those that are declared. */
  readonly provision?: unknown;
  /** Why this credential cannot be made from the key; absent without a key. */
  readonly obstacle?: (credential: Credential) => string | undefined;
}

const NO_KEY =
  'No API key was given, so nothing can be judged. Set STORE_ORDERS_API_KEY, or give --api-key-file. Nothing was sent.';
const READ_ONLY = 'This run is read-only, and the scenario sends DELETE requests.';
const NOT_SELECTED = 'It was not selected.';
const NO_OTHER = 'The fixtures declare that no order is in another state (`other: none`).';
const NOT_MADE = 'Its order is to be made by provisioning, which did not run to its end.';
const NO_CANCELS = 'No pending order is cancelled in this run.';

/** Neighbours of a few orders are enough. */
const MAX_OTHERS = 8;

/** A store full of declared orders need not be probed to the last one. */
const MAX_LEFT = 20;

/**
 * Decides which scenario gets which order and what it may send. Pure: sends nothing.
 * @throws UsageError where it needs a key, and there is none
 */
export function plan(contract: Selectable, input: PlanInput): Plan {
  const selection = select(contract, input.select);
  const supply = new OrderSupply(input.orders);
  const remedyFor = (wish: OrderWish) => (input.provision ? NOT_MADE : supply.remedyFor(wish));
  const decide = (scenario: Scenario): Decision => {
    if (!selection.scenarios.has(scenario.id)) return { state: 'skipped', reason: NOT_SELECTED };
    if (input.readOnly && deletesOf(scenario).some(({ order }) => order !== 'each-left')) {
      return { state: 'skipped', reason: READ_ONLY };
    }
    if (!input.obstacle && needsTarget(scenario)) throw new UsageError(NO_KEY);
    const { order } = scenario;
    if (order?.state === 'other' && input.orders.otherIsNone) return { state: 'not-applicable', reason: NO_OTHER };
    const own = order && supply.assign(order);
    return order && !own ? { state: 'blocked', reason: remedyFor(order) } : { state: 'ready', own };
  };
  const entries = contract.suites.flatMap((suite) =>
    suite.scenarios.map((scenario) => ({ suite: suite.id, scenario })),
  );
  const byPriority = entries.map(({ scenario }) => scenario).sort((a, b) => priorityOf(a) - priorityOf(b));
  const decisions = new Map(byPriority.map((scenario) => [scenario, decide(scenario)]));
  const isPending = (decision: Decision) => decision.state === 'ready' && decision.own?.state === 'pending';
  const cancelsPending = [...decisions.values()].some(isPending);
  const decided = entries.map(({ suite, scenario }) => {
    const decision = decisions.get(scenario) as Decision;
    const states = decision.state === 'ready' && !input.readOnly ? furtherStatesOf(scenario) : [];
    return { suite, scenario, decision, further: states.flatMap((state) => supply.further(state)) };
  });
  const left = input.readOnly ? [] : supply.rest().slice(0, MAX_LEFT);
  const scenarios = decided.map(({ suite, scenario, decision, further }): PlannedScenario => {
    const { id, title, reads = [] } = scenario;
    if (decision.state !== 'ready') return { suite, id, title, ...decision };
    if (scenario.followsCancels && !cancelsPending) return { suite, id, title, state: 'skipped', reason: NO_CANCELS };
    const { own } = decision;
    const requests = repeated(requestsOf(scenario, { own, further, left }, input), input.repeat);
    return { suite, id, title, state: 'ready', orders: own ? [own, ...further] : further, reads, requests };
  });
  return {
    scenarios,
    listings: repeated(listingsFor(scenarios), input.repeat),
    orders: input.orders,
    concurrency: input.concurrency,
    ...(input.rate !== undefined && { rate: input.rate }),
    selected: selection.requirements,
    named: input.select.requirements.length > 0 ? selection.requirements : [],
  };
}

type Decision =
  | { readonly state: 'ready'; readonly own: Order | undefined }
  | { readonly state: 'blocked' | 'skipped' | 'not-applicable'; readonly reason: string };

const LAST = 10;
const priorityOf = ({ order }: Scenario): number => order?.priority ?? LAST;

/** Of which states a few orders more belong to this scenario. */
const furtherStatesOf = (scenario: Scenario): readonly OrderState[] => [
  ...new Set(
    deletesOf(scenario).flatMap(({ order }) =>
      typeof order === 'object' && 'further' in order ? [order.further] : [],
    ),
  ),
];

/** The declared orders that the requests of a scenario can go to. */
interface Given {
  readonly own: Order | undefined;
  readonly further: readonly Order[];
  readonly left: readonly Order[];
}

function requestsOf(scenario: Scenario, given: Given, input: PlanInput): PlannedRequest[] {
  return Object.entries(scenario.requests).flatMap(([name, spec]) => {
    if (spec.operation === 'listOrders') return [planRequest(scenario, name, spec, undefined, input)];
    const many = manyOrders(spec, given);
    if (!many) return [planRequest(scenario, name, spec, orderOf(spec, given, input.orders), input)];
    return many.map((order) => planRequest(scenario, `${name}-${order.id}`, spec, { kind: 'declared', order }, input));
  });
}

/** The orders of a request that is sent once for each; undefined for any other. */
function manyOrders({ order }: CancelSpec, { further, left }: Given): readonly Order[] | undefined {
  if (order === 'each-left') return left;
  if (typeof order !== 'object' || !('further' in order)) return undefined;
  return further.filter(({ state }) => state === order.further);
}

function planRequest(
  { id: scenario, requests }: Scenario,
  name: string,
  spec: RequestSpec,
  order: PlannedOrder | undefined,
  { obstacle }: PlanInput,
): PlannedRequest {
  const full = (id: string): string => (id in requests ? `${scenario}/${id}` : id);
  const lack = obstacle?.(spec.credential) ?? whyNoCandidate(order);
  return {
    id: `${scenario}/${name}`,
    scenario,
    operation: spec.operation,
    credential: spec.credential,
    purpose: spec.operation === 'cancelOrder' ? spec.purpose : '',
    after: [...(needsListing(spec) ? ['listing/before'] : []), ...(spec.after ?? []).map(full)],
    ...(order && { order }),
    ...(spec.when && { when: fullCondition(spec.when, full) }),
    ...(lack !== undefined && { obstacle: notApplicable(lack, scenario) }),
    ...(spec.operation === 'listOrders' && spec.query !== undefined && { query: spec.query }),
    ...(spec.operation === 'listOrders' && spec.reads && { reads: spec.reads }),
    ...(spec.operation === 'cancelOrder' && spec.together && { together: groupOf(scenario, spec.together, order) }),
    ...(spec.accept && { accept: spec.accept }),
    ...(spec.connection && { connection: `${scenario}/${spec.connection}` }),
  };
}

/** No DELETE goes out before the listing has shown what exists, and that this is the service. */
const needsListing = ({ operation }: RequestSpec): boolean => operation === 'cancelOrder';

const groupOf = (scenario: string, name: string, order: PlannedOrder | undefined): string =>
  `${scenario}/${name}${order?.kind === 'declared' ? `-${order.order.id}` : ''}`;

function fullCondition(when: Condition, full: (id: string) => string): Condition {
  if (when === 'not-listed') return when;
  if ('succeeded' in when) return { succeeded: full(when.succeeded) };
  if ('found' in when) return { found: full(when.found) };
  return { differs: when.differs.map(full) };
}

function orderOf({ order }: CancelSpec, { own, further }: Given, declared: DeclaredOrders): PlannedOrder {
  const unknown = typeof order === 'object' && 'unknown' in order ? order.unknown : undefined;
  if (unknown && !isNeighbour(unknown)) {
    return { kind: 'unknown', unknown, candidates: unknownCandidates(unknown, declared) };
  }
  if (!own) throw new Error('A request goes to an order of its scenario, which asks for none.');
  if (!unknown) return { kind: 'declared', order: own };
  const { pending } = declared;
  if (sharesBits(unknown)) {
    // Where they exist, or could be taken for somebody else's order, those of another will do: of the last, which are cancelled late.
    const others = pending.slice(-MAX_OTHERS).filter((id) => id !== own.id);
    const candidates = neighbourCandidates([own.id, ...others.reverse()], unknown, pending);
    return { kind: 'unknown', unknown, candidates, near: own.id };
  }
  // Where it could be taken for somebody else's order, one that is made from a further order may do.
  const ids = [own, ...further].flatMap(({ id, state }) => (state === 'pending' ? [id] : []));
  return { kind: 'unknown', unknown, candidates: neighbourCandidates(ids, unknown, pending) };
}

function whyNoCandidate(order: PlannedOrder | undefined): string | undefined {
  if (order?.kind !== 'unknown' || order.candidates.length > 0) return undefined;
  const { unknown, near } = order;
  if (!isNeighbour(unknown)) return `Each id of this kind (${unknown}) is declared as a pending order.`;
  return unknown === 'shares-double'
    ? `No unknown id shares its double with order ${near} or another declared pending order; declare one that is odd and above 2^53, if your ids go that high.`
    : `No id is made from an order of this scenario in this way (${unknown}).`;
}

/** The listings that these scenarios share; the second one waits for every cancel that does not wait for it. */
function listingsFor(scenarios: readonly PlannedScenario[]): PlannedRequest[] {
  const ready = scenarios.filter(isReady);
  const requests = ready.flatMap((scenario) => scenario.requests);
  const afterwards = new Set<string>(['listing/after']);
  // A request is named after those that it waits for, but for those of other scenarios: two passes see them all.
  for (const { id, after } of [...requests, ...requests]) {
    if (after.some((earlier) => afterwards.has(earlier))) afterwards.add(id);
  }
  const earlier = requests.filter(({ id, operation }) => operation === 'cancelOrder' && !afterwards.has(id));
  const isRead = afterwards.size > 1 || ready.some(({ reads }) => reads.includes('listing/after'));
  const speaks = requests.length > 0 || ready.some(({ reads }) => reads.length > 0);
  const after = ['listing/before', ...earlier.map(({ id }) => id)];
  return [
    ...(speaks ? [listing('listing/before', 'shows which orders exist', [])] : []),
    ...(isRead && earlier.length > 0 ? [listing('listing/after', 'shows the state after the cancels', after)] : []),
  ];
}

const listing = (id: SharedListing, purpose: string, after: readonly string[]): PlannedRequest => ({
  id,
  scenario: 'listing',
  operation: 'listOrders',
  credential: 'valid',
  purpose,
  reads: 'elements',
  after,
});
