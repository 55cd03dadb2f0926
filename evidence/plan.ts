import type { DeclaredOrders } from '../interface/declared.js';
import { memoised } from '../interface/helpers/helpers.js';
import { type Credential, type KeyTraits, ORDER_STATES } from '../interface/interface.js';
import type { Quotable } from './exchange.js';
import type { ListingReading } from './listing/index.js';
import { idText, type Order, type Request, repetitionsOf, type SharedListing } from './request.js';

export type PlannedScenario = {
  readonly suite: string;
  readonly id: string;
  readonly title: string;
} & (
  | {
      readonly state: 'ready';
      readonly order: Order | undefined;
      readonly listings: readonly SharedListing[];
      readonly requests: readonly Request[];
    }
  | { readonly state: 'blocked' | 'skipped' | 'not-applicable'; readonly reason: string }
);

/** Everything that a plan is computed from. It is saved instead of the plan. */
export interface PlanInputs {
  readonly orders: DeclaredOrders;
  /**
   * The selection that the caller asked for. Options of different kinds narrow each other; several of one kind add up.
   */
  readonly select: Selection;
  readonly readOnly: boolean;
  readonly concurrency: number;
  readonly rate?: number;
  /** How often to send each request that does not use up an order. Absent: once. */
  readonly repeat?: number;
  readonly provision?: true;
  /** Absent if there is no key. */
  readonly key?: KeyTraits;
}

export interface Selection {
  readonly suites: readonly string[];
  readonly scenarios: readonly string[];
  readonly requirements: readonly string[];
  /** `4` selects 4, 4.1 and 4.2. */
  readonly clauses: readonly string[];
}

/** The first listing. Without `listing` if it could not be read to its end. */
export interface Look extends Quotable {
  readonly listing?: ListingReading | undefined;
  /** The ids that the listing was searched for. Any other id may be taken. */
  readonly lookUp: Plan['lookUp'];
  /** True if the listing says that it is one page of several. */
  readonly isPage?: boolean;
  /** The valid key under the scheme that its 401 asks for in place of `Bearer`. */
  readonly otherScheme?: Credential | undefined;
}

/**
 * Everything that a run will do, decided once the first listing is read. It follows from that listing and from the
 * inputs; both are saved with the evidence.
 */
export interface Plan {
  readonly inputs: PlanInputs;
  /** In the order of the suites. */
  readonly scenarios: readonly PlannedScenario[];
  /** The shared listings: the first one, and those after stages. */
  readonly listings: readonly Request[];
  /** The ids to look for in listings. A streamed listing forgets all others. */
  readonly lookUp: readonly bigint[];
  readonly selected: readonly string[];
  /** Selected with `--requirement`. */
  readonly named: readonly string[];
}

type ReadyScenario = Extract<PlannedScenario, { state: 'ready' }>;

export const isReady = (scenario: PlannedScenario): scenario is ReadyScenario => scenario.state === 'ready';

export const readyScenarios = memoised(({ scenarios }: Pick<Plan, 'scenarios'>) => scenarios.filter(isReady));

export const scenariosNamed = (plan: Plan, ids: readonly string[]): readonly PlannedScenario[] =>
  plan.scenarios.filter(({ id }) => ids.includes(id));

type Requests = Pick<Plan, 'listings' | 'scenarios'>;

/** Every request that may be sent, the shared listings first; without their repetitions. */
export const requestsOf = (plan: Requests): readonly Request[] => [
  ...plan.listings,
  ...readyScenarios(plan).flatMap(({ requests }) => requests),
];

/** Every request that may be sent, with its repetitions. */
export const allRequestsOf = memoised((plan: Requests): readonly Request[] => requestsOf(plan).flatMap(repetitionsOf));

/** Every request, with its repetitions, by the text of its id. */
export const requestsById = memoised(
  (plan: Requests): ReadonlyMap<string, Request> =>
    new Map(allRequestsOf(plan).map((request) => [idText(request.id), request])),
);

type DeclaringPlan = { readonly inputs: Pick<PlanInputs, 'orders'> };

/** True if this order was declared as never used before. */
export const isFresh = ({ inputs: { orders } }: DeclaringPlan, { id }: Order): boolean =>
  orders.fresh === 'all' || (orders.fresh === 'provisioned' && provisionedOf(orders).has(id));

const provisionedOf = memoised(({ provisioned = [] }: DeclaredOrders): ReadonlySet<bigint> => new Set(provisioned));

export const declaredOrders = ({ inputs }: DeclaringPlan): readonly Order[] => allDeclared(inputs.orders);

const allDeclared = memoised((orders: DeclaredOrders): readonly Order[] =>
  ORDER_STATES.flatMap((state) => orders[state].map((id) => ({ id, state }))),
);
