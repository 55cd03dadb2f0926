import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Reply, withBody, withHeader } from './reply.js';
import { type Behaviour, type Call, framedHeaders, type Http, type Steps } from './steps.js';

export type Piece = string | Uint8Array | { readonly pauseMs: number };

/**
 * Writes bytes to the socket that `node:http` would refuse or correct, and ends the connection: the HTTP server has not
 * seen the response, so it cannot continue.
 */
export const sendRaw = async ({ response }: Pick<Http, 'response'>, pieces: readonly Piece[]): Promise<void> => {
  const { socket } = response;
  if (socket === null) return; // the client went away
  socket.setNoDelay(true);
  for (const piece of pieces) {
    if (typeof piece === 'object' && 'pauseMs' in piece) await delay(piece.pauseMs, undefined, { ref: false });
    else socket.write(piece);
  }
  socket.end();
};

export const headText = (reply: Reply, version = 'HTTP/1.1'): string => {
  const fields = reply.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${version} ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${fields}\r\n`;
};

/** Adds the length of the body and `Connection: close`. */
export const framed = (reply: Reply): Reply =>
  withHeader({ ...reply, headers: framedHeaders(reply) }, 'Connection', 'close');

/** Sends some replies in pieces, bypassing `node:http`, and the others like the reference. */
export const sendingRaw =
  (wanted: (reply: Reply, call: Call) => boolean, pieces: (reply: Reply) => readonly Piece[]): Behaviour =>
  ({ send }: Steps) => ({
    send: (reply, call) => (wanted(reply, call) ? sendRaw(call, pieces(reply)) : send(reply, call)),
  });

/** Writes to the socket after some responses, bypassing HTTP. */
export const writingAfter =
  (wanted: (reply: Reply, call: Call) => boolean, bytes: string): Behaviour =>
  ({ send }) => ({
    send: (reply, call) => {
      const { socket } = call.request;
      if (wanted(reply, call)) call.response.once('finish', () => socket.write(bytes));
      return send(reply, call);
    },
  });

/** Writes to the socket just before a response, if one of some responses came before it on the connection. */
export const writingBefore =
  (wanted: (reply: Reply, call: Call) => boolean, bytes: string): Behaviour =>
  ({ send }) => {
    const due = new WeakSet<Socket>();
    return {
      send: (reply, call) => {
        const { socket } = call.request;
        if (due.delete(socket)) socket.write(bytes);
        if (wanted(reply, call)) due.add(socket);
        return send(reply, call);
      },
    };
  };

/** Sends the body as one chunk, with this field at the end of the header. */
export const chunkedAfter =
  (field: string) =>
  (reply: Reply): readonly Piece[] => {
    const size = (reply.body?.byteLength ?? 0).toString(16);
    const head = headText(withHeader(reply, 'Connection', 'close')).replace(/\r\n\r\n$/, `\r\n${field}\r\n\r\n`);
    return [head, `${size}\r\n`, reply.body ?? '', '\r\n0\r\n\r\n'];
  };

/** Announces the whole length, sends half of the body, and closes the connection. */
export const cutOff = (wanted: (reply: Reply) => boolean): Behaviour =>
  sendingRaw(wanted, (reply) => {
    const body = reply.body ?? Buffer.alloc(0);
    return [headText(framed(reply)), body.subarray(0, body.byteLength / 2)];
  });

/** Half of the compressed body, announced as the whole. */
export const compressedHalf = (reply: Reply): Reply => {
  const compressed = gzipSync(reply.body ?? new Uint8Array());
  return withBody(withHeader(reply, 'Content-Encoding', 'gzip'), compressed.subarray(0, compressed.length / 2));
};
