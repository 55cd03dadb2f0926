import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { finishing, onStatus } from '../changes.js';
import { type Reply, withBody, withHeader } from '../reply.js';
import type { Behaviour } from '../steps.js';
import type { Variant } from '../variant.js';
import { chunkedAfter, framed, headText, type Piece, sendingRaw, sendRaw } from '../wire.js';

/** The first listing with a valid key breaks off in the middle. */
const breakingOffOnce: Behaviour = ({ authenticate, send }) => {
  let broken = false;
  return {
    send: (reply, call) => {
      if (broken || call.operation !== 'listOrders' || !authenticate(call)) return send(reply, call);
      broken = true;
      const body = reply.body ?? Buffer.alloc(0);
      return sendRaw(call, [headText(framed(reply)), body.subarray(0, body.byteLength / 2)]);
    },
  };
};

/** Idle time passes in turns of the event loop: on a busy machine, a client in the same process gets its turn in between. */
const TURNS = 10;

/** Ends connections that have been idle for a moment, with these last words. */
const endingIdle = (idleMs: number, lastWords: string): Behaviour => {
  return ({ send }) => {
    const timers = new WeakMap<Socket, NodeJS.Timeout>();
    const idle = (socket: Socket, left: number): void => {
      const turn = (): unknown => (left > 1 ? idle(socket, left - 1) : socket.end(lastWords));
      timers.set(socket, setTimeout(turn, idleMs / TURNS).unref());
    };
    return {
      configure: (server) => {
        server.keepAliveTimeout = 0; // no `Keep-Alive: timeout=…`, which would announce the end
        server.on('request', ({ socket }) => clearTimeout(timers.get(socket)));
      },
      send: (reply, call) => {
        const { socket } = call.request;
        call.response.once('finish', () => {
          if (call.isKept) idle(socket, TURNS);
        });
        return send(reply, call);
      },
    };
  };
};

const requestTimeout = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Serves a connection when the one before has ended, like a server without threads. */
const oneConnectionAtATime = (server: Server): void => {
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  const waiting: Socket[] = [];
  let isBusy = false;
  const next = (): void => {
    const socket = isBusy ? undefined : waiting.shift();
    if (socket === undefined) return;
    isBusy = true;
    socket.once('close', () => {
      isBusy = false;
      next();
    });
    for (const listener of serve) listener.call(server, socket);
  };
  server.on('connection', (socket: Socket) => {
    waiting.push(socket);
    next();
  });
};

const respelled =
  (respell: (head: string) => string) =>
  (reply: Reply): readonly Piece[] => [respell(headText(framed(reply))), reply.body ?? ''];

const always = (): boolean => true;
const hasBody = ({ body }: Reply): boolean => body !== undefined;

/** Noise, and rare but legal HTTP. */
export const httpVariants: readonly Variant[] = [
  {
    id: 'listing-breaks-off-once',
    summary: 'breaks the first listing off in the middle',
    behaviour: breakingOffOnce,
  },
  {
    id: 'idle-connections-408',
    summary: 'ends connections that are idle for 100 ms with an unsolicited 408',
    behaviour: endingIdle(100, requestTimeout),
  },
  {
    id: 'idle-connections-closed',
    summary: 'ends connections that are idle for 100 ms, unannounced',
    behaviour: endingIdle(100, ''),
  },
  {
    id: 'unasked-continue',
    summary: 'sends an unsolicited 100 Continue before each response',
    behaviour: ({ send }) => ({
      send: (reply, call) => {
        call.response.writeContinue();
        return send(reply, call);
      },
    }),
  },
  {
    id: 'tabs-around-values',
    summary: 'sends header fields with tabs before and after the value',
    behaviour: sendingRaw(
      always,
      respelled((head) => head.replaceAll(/^([A-Za-z-]+): (.*)\r$/gm, '$1:\t$2\t\r')),
    ),
  },
  {
    id: 'space-after-length',
    summary: 'sends a space after the value of Content-Length',
    behaviour: sendingRaw(
      hasBody,
      respelled((head) => head.replace(/(Content-Length: \d+)/, '$1 ')),
    ),
  },
  {
    id: 'space-after-coding',
    summary: 'sends a space and a tab after the value of Transfer-Encoding',
    behaviour: sendingRaw(hasBody, chunkedAfter('Transfer-Encoding: chunked \t')),
  },
  {
    id: 'comma-after-coding',
    summary: 'ends the list of Transfer-Encoding with a comma (RFC 9110 §5.6.1)',
    behaviour: sendingRaw(hasBody, chunkedAfter('Transfer-Encoding: chunked,')),
  },
  {
    id: 'gzip-transfer-coding',
    summary: 'compresses bodies with gzip as a transfer coding',
    behaviour: sendingRaw(hasBody, (reply) =>
      chunkedAfter('Transfer-Encoding: gzip, chunked')(withBody(reply, gzipSync(reply.body ?? ''))),
    ),
  },
];

/** Connections that end where a probe would continue. */
export const endingVariants: readonly Variant[] = [401, 204].map((status) => ({
  id: `closes-after-${status}`,
  summary: `closes the connection after each ${status}`,
  behaviour: onStatus(status, (reply) => withHeader(reply, 'Connection', 'close')),
}));

/** Servers with one thread. */
export const singleThreadVariants: readonly Variant[] = [
  {
    id: 'one-request-at-a-time',
    summary: 'serves one connection at a time, and closes it after the response',
    behaviour: (reference) => ({
      ...finishing((reply) => withHeader(reply, 'Connection', 'close'))(reference),
      configure: (server) => oneConnectionAtATime(server),
    }),
  },
];
