import type { ListingUse } from '../listing/index.js';
import { once } from '../once.js';
import type { Credential } from '../secrets/credentials.js';
import { SHARED_LISTINGS, type SharedListing, type Stage } from './stages.js';
import type { Unjudged } from './unjudged.js';

export type { ListingUse } from '../listing/index.js';
export type { Credential } from '../secrets/credentials.js';
export type { SharedListing, Stage } from './stages.js';

/** The states that a run can be told of (§3): the contract names pending and shipped; `other` is any that is neither. */
export const ORDER_STATES = ['pending', 'shipped', 'other'] as const;

export type OrderState = (typeof ORDER_STATES)[number];

export interface Order {
  readonly id: bigint;
  readonly state: OrderState;
}

/** The operations of the contract (§4). */
export type Operation = 'listOrders' | 'cancelOrder';

/** Which request of a run, and which of its repetitions, counted from 1. */
export interface RequestId {
  readonly scenario: string;
  readonly name: string;
  readonly nth: number;
}

/** As reports and files name it. It is made here, looked up elsewhere, and never cut apart again. */
export const idText = ({ scenario, name, nth }: RequestId): string =>
  nth === 1 ? `${scenario}/${name}` : `${scenario}/${name}#${nth}`;

/** The same text for a request and its repetitions. */
export const firstIdText = (id: RequestId): string => idText({ ...id, nth: 1 });

/** What sends the shared listings, in the place of a scenario. */
export const SHARED = 'listing';

export const sharedListing = (name: SharedListing): RequestId => ({ scenario: SHARED, name, nth: 1 });

/** Which of them this is; undefined for any other request. */
export const sharedListingOf = ({ id }: Pick<Request, 'id'>): SharedListing | undefined =>
  id.scenario === SHARED ? SHARED_LISTINGS.find((name) => id.name === name) : undefined;

/** What a request is for: rules look for exchanges by it, whichever scenario sent them. */
export type Role =
  | 'listing'
  /** Whether the valid key is let in still: no rule looks at it. */
  | 'control'
  /** A listing with a query. */
  | 'query'
  /** It accepts another media type than usual, or does not say. */
  | 'accept'
  /** Its key is missing or invalid, and nothing else is wrong. */
  | 'refused'
  /** The same for an order that could be looked at before the key is. */
  | 'refused-first'
  /** The valid key under a scheme in other letters. */
  | 'letter-case'
  /** The first on a kept connection, and the next one, which has another key. */
  | 'opener'
  | 'reused'
  /** Of an order, on a connection that a cancel of another id has used. */
  | 'own-id'
  /** On the connection of a cancel that succeeded. */
  | 'next'
  /** The first cancel of a declared order, the next one, and one of several at the same time. */
  | 'cancel'
  | 'again'
  | 'racer'
  /** Of an order that no scenario owns, where a listing lacks it. */
  | 'spare'
  /** Of an id that no order has; of one that only an exact comparison tells from an order; of what is not an int64. */
  | 'unknown'
  | 'neighbour'
  | 'not-int64';

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

/**
 * What a request is about: the listing, a declared order, or an id that no order has. Before the first listing, there are
 * several candidates for such an id; once it is read, the one is left that it shows to be harmless.
 */
export type Aim =
  /** The query is without the `?`. */
  | { readonly kind: 'listing'; readonly query?: string }
  | { readonly kind: 'order'; readonly order: Order }
  | {
      readonly kind: 'unknown';
      readonly unknown: UnknownKind;
      readonly candidates: readonly Candidate[];
      /** The pending order to whose neighbours it goes, if one of them is free. */
      readonly near?: bigint;
    };

/** What an earlier answer must have shown before a request is sent: the whole vocabulary. `Id` names requests. */
export type Condition<Id = RequestId> =
  /** That cancel was answered with 2xx. */
  | { readonly succeeded: Id }
  /** That cancel found its order: the answer was not 404, or the listing holds the order. */
  | { readonly found: Id }
  /** The listing before or after the cancels lacks the order. */
  | 'not-listed'
  /** The target began to refuse: is the valid key refused, too? */
  | 'refused';

/** What a request accepts: any media type, or it does not say. */
export type Accept = 'any' | 'none';

/** One request of a run, everything decided but what an earlier answer decides. The plan makes it; nothing changes it. */
export interface Request {
  readonly id: RequestId;
  readonly role: Role;
  readonly aim: Aim;
  readonly credential: Credential;
  /** Why it is sent, for the dry run and the deletion ledger. */
  readonly purpose: string;
  readonly stage: Stage;
  readonly when?: Condition;
  /** How its body is read as a listing; absent where it is not. */
  readonly reads?: ListingUse;
  /** Absent: `application/json`. */
  readonly accept?: Accept;
  /** The kept connection that it goes over; absent: one that nobody else's answers can be on. */
  readonly connection?: string;
  readonly together?: string;
  /**
   * How often it is sent, absent: once. By turns on a connection of its own and on one that only its repetitions share;
   * where it names a connection, on another of these each time.
   */
  readonly times?: number;
  /** Why it is not sent: with this key, or because of what the first listing shows. */
  readonly lack?: Unjudged;
}

export const operationOf = ({ aim }: Pick<Request, 'aim'>): Operation =>
  aim.kind === 'listing' ? 'listOrders' : 'cancelOrder';

export const isCancel = ({ aim }: Pick<Request, 'aim'>): boolean => aim.kind !== 'listing';

export const orderOf = ({ aim }: Pick<Request, 'aim'>): Order | undefined =>
  aim.kind === 'order' ? aim.order : undefined;

/** What is special about the id that a cancel goes to, where no order has it. */
export const unknownOf = ({ aim }: Pick<Request, 'aim'>): UnknownKind | undefined =>
  aim.kind === 'unknown' ? aim.unknown : undefined;

export const isValid = (credential: Credential): boolean =>
  credential === 'valid' || credential === 'valid-lowercase-scheme';

/** A request and its repetitions, each as it is sent, and one object for the whole run. */
export const repetitionsOf = once((request: Request): readonly Request[] => {
  const { times = 1 } = request;
  return [request, ...Array.from({ length: times - 1 }, (_, index) => repetition(request, index + 2))];
});

/**
 * Repetitions go by turns over a connection of their own and one that they share; those on a named one, over another
 * each.
 */
function repetition(request: Request, nth: number): Request {
  const { id, connection, reads } = request;
  const own = { ...id, nth };
  const kept = nth % 2 === 0 ? `${idText(id)}#kept` : idText(own);
  return {
    ...request,
    id: own,
    connection: connection === undefined ? kept : `${connection}#${nth}`,
    // The ids of one listing may take 64 MiB, and a thousand are read at the same time.
    reads: reads === 'elements' ? 'presence' : reads,
  };
}
