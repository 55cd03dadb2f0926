import type { Condition, ListingUse, OrderState, Request, SharedListing, UnknownKind } from '../evidence/request.js';
import type { OrderCounts } from '../orders/declared.js';
import type { OrderWish } from '../orders/supply.js';

/**
 * Which order a cancel goes to: the scenario's own; an id that no order has; a few further declared orders of a state,
 * which then belong to it alone; one of these that nothing else goes to, where there is one; a pending one of each size of
 * ids of which no scenario has one alone; or each declared order that is left.
 */
export type OrderTarget =
  | 'own'
  | { readonly unknown: UnknownKind }
  | { readonly further: OrderState }
  | 'bystander'
  | 'other-sizes'
  | 'each-left';

interface CommonSpec<Name extends string>
  extends Pick<Request, 'role' | 'credential' | 'accept' | 'connection' | 'phase'> {
  readonly after?: readonly Name[];
  readonly when?: Condition<Name>;
}

export interface ListSpec<Name extends string = string> extends CommonSpec<Name> {
  readonly query?: string;
  readonly reads?: Exclude<ListingUse, 'elements'>;
}

export interface CancelSpec<Name extends string = string> extends CommonSpec<Name> {
  readonly order: OrderTarget;
  /** Why this DELETE is sent, for the dry run and the deletion ledger. */
  readonly purpose: string;
  /** All that have the same go out at the same instant, for each order. */
  readonly together?: string;
}

/** What a scenario writes; the plan makes a request of it, once the orders are known. */
export type RequestSpec<Name extends string = string> = ListSpec<Name> | CancelSpec<Name>;

export const isCancelSpec = (spec: RequestSpec): spec is CancelSpec => 'order' in spec;

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
  Object.values<RequestSpec>(requests).filter(isCancelSpec);

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
