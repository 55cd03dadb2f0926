import type { ListingUse } from '../listing/index.js';
import type { Credential } from '../secrets/credentials.js';
import type { Operation } from './exchange.js';
import { likelyMistakesOf } from './mistakes.js';
import type { Unjudged } from './unjudged.js';

export type { ListingUse } from '../listing/index.js';

/** The states that a run can be told of (§3): the contract names pending and shipped; `other` is any that is neither. */
export const ORDER_STATES = ['pending', 'shipped', 'other'] as const;

export type OrderState = (typeof ORDER_STATES)[number];

/** An order that the fixtures declare to exist. */
export interface Order {
  readonly id: bigint;
  readonly state: OrderState;
}

/** Listings that all scenarios share: one before any cancel, one after those that other requests do not wait for. */
export type SharedListing = 'listing/before' | 'listing/after';

/**
 * Ids that no order has, by what is special about them. `shares-…` and `own-…` are made from a pending order of the
 * suite's own: only an exact comparison tells them from it.
 */
export type UnknownKind =
  | 'plain'
  | 'above-2-31'
  | 'above-2-53'
  | 'max-int64'
  | 'zero'
  | 'negative'
  | 'word'
  | 'above-int64'
  | 'shares-double'
  | 'shares-low-32-bits'
  | 'own-negated'
  | 'own-fraction'
  | 'own-fraction-below'
  | 'own-suffix'
  | 'own-wrapped';

/** A path segment that should name no order, and every order that a careless server could take it for. */
export interface Candidate {
  readonly text: string;
  /** int64 values; the order itself first, where the text is an int64. */
  readonly mistakenFor: readonly bigint[];
  /** Declared pending orders that it could be taken for: they may be cancelled. */
  readonly ours?: readonly bigint[];
  /** The pending order that it shares bits with. */
  readonly near?: bigint;
}

/** Which order a cancel goes to: a declared one, or the first candidate that the listing shows to be harmless. */
export type PlannedOrder =
  | { readonly kind: 'declared'; readonly order: Order }
  | {
      readonly kind: 'unknown';
      readonly unknown: UnknownKind;
      readonly candidates: readonly Candidate[];
      /** The pending order to whose neighbours it goes, if one of them is free. */
      readonly near?: bigint;
    };

/** What an earlier answer must have shown before a request is sent: the whole vocabulary. `Id` names requests. */
export type Condition<Id extends string = string> =
  /** That cancel was answered with 2xx. */
  | { readonly succeeded: Id }
  /** That cancel found its order: the answer was not 404, or the listing holds the order. */
  | { readonly found: Id }
  /** The listing before or after the cancels lacks the order. */
  | 'not-listed'
  /** One of those listings holds other orders than the listing before. */
  | { readonly differs: readonly Id[] };

/** What a request accepts: any media type, or it does not say. */
export type Accept = 'any' | 'none';

/** One request of a run, everything decided but what an earlier answer decides. */
export interface PlannedRequest {
  /** `<scenario>/<name>`, or a shared listing. */
  readonly id: string;
  /** The scenario that sends it; `listing` for the shared listings. */
  readonly scenario: string;
  readonly operation: Operation;
  readonly credential: Credential;
  /** Without the `?`. */
  readonly query?: string;
  /** Cancels only. */
  readonly order?: PlannedOrder;
  /** Why it is sent, for the dry run and the deletion ledger. */
  readonly purpose: string;
  /** How its body is read as a listing; absent where it is not. */
  readonly reads?: ListingUse;
  /** Absent: `application/json`. */
  readonly accept?: Accept;
  /** The kept connection that it goes over; absent: one that nobody else's answers can be on. */
  readonly connection?: string;
  /** All that have the same go out at the same instant. */
  readonly together?: string;
  /**
   * How often it is sent, absent: once. By turns on a connection of its own and on one that only its repetitions share;
   * where it names a connection, on another of these each time.
   */
  readonly times?: number;
  /** Requests that must have ended before this one is sent. */
  readonly after: readonly string[];
  /** Sent only where this is so. */
  readonly when?: Condition;
  /** Why it cannot be sent with this key, or at all. */
  readonly obstacle?: Unjudged;
}

export type PlannedScenario = {
  readonly suite: string;
  readonly id: string;
  readonly title: string;
} & (
  | {
      readonly state: 'ready';
      readonly orders: readonly Order[];
      readonly reads: readonly SharedListing[];
      readonly requests: readonly PlannedRequest[];
    }
  | { readonly state: 'blocked' | 'skipped' | 'not-applicable'; readonly reason: string }
);

/** Everything that a run will do, decided before the first request is sent. Plain data: it is saved with the evidence. */
export interface Plan {
  /** As the fixtures and the provisioning declare them. */
  readonly orders: Readonly<Record<OrderState | 'unknown', readonly bigint[]>> & {
    readonly otherIsNone?: true;
    readonly disposable?: true;
  };
  /** Exchanges in flight at most: with 1, nothing is simultaneous. */
  readonly concurrency: number;
  /** Requests a second at most. */
  readonly rate?: number;
  /** In the order of the suites. */
  readonly scenarios: readonly PlannedScenario[];
  /** The shared listings that the ready scenarios read. */
  readonly listings: readonly PlannedRequest[];
  /** Ids of the requirements that count. */
  readonly selected: readonly string[];
  /** Those of them that were asked for by their own ids. */
  readonly named: readonly string[];
}

export const isReady = (scenario: PlannedScenario): scenario is Extract<PlannedScenario, { state: 'ready' }> =>
  scenario.state === 'ready';

/** Every request that may be sent, the shared listings first. */
export const requestsOf = ({ listings, scenarios }: Pick<Plan, 'listings' | 'scenarios'>): PlannedRequest[] => [
  ...listings,
  ...scenarios.filter(isReady).flatMap(({ requests }) => requests),
];

/** The ids of the exchanges of a request: its own, and `<id>#2` and so on for its repetitions. */
export const exchangeIdsOf = ({ id, times = 1 }: PlannedRequest): string[] =>
  Array.from({ length: times }, (_, index) => repetitionId(id, index + 1));

export const repetitionId = (id: string, number: number): string => (number === 1 ? id : `${id}#${number}`);

/**
 * The name of the connection that an exchange goes over, where it has one: repetitions go by turns over a connection of
 * their own and one that they share; those on a named one, over another each.
 */
export function connectionOf({ id, connection }: PlannedRequest, number: number): string | undefined {
  if (connection !== undefined) return repetitionId(connection, number);
  if (number === 1) return undefined;
  return number % 2 === 0 ? `${id}#kept` : repetitionId(id, number);
}

/** 1 for a request itself. */
export const repetitionNumber = (exchangeId: string): number => Number(/#(\d+)$/.exec(exchangeId)?.[1] ?? 1);

/** The request that an exchange is a repetition of. */
export const requestIdOf = (exchangeId: string): string => exchangeId.replace(/#\d+$/, '');

/** Whether a cancel with it is meant to succeed. */
export const isValid = (credential: Credential): boolean => credential.startsWith('valid');

/** Every id that a listing is asked for: what it does not ask for, a streamed listing does not remember. */
export function idsToLookUp(plan: Plan): bigint[] {
  const { pending, shipped, other, unknown } = plan.orders;
  const declared = [...pending, ...shipped, ...other];
  const mistaken = requestsOf(plan).flatMap(({ order }) =>
    order?.kind === 'unknown' ? order.candidates.flatMap(({ mistakenFor }) => mistakenFor) : [],
  );
  // A declared order may take the place of another, and a target that keeps ids in doubles lists the rounded ones.
  return [...new Set([...declared.flatMap(likelyMistakesOf), ...unknown, ...mistaken])];
}

/** All orders that are declared to exist. */
export function declaredOrders({ orders }: Pick<Plan, 'orders'>): readonly Order[] {
  const declared = DECLARED.get(orders) ?? ORDER_STATES.flatMap((state) => orders[state].map((id) => ({ id, state })));
  DECLARED.set(orders, declared);
  return declared;
}

/** Kept: many rules ask, and there may be a million. */
const DECLARED = new WeakMap<Plan['orders'], readonly Order[]>();
