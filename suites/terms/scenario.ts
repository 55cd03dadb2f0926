import type { Condition, ListingUse, Request, SharedListing, UnknownKind } from '../../evidence/request.js';
import type { OrderState } from '../../interface/interface.js';

/**
 * The probe that a pending order is used for. `told-apart`: the suite cancels ids that are like its own, so its id
 * should be long; its own cancel comes early, so that untouched orders remain on both sides. `alone`: its cancel shows
 * how the server handles ids of this size. `race`: several cancels of it are sent at the same instant.
 */
export type PendingPurpose = 'told-apart' | 'alone' | 'race';

/**
 * Which order a cancel goes to: the scenario's own; an id that no order has; a few further declared orders of a state; a
 * pending one that texts look like; those that nothing touches before; one of each size of ids of which no scenario has one
 * alone; or each declared order that no scenario uses.
 */
export type OrderTarget =
  | 'own'
  | { readonly unknown: UnknownKind }
  | { readonly further: OrderState }
  | 'texts'
  | 'bystanders'
  | 'sizes'
  | 'spares';

/** An order of its own; of pending ones, for what. `shared`: another scenario's will do, for cancels that must be refused. */
export type OrderNeed =
  | { readonly state: 'pending'; readonly for: PendingPurpose }
  | { readonly state: Exclude<OrderState, 'pending'>; readonly mayBeShared?: true };

interface CommonSpec<Name extends string>
  extends Pick<Request, 'role' | 'credential' | 'accept' | 'connection' | 'stage'> {
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
  /** Requests with the same name here go out at the same instant, for each order. */
  readonly together?: string;
}

/** A request as a scenario writes it. Once the orders are known, the plan makes the request. */
export type RequestSpec<Name extends string = string> = ListSpec<Name> | CancelSpec<Name>;

export const isCancelSpec = (spec: RequestSpec): spec is CancelSpec => 'order' in spec;

/** Requests, and nothing about what their answers mean. */
export interface Scenario<Name extends string = string> {
  readonly id: string;
  /** "X does Y", not "test that X does Y". */
  readonly title: string;
  readonly order?: OrderNeed;
  /** The shared listings that it is judged from. */
  readonly listings?: readonly SharedListing[];
  /** It judges the effects of cancels, so it is skipped in a run that cancels no pending order. */
  readonly followsCancels?: true;
  /** Everything that it may send, by name, in the order in which it is sent where a connection is shared. */
  readonly requests: Readonly<Record<Name, RequestSpec<NoInfer<Name>>>>;
}

export interface Suite {
  readonly id: string;
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

/** Checks a literal: the names in conditions are names of its own requests. */
export const scenario = <const Name extends string>(value: Scenario<Name>): Scenario => value;

export const deletesOf = ({ requests }: Scenario): CancelSpec[] =>
  Object.values<RequestSpec>(requests).filter(isCancelSpec);

/** True if the scenario sends or reads anything, and so needs the key. */
export const needsTarget = ({ listings = [], requests }: Scenario): boolean =>
  listings.length > 0 || Object.keys(requests).length > 0;

export const isShared = (order: OrderNeed): boolean => order.state !== 'pending' && order.mayBeShared === true;
