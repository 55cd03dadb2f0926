import type { Credential, Exchange, Operation } from '../evidence/exchange.js';
import type { Listing } from '../listing/listing.js';

/** The states of orders that a scenario can ask the fixtures for (§3; `other` is neither pending nor shipped). */
export type DeclaredState = 'pending' | 'shipped' | 'other';

/**
 * Ids that no order has, by what is special about them. All but `word` name something that a
 * careless server could take for another order, so each is sent only where that order does not exist either.
 */
export type UnknownKind =
  | 'plain'
  | 'above-2-31'
  | 'above-2-53'
  | 'max-int64'
  | 'zero'
  | 'negative'
  | 'word'
  | 'fraction'
  | 'above-int64';

/** Which order a cancel is sent to. `shares-double` and `shares-low-32-bits` are unknown ids next to the scenario's own pending order. */
export type OrderTarget =
  | { readonly state: DeclaredState }
  | { readonly spare: bigint }
  | { readonly unknown: UnknownKind }
  | { readonly neighbour: 'shares-double' | 'shares-low-32-bits' };

/** A request as a scenario declares it, before any order is known; the plan resolves and prints it. */
export type RequestSpec = ListSpec | CancelSpec;

export interface ListSpec {
  readonly operation: Extract<Operation, 'listOrders'>;
  readonly credential: Credential;
  /** Without the `?`. */
  readonly query?: string;
  /** Sent only where an earlier answer calls for it. */
  readonly conditional?: true;
}

export interface CancelSpec {
  readonly operation: Extract<Operation, 'cancelOrder'>;
  readonly credential: Credential;
  readonly order: OrderTarget;
  /** Why this DELETE is sent, for the plan and the deletion ledger. */
  readonly purpose: string;
  readonly wire?: true;
  /** Sent only where an earlier answer calls for it. */
  readonly conditional?: true;
}

export interface Needs {
  /** One order of each of these states, owned by this scenario alone. */
  readonly orders?: readonly DeclaredState[];
  /** Among equal orders, this one prefers a pending order whose id is above 2^53. */
  readonly prefersLongId?: true;
  /** Speaks to the target without a request of its own: it judges the shared listing. */
  readonly listingBefore?: true;
  /** Waits for the shared listing that is taken after the cancels. */
  readonly listingAfter?: true;
  /** Judges what cancelled orders leave behind: left out of a run that cancels no pending order. */
  readonly cancelledOrders?: true;
  /** The declared orders that no other scenario owns; one such scenario at most. */
  readonly spareOrders?: true;
  /** Sends only cancels that must be refused, so an order that another scenario owns will do where there is no further one. */
  readonly sharesOrders?: true;
  /** Where the fixtures declare fewer orders than full coverage needs, the lower number is served first. Default 10. */
  readonly priority?: number;
}

/** Whether it speaks to the target at all, and so needs the key. */
export const needsTarget = ({ needs, requests }: Scenario): boolean =>
  needs.listingBefore === true || needs.listingAfter === true || Object.keys(requests).length > 0;

/** A unit of judgement: a value that any host (command line, Vitest, replay) can run. */
export interface Scenario<Name extends string = string, RequirementId extends string = string> {
  readonly id: string;
  /** "X does Y", not "test that X does Y". */
  readonly title: string;
  /** What it exists to judge: if it cannot run, these are not judged. */
  readonly requirements: readonly RequirementId[];
  /** What its exchanges show along the way; judged in full by other scenarios. */
  readonly alsoJudges?: readonly RequirementId[];
  readonly needs: Needs;
  /** Everything that it may send, by name; each is sent at most once. */
  readonly requests: Readonly<Record<Name, RequestSpec>>;
  /** What it may send to each spare order, at most once. */
  readonly spareRequest?: Omit<CancelSpec, 'order'>;
  run(context: ScenarioContext<Name, RequirementId>): Promise<void>;
}

export interface Suite {
  readonly id: string;
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

/** What a check found: the suite's words and, in `actual` alone, the target's. */
export interface Deviation {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly at: string;
  /** Absent where no exchange shows it. */
  readonly exchange?: Exchange;
}

/** How a declared order looks in the listing before the cancels. */
export type Standing = 'listed' | 'not-listed' | 'cannot-tell';

export interface OwnedOrder {
  readonly id: bigint;
  readonly state: DeclaredState;
}

/** A cancel with the valid key that was answered, by any scenario of the run. */
export interface AnsweredCancel {
  readonly order: OwnedOrder;
  readonly status: number;
  readonly exchange: Exchange;
}

export interface ScenarioContext<Name extends string = string, RequirementId extends string = string> {
  /** The base address of the target, without a trailing slash. */
  readonly baseUrl: string;
  /** Exchanges in flight at most: with 1, nothing is simultaneous. */
  readonly concurrency: number;
  /** Sends one of the declared requests; ends the scenario as inconclusive where there is nothing to judge (`unjudgeable`). */
  send(name: Name): Promise<Exchange>;
  /** The same, but returns the exchange whatever its outcome. */
  attempt(name: Name): Promise<Exchange>;
  /** Why this exchange judges nothing: no response came, or a temporary refusal (429, 502, 503, 504). */
  unjudgeable(exchange: Exchange): string | undefined;
  /** The listing that all scenarios share, taken before any cancel. */
  before(): Promise<Listing>;
  /** The one that they share after the cancels; only for scenarios that need `listingAfter`. */
  after(): Promise<Listing>;
  /** A listing of its own (a query probe). After `most` bytes the rest is not read: its body ends as `stopped`, without a reading. */
  list(name: Name, most: number): Promise<Listing>;
  /** This scenario's own order of that state. */
  order(state: DeclaredState): OwnedOrder;
  standing(order: OwnedOrder): Promise<Standing>;
  /** The spare orders that this scenario was given. */
  readonly spares: readonly OwnedOrder[];
  /** Sends the `spareRequest` to one of them. */
  cancelSpare(order: OwnedOrder): Promise<Exchange>;
  /** Why a declared request does not exist in this run (a key without letters has no flipped case; no id shares the double), if so. */
  obstacle(name: Name): Promise<string | undefined>;
  /**
   * The authorized cancels of pending orders that other scenarios sent first of all: of those that precede this
   * one (which waits its turn with that), or of all others (only to be asked after this one's own was answered).
   */
  pendingCancels(of: 'earlier' | 'others'): Promise<readonly AnsweredCancel[]>;
  /** The authorized cancels of declared orders, once all other scenarios that own an order have ended. */
  cancels(): Promise<readonly AnsweredCancel[]>;
  /** All orders that the fixtures declare to exist. */
  readonly declared: readonly OwnedOrder[];
  /** Records that the requirement held. */
  held(requirement: RequirementId): void;
  /** Records that the requirement held, or how it was broken. Returns `held`. */
  check(requirement: RequirementId, held: boolean, deviation: () => Deviation): boolean;
  /** The requirement could not be judged here (`blocked`: an order or setting is missing); the reason says why and what to do. */
  cannotJudge(requirement: RequirementId, verdict: 'blocked' | 'inconclusive', reason: string): void;
  /** The start of a body as text, for `actual` and `observe`; the key is redacted before the text is cut. */
  quote(body: Uint8Array): string;
  /** A remark that is no deviation. */
  note(text: string): void;
  /** An entry of the ambiguity register; only `quoted`, which is put behind it, quotes the target. */
  observe(ambiguity: string, observed: string, quoted?: string): void;
}
