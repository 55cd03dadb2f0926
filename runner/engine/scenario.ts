import type { Operation } from '../evidence/exchange.js';
import type { Accept, Condition, ListingUse, OrderState, SharedListing, UnknownKind } from '../evidence/plan.js';
import type { OrderCounts } from '../orders/declared.js';
import type { OrderWish } from '../orders/supply.js';
import type { Credential } from '../secrets/credentials.js';

/**
 * Which order a cancel goes to: the scenario's own; an id that no order has; a few further declared orders of a state,
 * which then belong to it alone; or each declared order that is left.
 */
export type OrderTarget = 'own' | { readonly unknown: UnknownKind } | { readonly further: OrderState } | 'each-left';

interface CommonSpec<Name extends string> {
  readonly credential: Credential;
  readonly accept?: Accept;
  /** Requests of one name go over one kept connection, one after the other. */
  readonly connection?: string;
  /** Another request of its scenario, a shared listing, or `<scenario>/<name>` where that is in the plan. */
  readonly after?: readonly (Name | SharedListing | `${string}/${string}`)[];
  readonly when?: Condition<Name>;
}

export interface ListSpec<Name extends string = string> extends CommonSpec<Name> {
  readonly operation: Extract<Operation, 'listOrders'>;
  /** Without the `?`. */
  readonly query?: string;
  readonly reads?: Exclude<ListingUse, 'elements'>;
}

export interface CancelSpec<Name extends string = string> extends CommonSpec<Name> {
  readonly operation: Extract<Operation, 'cancelOrder'>;
  readonly order: OrderTarget;
  /** Why this DELETE is sent, for the dry run and the deletion ledger. */
  readonly purpose: string;
  /** All that have the same go out at the same instant, for each order. */
  readonly together?: string;
}

/** A request as a scenario declares it, before any order is known; the plan resolves and prints it. */
export type RequestSpec<Name extends string = string> = ListSpec<Name> | CancelSpec<Name>;

export interface OrderNeed extends OrderWish {
  /** Where the fixtures declare fewer orders than full coverage needs, the lower number is served first. */
  readonly priority: number;
}

/** What is sent, and nothing about what it means. */
export interface Scenario<Name extends string = string> {
  readonly id: string;
  /** "X does Y", not "test that X does Y". */
  readonly title: string;
  /** One order, owned by this scenario alone unless it is `shared`. */
  readonly order?: OrderNeed;
  /** The shared listings that show what it is about. */
  readonly reads?: readonly SharedListing[];
  /** It is about what cancelled orders leave: skipped in a run that cancels no pending order. */
  readonly followsCancels?: true;
  /** Everything that it may send, by name; each is sent at most once. */
  readonly requests: Readonly<Record<Name, RequestSpec<NoInfer<Name>>>>;
}

export interface Suite {
  readonly id: string;
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

/** Checks a literal: the names that requests wait for are names of its own requests. */
export const scenario = <const Name extends string>(value: Scenario<Name>): Scenario => value;

export const deletesOf = ({ requests }: Scenario): CancelSpec[] =>
  Object.values(requests).flatMap((spec) => (spec.operation === 'cancelOrder' ? [spec] : []));

/** Whether it speaks to the target at all, and so needs the key. */
export const needsTarget = ({ reads = [], requests }: Scenario): boolean =>
  reads.length > 0 || Object.keys(requests).length > 0;

/** How many orders of each kind a run needs to judge everything. */
export function coverage(suites: readonly Suite[]): OrderCounts {
  const counts = { pending: 0, shipped: 0, other: 0, unknown: 0 };
  for (const { order } of suites.flatMap(({ scenarios }) => scenarios)) {
    if (order && !order.shared) counts[order.state] += 1;
  }
  return counts;
}
