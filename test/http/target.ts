import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Failure, ResponseRecord } from '../../evidence/exchange.js';
import type { Credential } from '../../interface/interface.js';
import { LiveTransport } from '../../runner/http/live.js';
import type { OutgoingRequest, SentExchange, Transport } from '../../runner/http/transport.js';
import { requestOf } from '../engine/made-up.js';
import { keyOf } from '../secrets/key.js';

/** `closeAll` calls these in reverse order. */
const closers: (() => Promise<unknown> | unknown)[] = [];

export const onClose = (closer: () => Promise<unknown> | unknown): void => {
  closers.push(closer);
};

export const closeAll = async (): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close();
};

export const listen = async (server: Server): Promise<string> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onClose(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A node:http server; resolves to its base URL. */
export const httpTarget = async (listener: RequestListener): Promise<string> =>
  `http://${await listen(createServer(listener))}/v1`;

/** A server whose answers are bytes. `answer` gets the text of each request header. */
export const rawTarget = async (answer: (socket: Socket, head: string) => void): Promise<string> =>
  `http://${await tcpTarget((socket) => onRequestHead(socket, answer))}/v1`;

/** A port that takes connections; resolves to its address. */
export const tcpTarget = (onConnect: (socket: Socket) => void): Promise<string> => listen(createTcpServer(onConnect));

export const pem = (name: string): string => readFileSync(new URL(`${name}.pem`, import.meta.url), 'utf8');

/** Self-signed, for `localhost`. */
export const [cert, key] = [pem('localhost.cert'), pem('localhost.key')];

/** An https server, called by the name in its certificate. */
export const tlsTarget = async (options: ServerOptions = {}): Promise<string> => {
  const server = createHttpsServer({ cert, key, ...options }, (_request, response) => response.end('[]'));
  return `https://${(await listen(server)).replace('127.0.0.1', 'localhost')}/v1`;
};

export const onRequestHead = (socket: Socket, answer: (socket: Socket, head: string) => void): void => {
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      const head = received.slice(0, end);
      received = received.slice(end + 4);
      answer(socket, head);
    }
  });
};

export const testKey = keyOf('Sample-Key-0001');

export const liveTransport = (baseUrl: string, options: Partial<LiveTransport['options']> = {}): LiveTransport => {
  const defaults = { apiKey: testKey, timeoutMs: 2_000, version: '1.2.3' };
  const transport = new LiveTransport({ ...defaults, ...options, baseUrl });
  onClose(() => transport.close());
  return transport;
};

export const get = (path = '/store/orders', credential: Credential = 'valid'): OutgoingRequest => ({
  request: requestOf('test/get', { credential }),
  method: 'GET',
  path,
});

export const del = (id = '1', credential: Credential = 'valid'): OutgoingRequest => ({
  request: requestOf('test/delete', {
    credential,
    aim: { kind: 'order', order: { id: BigInt(id), state: 'pending' } },
  }),
  method: 'DELETE',
  path: `/store/orders/${id}`,
  orderId: id,
});

/** On the kept connection of this name. */
export const on = (connection: string, request: OutgoingRequest): OutgoingRequest => ({ ...request, connection });

export const never = new AbortController().signal;

/** Sends a request, and includes the bytes after its response. */
export const send = async (transport: Transport, request: OutgoingRequest): Promise<SentExchange> => {
  const exchange = await transport.send(request, never);
  return exchange.settled ?? exchange;
};

export const responseOf = ({ outcome }: SentExchange): ResponseRecord => {
  if (outcome.kind === 'response') return outcome.response;
  throw new Error(`expected a response, got: ${outcome.failure.message}`);
};

export const failureOf = ({ outcome }: SentExchange): Failure => {
  if (outcome.kind === 'failure') return outcome.failure;
  throw new Error(`expected a failure, got ${outcome.response.status}`);
};

export const textOf = (response: ResponseRecord): string => Buffer.from(response.body.head).toString('utf8');

/** Collects its input. */
export class CollectingSink {
  readonly chunks: Uint8Array[] = [];
  readonly ends: boolean[] = [];
  #length = 0;

  constructor(readonly most = Number.POSITIVE_INFINITY) {}

  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  write(chunk: Uint8Array): boolean {
    this.chunks.push(Buffer.from(chunk));
    this.#length += chunk.length;
    return this.#length < this.most;
  }

  end(complete: boolean): void {
    this.ends.push(complete);
  }
}
