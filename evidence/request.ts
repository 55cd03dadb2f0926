import { memoised } from '../interface/helpers/helpers.js';
import type { Credential, Operation, OrderState } from '../interface/interface.js';
import type { ListingUse } from './listing/index.js';
import { SHARED_LISTINGS, type SharedListing, type Stage } from './stages.js';
import type { Unjudged } from './unjudged.js';

export type { Credential } from '../interface/interface.js';
export type { ListingUse } from './listing/index.js';
export type { SharedListing, Stage } from './stages.js';

export interface Order {
  readonly id: bigint;
  readonly state: OrderState;
}

/** Which request of a run, and which of its repetitions, counted from 1. */
export interface RequestId {
  readonly scenario: string;
  readonly name: string;
  readonly nth: number;
}

/** The id as reports and files write it. No code parses it again. */
export const idText = ({ scenario, name, nth }: RequestId): string =>
  nth === 1 ? `${scenario}/${name}` : `${scenario}/${name}#${nth}`;

/** The id without its repetition: the same for a request and all its repetitions. */
export const firstIdText = (id: RequestId): string => idText({ ...id, nth: 1 });

/** Takes the place of a scenario in the ids of the shared listings. */
export const SHARED = 'listing';

export const sharedListing = (name: SharedListing): RequestId => ({ scenario: SHARED, name, nth: 1 });

/** The shared listing that this request asks for. Undefined for any other request. */
export const sharedListingOf = ({ id }: Pick<Request, 'id'>): SharedListing | undefined =>
  id.scenario === SHARED ? SHARED_LISTINGS.find((name) => id.name === name) : undefined;

/** The purpose of a request. Rules find exchanges by it, whichever scenario sent them. */
export type Role =
  | 'listing'
  /** Asks whether the valid key is still accepted. No rule reads it. */
  | 'control'
  /** A listing with a query. */
  | 'query'
  /** A listing that accepts another media type than usual, or has no `Accept`. */
  | 'accept'
  /** A request that is wrong only in its key, which is missing or invalid. */
  | 'refused'
  /** A refused cancel of an order that a server could look up before it checks the key. */
  | 'refused-first'
  /** The valid key, with the name of its scheme in other letters. */
  | 'letter-case'
  /** The first request on a kept connection, and the next one, which has another key. */
  | 'opener'
  | 'reused'
  /** A cancel of an order on a connection that a cancel of another id has used. */
  | 'own-id'
  /** A request on the connection of a cancel that succeeded. */
  | 'next'
  /** The first cancel of a declared order, the second one, and one of several at the same time. */
  | 'cancel'
  | 'again'
  | 'racer'
  /** A cancel of an order that no scenario owns, sent if a listing does not show it. */
  | 'spare'
  /**
   * Cancels of an id that no order has; of an id that only an exact comparison tells from an order; of a text that is
   * not an int64.
   */
  | 'unknown'
  | 'neighbour'
  | 'not-int64';

/**
 * Kinds of ids that no order has. `shares-…` and `own-…` are made from a pending order of the suite: only an exact
 * comparison tells them from it.
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
  | 'own-hexadecimal'
  | 'own-wrapped';

/** A path segment that names no order, with every order that a careless server could read it as. */
export interface Candidate {
  readonly text: string;
  /** int64 values. If the text is an int64, it comes first. */
  readonly readings: readonly bigint[];
  /** The declared pending orders among `readings`. This request may cancel them. */
  readonly riskyPending?: readonly bigint[];
  /** The pending order that it shares bits with. */
  readonly neighbourOf?: bigint;
}

/**
 * The target of a request: the listing, a declared order, or an id that no order has. Such an id has several candidates
 * until the first listing is read; then the one that the listing shows to be harmless.
 */
export type Aim =
  /** The query is written without `?`. */
  | { readonly kind: 'listing'; readonly query?: string }
  | { readonly kind: 'order'; readonly order: Order }
  | {
      readonly kind: 'unknown';
      readonly unknown: UnknownKind;
      readonly candidates: readonly Candidate[];
      /** The pending order whose neighbour this is, if a neighbour is free. */
      readonly neighbourOf?: bigint;
    };

/** A condition on an earlier answer: the request is sent only if it holds. `Id` names requests. */
export type Condition<Id = RequestId> =
  /** True if that cancel was answered with 2xx. */
  | { readonly succeeded: Id }
  /** True if that cancel found its order: the answer was not 404, or the listing shows the order. */
  | { readonly found: Id }
  /** The listing before or after the cancels does not show the order. */
  | 'not-listed'
  /** The valid key gets 401 as any other key does, and that 401 asks for another scheme. */
  | 'challenged'
  /** The target began to refuse requests, so the run asks whether it refuses the valid key, too. */
  | 'refused';

/** The `Accept` header of a request: any media type, or no header. */
export type Accept = 'any' | 'none';

/**
 * One request of a run. The plan decides everything about it, except for what an earlier answer decides, and nothing
 * changes it.
 */
export interface Request {
  readonly id: RequestId;
  readonly role: Role;
  readonly aim: Aim;
  readonly credential: Credential;
  /** Why it is sent; shown in the dry run and in the list of DELETEs. */
  readonly purpose: string;
  readonly stage: Stage;
  readonly when?: Condition;
  /** How to read its body as a listing. Absent for a cancel. */
  readonly reads?: ListingUse;
  /** Absent: `application/json`. */
  readonly accept?: Accept;
  /** The kept connection to use. Absent: a connection on which no other answer can arrive. */
  readonly connection?: string;
  readonly together?: string;
  /**
   * How often it is sent; absent: once. Repetitions take turns between a new connection and one that they share. If
   * `connection` is set, each has another connection.
   */
  readonly times?: number;
  /** Why it is not sent: the key or the first listing rules it out. */
  readonly notSentBecause?: Unjudged;
}

export const operationOf = ({ aim }: Pick<Request, 'aim'>): Operation =>
  aim.kind === 'listing' ? 'listOrders' : 'cancelOrder';

export const isCancel = ({ aim }: Pick<Request, 'aim'>): boolean => aim.kind !== 'listing';

export const orderOf = ({ aim }: Pick<Request, 'aim'>): Order | undefined =>
  aim.kind === 'order' ? aim.order : undefined;

/** The kind of the unknown id that a cancel goes to. Undefined if it goes to an order. */
export const unknownOf = ({ aim }: Pick<Request, 'aim'>): UnknownKind | undefined =>
  aim.kind === 'unknown' ? aim.unknown : undefined;

/** True for the valid key, also under a scheme that no rule judges. */
export const isValid = (credential: Credential): boolean => credential.startsWith('valid');

/** A request and its repetitions. Each is the same object in the whole run. */
export const repetitionsOf = memoised((request: Request): readonly Request[] => {
  const { times = 1 } = request;
  return [request, ...Array.from({ length: times - 1 }, (_, index) => repetition(request, index + 2))];
});

/**
 * Repetitions take turns between a connection of their own and one that they share. If the request names a connection,
 * each repetition has another one.
 */
function repetition(request: Request, nth: number): Request {
  const { id, connection, reads } = request;
  const repetitionId = { ...id, nth };
  const kept = nth % 2 === 0 ? `${idText(id)}#kept` : idText(repetitionId);
  return {
    ...request,
    id: repetitionId,
    connection: connection === undefined ? kept : `${connection}#${nth}`,
    // The ids of one listing may take 64 MiB, and a thousand are read at the same time.
    reads: reads === 'elements' ? 'presence' : reads,
  };
}
