import type { KeyTraits } from '../../suites/interface/credentials.js';
import { ORDER_STATES, type OrderState } from '../../suites/interface/operations.js';
import { once } from '../helpers/once.js';
import type { ListingReading } from '../listing/index.js';
import { idText, type Order, type Request, repetitionsOf, type SharedListing } from './request.js';

export type PlannedScenario = {
  readonly suite: string;
  readonly id: string;
  readonly title: string;
} & (
  | {
      readonly state: 'ready';
      readonly own: Order | undefined;
      readonly reads: readonly SharedListing[];
      readonly requests: readonly Request[];
    }
  | { readonly state: 'blocked' | 'skipped' | 'not-applicable'; readonly reason: string }
);

/** What a plan follows from: it is saved in the place of the plan, which is made again. */
export interface PlanInputs {
  readonly orders: Plan['orders'];
  /** What the caller asked for; options of different kinds narrow each other, several of one kind add up. */
  readonly select: Selection;
  readonly readOnly: boolean;
  readonly concurrency: number;
  readonly rate?: number;
  /** How often each request is sent that does not use up an order; absent: once. */
  readonly repeat?: number;
  readonly provision?: true;
  /** Absent without a key. */
  readonly key?: KeyTraits;
}

export interface Selection {
  readonly suites: readonly string[];
  readonly scenarios: readonly string[];
  readonly requirements: readonly string[];
  /** `4` selects 4, 4.1 and 4.2. */
  readonly clauses: readonly string[];
}

/** What the first listing showed, read to its end; nothing where it could not be read. */
export interface Look {
  readonly listing?: ListingReading | undefined;
  /** It says that it is one page of several. */
  readonly isPage?: boolean;
}

/** Everything that a run will do, decided once the first listing is read. It follows from that and from its inputs, which are saved with the evidence. */
export interface Plan {
  readonly inputs: PlanInputs;
  /** As the fixtures and the provisioning declare them. */
  readonly orders: Readonly<Record<OrderState | 'unknown', readonly bigint[]>> & {
    /** `other: none`: no order can be in another state. */
    readonly otherIsNone?: true;
    /** The whole store was made for tests: a server that confuses ids may hit any order in it. */
    readonly disposable?: true;
    /** Those of them that a seed made for this run. */
    readonly provisioned?: readonly bigint[];
    /** Which of them nobody has used before (`--fresh`, or `fresh: true` of a seed): a refusal of these is the target's. */
    readonly fresh?: 'all' | 'provisioned';
    /** Those of them that an earlier run may have cancelled: they come last. */
    readonly spent?: readonly bigint[];
  };
  readonly concurrency: number;
  readonly rate?: number;
  /** In the order of the suites. */
  readonly scenarios: readonly PlannedScenario[];
  /** The shared listings: the first one, and those that follow stages. */
  readonly listings: readonly Request[];
  /** What a listing is asked for: what it does not ask for, a streamed listing does not remember. */
  readonly lookUp: readonly bigint[];
  readonly selected: readonly string[];
  /** Those of them that were asked for by their own ids. */
  readonly named: readonly string[];
}

export type ReadyScenario = Extract<PlannedScenario, { state: 'ready' }>;

export const isReady = (scenario: PlannedScenario): scenario is ReadyScenario => scenario.state === 'ready';

export const readyScenarios = once(({ scenarios }: Pick<Plan, 'scenarios'>) => scenarios.filter(isReady));

/** The scenario that is about a shared listing, and sends nothing itself. */
export const readerOf = (plan: Pick<Plan, 'scenarios'>, listing: SharedListing): string | undefined =>
  readyScenarios(plan).find(({ reads, requests }) => requests.length === 0 && reads.at(-1) === listing)?.id;

/** Those of the plan that have these ids. */
export const scenariosNamed = (plan: Plan, ids: readonly string[]): readonly PlannedScenario[] =>
  ids.flatMap((id) => scenariosById(plan).get(id) ?? []);

const scenariosById = once(
  ({ scenarios }: Plan): ReadonlyMap<string, PlannedScenario> =>
    new Map(scenarios.map((scenario) => [scenario.id, scenario])),
);

type Requests = Pick<Plan, 'listings' | 'scenarios'>;

/** Every request that may be sent, the shared listings first; without their repetitions. */
export const requestsOf = (plan: Requests): readonly Request[] => [
  ...plan.listings,
  ...readyScenarios(plan).flatMap(({ requests }) => requests),
];

/** The same with their repetitions. */
export const allRequestsOf = once((plan: Requests): readonly Request[] => requestsOf(plan).flatMap(repetitionsOf));

/** The same by the texts of their ids. */
export const requestsById = once(
  (plan: Requests): ReadonlyMap<string, Request> =>
    new Map(allRequestsOf(plan).map((request) => [idText(request.id), request])),
);

/** Whether nobody has used this order before, as whoever declared it says. */
export const isFresh = ({ orders }: Pick<Plan, 'orders'>, { id }: Order): boolean =>
  orders.fresh === 'all' || (orders.fresh === 'provisioned' && provisionedOf(orders).has(id));

const provisionedOf = once(({ provisioned = [] }: Plan['orders']): ReadonlySet<bigint> => new Set(provisioned));

export const declaredOrders = ({ orders }: Pick<Plan, 'orders'>): readonly Order[] => allDeclared(orders);

const allDeclared = once((orders: Plan['orders']): readonly Order[] =>
  ORDER_STATES.flatMap((state) => orders[state].map((id) => ({ id, state }))),
);
