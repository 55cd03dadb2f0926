import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { demoOrders } from '../fixtures/demo-orders.js';
import type { Order } from './order.js';
import { OrderStore } from './order.js';
import type { Reply } from './reply.js';
import { errorReply, jsonReply, withHeader } from './reply.js';
import type { Behaviour, Call, Refusal, Steps } from './steps.js';
import { referenceSteps, sendReply } from './steps.js';

export interface ReferenceOptions {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  readonly apiKey: string;
  /** The store's orders at the start; default: those of the demo. */
  readonly orders?: readonly Order[];
  /** Ids to declare as unknown; default: none, since a listing that shows every id shows which ones are free. */
  readonly unknown?: readonly bigint[];
  /** Waited before each response, in milliseconds. */
  readonly latencyMs?: number;
  /** What this server does differently from the reference. */
  readonly behaviour?: Behaviour;
}

export interface RunningReference {
  /** Without a trailing slash; ends in `/v1` unless the behaviour changes the prefix. */
  readonly baseUrl: string;
  readonly port: number;
  /** The ids of the seed by declared state, as a fixtures file lists them. */
  readonly orders: Readonly<Record<'pending' | 'shipped' | 'other' | 'unknown', readonly bigint[]>>;
  /** Stops listening and ends all connections, idle ones included. */
  close(): Promise<void>;
}

/** A key for a server that is started for one run. */
export const generateApiKey = (): string => `demo-${randomUUID()}`;

/**
 * Starts an implementation of the Store Orders Interface with a store of its own.
 * Rejects when it cannot listen on the host and port.
 */
export const startReference = async (options: ReferenceOptions): Promise<RunningReference> => {
  const { port = 0, host = '127.0.0.1', apiKey, orders = demoOrders, unknown = [], latencyMs = 0, behaviour } = options;
  const steps: Steps = { ...referenceSteps, ...behaviour?.(referenceSteps) };
  const context: Context = { steps, apiKey, orders: new OrderStore(orders), latencyMs };
  const server = createServer((request, response) => void handle(request, response, context));
  steps.configure(server);
  const sockets = trackSockets(server);
  const bound = await listen(server, port, host);
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${steps.prefix}`,
    port: bound,
    orders: { ...idsByState(orders), unknown },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

interface Context {
  readonly steps: Steps;
  readonly apiKey: string;
  readonly orders: OrderStore;
  readonly latencyMs: number;
}

const handle = async (request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> => {
  request.resume();
  response.on('error', () => undefined); // the client went away: nobody is left to tell
  const { latencyMs } = context;
  const routed = route(request, response, context);
  try {
    if (!('operation' in routed)) {
      sendReply(routed, { response });
      return;
    }
    const steps = context.steps.choose?.(routed) ?? context.steps;
    const reply = steps.finish(await answer(routed, steps), routed);
    if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
    await steps.send(reply, routed);
  } catch (error) {
    response.destroy(error instanceof Error ? error : new Error(String(error)));
  }
};

/** The operation that a request is for, or the refusal where there is none. */
const route = (request: IncomingMessage, response: ServerResponse, context: Context): Call | Reply => {
  const { steps, apiKey, orders } = context;
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  const base = `${steps.prefix}/store/orders`;
  const segment = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
  if (path !== base && (!segment || segment.includes('/'))) {
    return errorReply({ status: 404, code: 'no_such_path', message: 'No operation has this path.' });
  }
  const operation = segment === undefined ? 'listOrders' : 'cancelOrder';
  const method = operation === 'listOrders' ? 'GET' : 'DELETE';
  if (request.method !== method) {
    const refused = { status: 405, code: 'method_not_allowed', message: `Only ${method} is possible here.` };
    return withHeader(errorReply(refused), 'Allow', method);
  }
  const idText = percentDecoded(segment ?? '');
  const query = new URLSearchParams(search);
  const { authorization } = request.headers;
  return { operation, idText, query, authorization, apiKey, orders, request, response };
};

const percentDecoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const answer = async (call: Call, steps: Steps): Promise<Reply> => {
  const intercepted = await steps.intercept(call);
  if (intercepted !== undefined) return intercepted;
  const refuse = (refusal: Refusal): Reply => errorReply(steps.errors[refusal], steps.renderError);
  if (!steps.authenticate(call)) return refuse('unauthorized'); // §5.3: whatever the order
  switch (call.operation) {
    case 'listOrders': {
      const rendered = steps.select(call.orders, call).map((order) => steps.renderOrder(order));
      return jsonReply(200, steps.renderListing(rendered, call));
    }
    case 'cancelOrder': {
      const id = steps.parseId(call.idText);
      if (id === undefined) return refuse('not-an-id');
      const order = steps.find(call.orders, id);
      if (order === undefined) return refuse('not-found');
      const outcome = await steps.cancel(call.orders, order);
      return outcome === 'cancelled' ? { status: 204, headers: [] } : refuse(outcome);
    }
  }
};

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

const trackSockets = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined); // resets by clients end a connection, never the server
  });
  return sockets;
};

const idsByState = (orders: readonly Order[]): Omit<RunningReference['orders'], 'unknown'> => {
  const idsIn = (belongs: (order: Order) => boolean) => orders.filter(belongs).map(({ id }) => id);
  return {
    pending: idsIn(({ status }) => status === 'pending'),
    shipped: idsIn(({ status }) => status === 'shipped'),
    other: idsIn(({ status }) => status !== 'pending' && status !== 'shipped'),
  };
};
