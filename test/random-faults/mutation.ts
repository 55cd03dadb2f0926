import type { FaultyCredential, Situation } from './situation.js';

/** The answers of the reference that have a body, by what the contract says of them. */
export type BodyKind = 'listing' | '401' | '404' | '409';

/** How a server's changed answer reaches the client. `longer` and `shorter` say how far `Content-Length` is off. */
export type Framing =
  | 'chunked'
  | 'chunks-cut-off'
  | 'until-close'
  | { readonly longer: number }
  | { readonly shorter: number };

/** What the effect of a cancel with the valid key has on the orders, or what a listing shows of them. */
export type Effect =
  /** 204, and the order stays pending. */
  | { readonly effect: 'cancel-does-nothing' }
  /** 204 for a cancelled order. */
  | { readonly effect: 'cancels-again' }
  /** Checks the state, and changes it some milliseconds later. */
  | { readonly effect: 'cancel-not-atomic' }
  /** Each cancel of a pending order takes others along that are pending still. */
  | {
      readonly effect: 'takes-pending-along';
      readonly which: 'oldest' | 'newest' | 'all';
      readonly how: 'cancelled' | 'removed';
    }
  /** The first cancel of a pending order removes an order that is not pending: an index of the store. */
  | { readonly effect: 'removes-along'; readonly order: number }
  | {
      readonly effect: 'cancels-though-refused';
      readonly with: readonly FaultyCredential[];
      readonly how: 'cancelled' | 'removed';
    }
  /** What a refused cancel of a shipped order turns it into, all the same. */
  | { readonly effect: 'shipped-becomes'; readonly state: 'pending' | 'removed' }
  | { readonly effect: 'cancels-shipped' }
  /** From the beginning, or in the listings that follow the first cancel; an index of the store. */
  | { readonly effect: 'leaves-out'; readonly order: number; readonly since: 'ever' | 'first-cancel' }
  | { readonly effect: 'lists-twice'; readonly order: number }
  | { readonly effect: 'lists-without-ids' }
  /** Under a query parameter, only the orders with these indices. */
  | { readonly effect: 'filters'; readonly parameter: 'limit' | 'page' | 'status'; readonly to: readonly number[] }
  | { readonly effect: 'takes-ids-for-one'; readonly same: 'double' | 'low-32-bits' }
  /** The first cancel of a pending order writes a member of another order, which has it: an index of the store. */
  | { readonly effect: 'rewrites'; readonly order: number; readonly name: string; readonly text: string }
  /** Once a key was accepted, or refused, on a connection, so is every later one on it. */
  | { readonly effect: 'remembers-connection'; readonly outcomes: readonly boolean[] }
  | {
      readonly effect: 'accepts';
      readonly operation: 'listOrders' | 'cancelOrder';
      readonly with: readonly FaultyCredential[];
    };

/** One deviation from the reference, permitted or not: data alone, for the server and the oracle. */
export type Mutation =
  | { readonly kind: 'status'; readonly situation: Situation; readonly status: number }
  | {
      readonly kind: 'header';
      readonly answer: BodyKind;
      readonly only?: Situation | undefined;
      readonly name: string;
      readonly value: string | undefined;
    }
  | { readonly kind: 'framing'; readonly answer: BodyKind; readonly framing: Framing }
  | {
      readonly kind: 'no-content';
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly after: string;
    }
  | ({ readonly kind: 'effect' } & Effect);
