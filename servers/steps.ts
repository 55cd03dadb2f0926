import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Json, JsonObject } from './json.js';
import type { Order, OrderStore } from './order.js';
import type { ErrorRecord, HeaderField, Reply } from './reply.js';
import { errorJson, headerOf } from './reply.js';

/** One request to one of the two operations (§4). */
export interface Call {
  readonly operation: 'listOrders' | 'cancelOrder';
  /** The `{orderId}` segment, percent-decoded; empty for listOrders. */
  readonly idText: string;
  readonly query: URLSearchParams;
  /** The field value of `Authorization`; undefined where the request has none. */
  readonly authorization: string | undefined;
  readonly apiKey: string;
  readonly orders: OrderStore;
  readonly headers: IncomingHttpHeaders;
  /** The same for all requests on one connection. */
  readonly connection: object;
  /** Whether the connection is to outlive the response. */
  readonly isKept: boolean;
}

export interface Http {
  readonly request: IncomingMessage;
  /** Also the way to the socket, for what HTTP would not allow to send. */
  readonly response: ServerResponse;
}

/** Why an operation is refused. */
export type Refusal = 'unauthorized' | 'not-an-id' | 'not-found' | 'shipped' | 'already-cancelled' | 'other-state';

export type CancelOutcome = 'cancelled' | Extract<Refusal, 'shipped' | 'already-cancelled' | 'other-state'>;

type Eventually<T> = T | Promise<T>;

/** What the reference does, in the order in which it does it; each step can be replaced. */
export interface Steps {
  /** The version prefix (§9). */
  readonly prefix: string;
  /** Settings of the HTTP server itself, before it listens. */
  configure(server: Server): void;
  /** The steps that a call takes, where not every call takes these. */
  choose?(call: Call): Steps;
  /** An answer from in front of the service (a gateway, a framework); undefined lets the request through. */
  intercept(call: Call): Eventually<Reply | undefined>;
  authenticate(call: Call): boolean;
  /** The orders that a listing shows. */
  select(orders: OrderStore, call: Call): readonly Order[];
  renderOrder(order: Order): Json;
  renderListing(orders: readonly Json[], call: Call): Json;
  /** Undefined for what is not an int64. */
  parseId(text: string): bigint | undefined;
  find(orders: OrderStore, id: bigint): Order | undefined;
  /** Checks and changes the state of an order that exists. */
  cancel(orders: OrderStore, order: Order): Eventually<CancelOutcome>;
  readonly errors: Readonly<Record<Refusal, ErrorRecord>>;
  renderError(error: ErrorRecord): Json;
  /** The last word on a reply before it is sent. */
  finish(reply: Reply, call: Call): Reply;
  send(reply: Reply, call: Call & Http): Eventually<void>;
}

/** A small named change to the reference. Called once a start, so what it keeps in its closure is fresh. */
export type Behaviour = (reference: Steps) => Partial<Steps>;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** §5.2. The scheme is a case-insensitive token (RFC 9110 §11.1); the key is compared whole, in constant time. */
export const authenticate = ({ authorization, apiKey }: Pick<Call, 'authorization' | 'apiKey'>): boolean => {
  const [, scheme, key] = /^([^ ]+) +([^ ].*)$/.exec(authorization ?? '') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || key === undefined) return false;
  return timingSafeEqual(digestOf(key), digestOf(apiKey));
};

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

export const parseInt64 = (text: string): bigint | undefined => {
  // At most 19 digits: a longer text is out of range, and not worth the time that BigInt takes for it.
  if (!/^-?(0|[1-9]\d{0,18})$/.test(text)) return undefined;
  const id = BigInt(text);
  return id >= minInt64 && id <= maxInt64 ? id : undefined;
};

/** The order that a call names, if there is one. */
export const orderOf = ({ idText, orders }: Call): Order | undefined => {
  const id = parseInt64(idText);
  return id === undefined ? undefined : orders.get(id);
};

/** Checks and changes in one turn of the event loop, so no two cancels see the same pending order. */
export const cancelPending = (orders: OrderStore, order: Order): CancelOutcome => {
  switch (order.status) {
    case 'pending':
      orders.put({ ...order, status: 'cancelled' });
      return 'cancelled';
    case 'shipped':
      return 'shipped';
    case 'cancelled':
      return 'already-cancelled';
    case 'delivered':
      return 'other-state';
  }
};

/** The head fields of a reply as sent: its own, and the length of its body. */
export const framedHeaders = (reply: Reply): readonly HeaderField[] =>
  reply.body === undefined || headerOf(reply, 'Content-Length') !== undefined
    ? reply.headers
    : [...reply.headers, ['Content-Length', String(reply.body.byteLength)]];

export const sendReply = (reply: Reply, { response }: Pick<Http, 'response'>): void => {
  response.writeHead(reply.status, framedHeaders(reply).flat());
  response.end(reply.body);
};

export const orderJson = ({ id, status, members }: Order): JsonObject => ({ id, ...members, status });

const errors: Steps['errors'] = {
  unauthorized: { status: 401, code: 'unauthorized', message: 'The API key is missing or invalid.' },
  // The table of responses has no 400 (§4.2), and what is not an int64 identifies no order.
  'not-an-id': { status: 404, code: 'invalid_order_id', message: 'The order id is not a 64-bit integer.' },
  'not-found': { status: 404, code: 'order_not_found', message: 'No order has this id.' },
  shipped: { status: 409, code: 'order_shipped', message: 'The order has already shipped.' },
  'already-cancelled': { status: 409, code: 'order_cancelled', message: 'The order has been cancelled before.' },
  'other-state': { status: 409, code: 'order_not_pending', message: 'Only a pending order can be cancelled.' },
};

export const referenceSteps: Steps = {
  prefix: '/v1',
  configure: () => undefined,
  intercept: () => undefined,
  authenticate,
  select: (orders) => orders.all(),
  renderOrder: orderJson,
  renderListing: (orders) => orders,
  parseId: parseInt64,
  find: (orders, id) => orders.get(id),
  cancel: cancelPending,
  errors,
  renderError: errorJson,
  finish: (reply) => reply,
  send: sendReply,
};
