import { demoOrders } from '../../fixtures/demo-orders.js';
import type { CredentialKind } from '../../servers/faults/credential-kinds.js';
import type { OrderStatus } from '../../servers/order.js';
import type { Behaviour, Call } from '../../servers/steps.js';

export const unknownIdKinds = ['small', 'above-2-31', 'above-2-53', 'max-int64'] as const;
export const neighbourKinds = ['shares-double', 'shares-low-32-bits'] as const;
export const notInt64Kinds = ['word', 'fraction', 'above-int64'] as const;

/** The situation of a request in the contract's terms, on which its answer may depend. */
export type Situation =
  | 'listing'
  | 'listing-after-cancel'
  | 'listing-with-query'
  | 'listing-lower-case-scheme'
  | `listing-refused-${CredentialKind}`
  | `cancel-refused-${CredentialKind}-${OrderStatus | 'unknown'}`
  | 'cancel-pending'
  | 'cancel-cancelled'
  | 'cancel-shipped'
  | 'cancel-shipped-again'
  | 'cancel-other'
  | `cancel-unknown-${(typeof unknownIdKinds)[number] | 'zero' | 'negative'}`
  | `cancel-neighbour-${(typeof neighbourKinds)[number]}`
  | `cancel-not-int64-${(typeof notInt64Kinds)[number]}`;

/** Determines the situation of each call when it arrives, before it changes anything. */
export class SituationRecord {
  readonly #situations = new WeakMap<Call, Situation>();
  readonly #shippedCancelled = new Set<bigint>();

  readonly behaviour: Behaviour = ({ intercept }) => ({
    intercept: (call) => {
      this.#situations.set(call, this.#situationOf(call));
      return intercept(call);
    },
  });

  of(call: Call): Situation {
    const situation = this.#situations.get(call);
    if (situation === undefined) throw new Error('A reply was asked about before its request was recorded.');
    return situation;
  }

  #situationOf(call: Call): Situation {
    const credential = credentialOf(call);
    if (call.operation === 'listOrders') {
      if (credential === 'valid') return listingOf(call);
      return credential === 'lower-case-scheme' ? 'listing-lower-case-scheme' : `listing-refused-${credential}`;
    }
    const id = int64Of(call.idText);
    if (typeof id === 'string') return `cancel-not-int64-${id}`;
    const order = call.orders.get(id);
    if (credential !== 'valid' && credential !== 'lower-case-scheme') {
      return `cancel-refused-${credential}-${order?.status ?? 'unknown'}`;
    }
    switch (order?.status) {
      case undefined:
        return unknownIdOf(id, call);
      case 'pending':
        return 'cancel-pending';
      case 'cancelled':
        return 'cancel-cancelled';
      case 'delivered':
        return 'cancel-other';
      case 'shipped': {
        const again = this.#shippedCancelled.has(id);
        this.#shippedCancelled.add(id);
        return again ? 'cancel-shipped-again' : 'cancel-shipped';
      }
    }
  }
}

function credentialOf({ authorization, apiKey }: Call): CredentialKind | 'valid' | 'lower-case-scheme' {
  if (authorization === undefined) return 'missing';
  if (authorization === '') return 'empty';
  if (authorization === apiKey) return 'no-scheme';
  const [, scheme = '', key = ''] = /^([^ ]*) ?(.*)$/s.exec(authorization) ?? [];
  if (key === apiKey) {
    if (scheme === 'Bearer') return 'valid';
    if (scheme.toLowerCase() === 'bearer') return 'lower-case-scheme';
    return scheme === 'Basic' ? 'basic' : 'other-scheme';
  }
  if (key === '') return 'no-key';
  return scheme === 'Basic' ? basicOf(key, apiKey) : otherKeyOf(key, apiKey);
}

/** RFC 7617 §2: user name, colon and password in Base64. */
function basicOf(encoded: string, apiKey: string): CredentialKind {
  const said = Buffer.from(encoded, 'base64').toString('latin1');
  if (said === `${apiKey}:`) return 'basic-user';
  return said === `:${apiKey}` ? 'basic-password' : 'basic-user-password';
}

function otherKeyOf(key: string, apiKey: string): CredentialKind {
  if (key.toLowerCase() === apiKey.toLowerCase()) return 'case';
  if (key.startsWith(`${apiKey} `)) return 'extra-word';
  if (key.length > apiKey.length) return key.startsWith(apiKey) ? 'longer' : 'longer-start';
  if (key.length < apiKey.length) return apiKey.startsWith(key) ? 'shorter' : 'shorter-start';
  if (key.slice(1) === apiKey.slice(1)) return 'first-changed';
  return key.slice(0, -1) === apiKey.slice(0, -1) ? 'last-changed' : 'wrong';
}

function listingOf({ query, orders }: Call): Situation {
  if (query.size > 0) return 'listing-with-query';
  const allPending = demoOrders.every(({ id, status }) => status !== 'pending' || orders.get(id)?.status === 'pending');
  return allPending ? 'listing' : 'listing-after-cancel';
}

function int64Of(text: string): bigint | (typeof notInt64Kinds)[number] {
  if (!/^-?\d+$/.test(text)) return text.includes('.') ? 'fraction' : 'word';
  const id = BigInt(text);
  return BigInt.asIntN(64, id) === id ? id : 'above-int64';
}

function unknownIdOf(id: bigint, { orders }: Call): Situation {
  const long = orders.all().filter((order) => order.id > 2n ** 53n);
  if (long.some((order) => Number(order.id) === Number(id))) return 'cancel-neighbour-shares-double';
  if (long.some((order) => BigInt.asIntN(32, order.id) === BigInt.asIntN(32, id))) {
    return 'cancel-neighbour-shares-low-32-bits';
  }
  if (id <= 0n) return id === 0n ? 'cancel-unknown-zero' : 'cancel-unknown-negative';
  if (id === 2n ** 63n - 1n) return 'cancel-unknown-max-int64';
  if (id < 2n ** 31n) return 'cancel-unknown-small';
  return id < 2n ** 53n ? 'cancel-unknown-above-2-31' : 'cancel-unknown-above-2-53';
}
