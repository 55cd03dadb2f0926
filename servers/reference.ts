import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { demoOrders } from '../fixtures/demo-orders.js';
import type { Order } from './order.js';
import { Service, type ServiceOptions } from './service.js';
import { sendReply } from './steps.js';

export interface ReferenceOptions extends Omit<ServiceOptions, 'orders'> {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The store's orders at the start; default: those of the demo. */
  readonly orders?: readonly Order[];
  /** Ids to declare as unknown; default: none, since a listing that shows every id shows which ones are free. */
  readonly unknown?: readonly bigint[];
  /** The delay before each response, in milliseconds. */
  readonly latencyMs?: number;
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

/** A random key for a server that runs once. */
export const generateApiKey = (): string => `demo-${randomUUID()}`;

/**
 * Starts an implementation of the Store Orders Interface with its own store.
 * Rejects if it cannot listen on the host and port.
 */
export const startReference = async (options: ReferenceOptions): Promise<RunningReference> => {
  const { port = 0, host = '127.0.0.1', apiKey, orders = demoOrders, unknown = [], latencyMs = 0, behaviour } = options;
  const service = new Service({ apiKey, orders, behaviour });
  const { steps } = service;
  const server = createServer((request, response) => void handle(request, response, service, latencyMs));
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

const handle = async (
  request: IncomingMessage,
  response: ServerResponse,
  service: Service,
  latencyMs: number,
): Promise<void> => {
  request.resume();
  response.on('error', () => undefined); // the client has closed the connection
  const { method, url, headers, socket: connection } = request;
  const incoming = { method, url, headers, connection, isKept: response.shouldKeepAlive };
  try {
    const { reply, send } = await service.answer(incoming);
    if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
    await (send ? send({ request, response }) : sendReply(reply, { response }));
  } catch (error) {
    response.destroy(error instanceof Error ? error : new Error(String(error)));
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

export const idsByState = (orders: readonly Order[]): Omit<RunningReference['orders'], 'unknown'> => {
  const idsIn = (belongs: (order: Order) => boolean) => orders.filter(belongs).map(({ id }) => id);
  return {
    pending: idsIn(({ status }) => status === 'pending'),
    shipped: idsIn(({ status }) => status === 'shipped'),
    other: idsIn(({ status }) => status !== 'pending' && status !== 'shipped'),
  };
};
