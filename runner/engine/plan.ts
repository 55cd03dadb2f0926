import type { Credential } from '../evidence/exchange.js';
import { type Candidate, neighbourCandidates, unknownCandidates } from '../orders/candidates.js';
import { OrderSupply } from '../orders/supply.js';
import type { DeclaredOrders, Selection } from '../settings/settings.js';
import type { Contract } from './contract.js';
import {
  type DeclaredState,
  needsTarget,
  type OwnedOrder,
  type RequestSpec,
  type Scenario,
  type Suite,
} from './scenario.js';
import { select } from './selection.js';

/** What a plan is made from. */
export interface PlanInput {
  readonly orders: DeclaredOrders;
  readonly select: Selection;
  readonly readOnly: boolean;
  readonly hasKey: boolean;
}

/** One request that a scenario may send, its order decided. */
export interface PlannedRequest {
  /** `<scenario>/<name>`. */
  readonly id: string;
  readonly spec: RequestSpec;
  readonly credential: Credential;
  readonly order?: PlannedOrder;
}

/** `unknown`: the first candidate that the listing shows to be harmless. */
export type PlannedOrder =
  | { readonly kind: 'owned'; readonly order: OwnedOrder }
  | { readonly kind: 'unknown'; readonly candidates: readonly Candidate[] };

export type PlannedScenario = {
  readonly suite: Suite;
  readonly scenario: Scenario;
} & (
  | {
      readonly state: 'ready';
      readonly orders: readonly OwnedOrder[];
      /** Declared orders that nobody owns, for the scenario that asks for them. */
      readonly spares: readonly OwnedOrder[];
      readonly requests: ReadonlyMap<string, PlannedRequest>;
    }
  | { readonly state: 'blocked'; readonly reason: string }
  | { readonly state: 'skipped'; readonly reason: string }
);

export type ReadyScenario = Extract<PlannedScenario, { state: 'ready' }>;

/** Everything that a run will do, decided before the first request is sent. */
export interface Plan {
  readonly contract: Contract;
  readonly orders: DeclaredOrders;
  /** In the order of the suites. */
  readonly scenarios: readonly PlannedScenario[];
  /** Ids of requirements whose checks count. */
  readonly selected: ReadonlySet<string>;
  /** Those of them that were asked for by their own ids. */
  readonly named: ReadonlySet<string>;
  /** What the listings have to be asked for. */
  readonly ask: readonly bigint[];
}

export const isReady = (planned: PlannedScenario): planned is ReadyScenario => planned.state === 'ready';

/** Whatever is answered: the store may be another one afterwards. */
export const cancelsForCertain = ({ requests }: ReadyScenario): boolean =>
  [...requests.values()].some(({ spec }) => spec.operation === 'cancelOrder' && !spec.conditional);

const cancels = (scenario: Scenario): RequestSpec[] =>
  Object.values(scenario.requests).filter((spec) => spec.operation === 'cancelOrder');

const READ_ONLY = 'This run is read-only, and the scenario sends DELETE requests.';

const orderPlan = (
  spec: RequestSpec,
  owned: readonly OwnedOrder[],
  declared: DeclaredOrders,
): PlannedOrder | undefined => {
  if (spec.operation === 'listOrders') return undefined;
  const own = (state: DeclaredState) => {
    const order = owned.find((candidate) => candidate.state === state);
    if (!order) throw new Error(`A request names a ${state} order that its scenario does not ask for.`);
    return order;
  };
  if ('spare' in spec.order) throw new Error('A spare order is named by `spareRequest` only.');
  if ('state' in spec.order) return { kind: 'owned', order: own(spec.order.state) };
  if ('unknown' in spec.order) {
    return { kind: 'unknown', candidates: unknownCandidates(spec.order.unknown, declared.unknown) };
  }
  return { kind: 'unknown', candidates: neighbourCandidates(own('pending').id, spec.order.neighbour) };
};

function planRequests(scenario: Scenario, owned: readonly OwnedOrder[], declared: DeclaredOrders) {
  return new Map(
    Object.entries(scenario.requests).map(([name, spec]): [string, PlannedRequest] => {
      const order = orderPlan(spec, owned, declared);
      return [name, { id: `${scenario.id}/${name}`, spec, credential: spec.credential, ...(order && { order }) }];
    }),
  );
}

const remedy = (state: DeclaredState, count: number): string =>
  `The fixtures declare too few ${state} orders for this scenario. Add ${count} more ${state} order${count === 1 ? '' : 's'}` +
  ` (\`orders.${state}\`).`;

/** Decides which scenario gets which orders and what it may send. Pure: sends nothing. */
export function plan(contract: Contract, input: PlanInput): Plan {
  const all = contract.suites.flatMap((suite) => suite.scenarios.map((scenario) => ({ suite, scenario })));
  const { scenarios: selectedIds, requirements: selected } = select(contract, input.select);
  const named = new Set(input.select.requirements.length > 0 ? selected : []);
  const supply = new OrderSupply(input.orders);
  const missing: Record<DeclaredState, number> = { pending: 0, shipped: 0, other: 0 };

  const decide = ({ suite, scenario }: { suite: Suite; scenario: Scenario }): PlannedScenario => {
    if (!selectedIds.has(scenario.id)) return { suite, scenario, state: 'skipped', reason: 'It was not selected.' };
    if (input.readOnly && cancels(scenario).length > 0) {
      return { suite, scenario, state: 'skipped', reason: READ_ONLY };
    }
    if (!input.hasKey && needsTarget(scenario)) {
      return {
        suite,
        scenario,
        state: 'blocked',
        reason: 'No API key is set. Set STORE_ORDERS_API_KEY, or give --api-key-file.',
      };
    }
    const assignment = supply.assign(scenario.needs);
    if (!assignment.ok) {
      missing[assignment.missing] += 1;
      return { suite, scenario, state: 'blocked', reason: remedy(assignment.missing, missing[assignment.missing]) };
    }
    const { orders } = assignment;
    const requests = planRequests(scenario, orders, input.orders);
    return { suite, scenario, state: 'ready', orders, spares: [], requests };
  };

  const byPriority = [...all].sort((a, b) => (a.scenario.needs.priority ?? 10) - (b.scenario.needs.priority ?? 10));
  const decided = new Map(byPriority.map((entry) => [entry.scenario.id, decide(entry)]));
  const spares = input.readOnly ? [] : supply.rest().slice(0, MOST_SPARES);
  const cancelsPending = [...decided.values()].some(
    (planned) => isReady(planned) && planned.orders.some(({ state }) => state === 'pending'),
  );
  const scenarios = all
    .map(({ scenario }) => decided.get(scenario.id))
    .filter((planned) => planned !== undefined)
    .map((planned) => (cancelsPending ? planned : withoutCancelled(planned)))
    .map((planned) => withSpares(planned, spares));
  return { contract, orders: input.orders, scenarios, selected, named, ask: idsToAsk(scenarios, input.orders) };
}

/** A store full of declared orders need not be probed to the last one. */
const MOST_SPARES = 20;

function withSpares(planned: PlannedScenario, spares: readonly OwnedOrder[]): PlannedScenario {
  const { spareRequest, needs, id } = planned.scenario;
  if (!isReady(planned) || !needs.spareOrders || !spareRequest) return planned;
  const requests = spares.map((order): [string, PlannedRequest] => {
    const spec = { ...spareRequest, order: { spare: order.id } };
    const name = spareName(order.id);
    return [name, { id: `${id}/${name}`, spec, credential: spec.credential, order: { kind: 'owned', order } }];
  });
  return { ...planned, spares, requests: new Map([...planned.requests, ...requests]) };
}

export const spareName = (id: bigint): string => `spare-${id}`;

function withoutCancelled(planned: PlannedScenario): PlannedScenario {
  if (!isReady(planned) || !planned.scenario.needs.cancelledOrders) return planned;
  const { suite, scenario } = planned;
  return { suite, scenario, state: 'skipped', reason: 'No pending order is cancelled in this run.' };
}

function idsToAsk(scenarios: readonly PlannedScenario[], orders: DeclaredOrders): bigint[] {
  const candidates = scenarios
    .filter(isReady)
    .flatMap(({ requests }) => [...requests.values()])
    .flatMap(({ order }) => (order?.kind === 'unknown' ? order.candidates : []))
    .flatMap(({ mistakenFor }) => mistakenFor);
  return [...new Set([...orders.pending, ...orders.shipped, ...orders.other, ...orders.unknown, ...candidates])];
}
