import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Json, JsonObject } from './json.js';
import type { Order, OrderStore } from './order.js';
import { type ErrorRecord, errorJson, type HeaderField, headerOf, type Reply } from './reply.js';

/** One request to one of the two operations (§4). */
export interface Call {
  readonly operation: 'listOrders' | 'cancelOrder';
  /** The `{orderId}` segment, percent-decoded; empty for listOrders. */
  readonly idText: string;
  readonly query: URLSearchParams;
  /** The value of `Authorization`. Undefined if the request has none. */
  readonly authorization: string | undefined;
  readonly apiKey: string;
  readonly orders: OrderStore;
  readonly headers: IncomingHttpHeaders;
  /** The same for all requests on one connection. */
  readonly connection: object;
  /** True if the connection stays open after the response. */
  readonly isKept: boolean;
}

export interface Http {
  readonly request: IncomingMessage;
  /** The response gives access to the socket, for bytes that HTTP would not allow. */
  readonly response: ServerResponse;
}

/** Reasons for a refusal. */
export type Refusal = 'unauthorized' | 'not-an-id' | 'not-found' | 'shipped' | 'already-cancelled' | 'other-state';

export type CancelOutcome = 'cancelled' | Extract<Refusal, 'shipped' | 'already-cancelled' | 'other-state'>;

type Eventually<T> = T | Promise<T>;

/** The steps of the reference, in their order. Each can be replaced. */
export interface Steps {
  /** The version prefix (§9). */
  readonly prefix: string;
  /** Settings of the HTTP server itself, before it listens. */
  configure(server: Server): void;
  /** Chooses other steps for a call. Absent: all calls take these. */
  choose?(call: Call): Steps;
  /** An answer of a gateway or framework in front of the service. Undefined lets the request through. */
  intercept(call: Call): Eventually<Reply | undefined>;
  authenticate(call: Call): boolean;
  /** The orders that a listing shows. */
  select(orders: OrderStore, call: Call): readonly Order[];
  renderOrder(order: Order): Json;
  renderListing(orders: readonly Json[], call: Call): Json;
  /** Undefined if the text is not an int64. */
  parseId(text: string): bigint | undefined;
  find(orders: OrderStore, id: bigint): Order | undefined;
  /** Checks and changes the state of an order that exists. */
  cancel(orders: OrderStore, order: Order): Eventually<CancelOutcome>;
  readonly errors: Readonly<Record<Refusal, ErrorRecord>>;
  renderError(error: ErrorRecord): Json;
  /** Changes a reply just before it is sent. */
  finish(reply: Reply, call: Call): Reply;
  send(reply: Reply, call: Call & Http): Eventually<void>;
}

/** A small named change to the reference. It is called once for each server, so its closure starts empty. */
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
  // A text of more than 19 digits is out of range; BigInt would take long for it.
  if (!/^-?(0|[1-9]\d{0,18})$/.test(text)) return undefined;
  const id = BigInt(text);
  return id >= minInt64 && id <= maxInt64 ? id : undefined;
};

/** The order that a call names, if it exists. */
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

/** The header fields of a reply with the length of its body. */
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
  // The table of responses has no 400 (§4.2), and a text that is not an int64 identifies no order.
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
