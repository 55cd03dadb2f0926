import { setTimeout as delay } from 'node:timers/promises';
import { finishing } from '../changes.js';
import { type Reply, withHeader } from '../reply.js';
import { type Behaviour, framedHeaders, type Http } from '../steps.js';
import type { Variant } from '../variant.js';
import { framed, headText, type Piece, sendingRaw } from '../wire.js';

const hasBody = (reply: Reply): reply is Reply & { body: Uint8Array } => reply.body !== undefined;
const always = (): boolean => true;

/** Sends an interim response of `node:http` before anything else. */
const interim =
  (announce: (http: Http) => void): Behaviour =>
  ({ send }) => ({
    send: (reply, call) => {
      announce(call);
      return send(reply, call);
    },
  });

const chunked =
  (size: number): Behaviour =>
  ({ send }) => ({
    send: async (reply, call) => {
      if (!hasBody(reply)) return send(reply, call);
      call.response.writeHead(reply.status, reply.headers.flat());
      for (let at = 0; at < reply.body.byteLength; at += size) {
        call.response.write(reply.body.subarray(at, at + size));
        if (at % (8 * size) === 0) await delay(0, undefined, { ref: false });
      }
      call.response.end();
    },
  });

const chunkText = (body: Uint8Array): string =>
  `${body.byteLength.toString(16).toUpperCase().padStart(6, '0')};a="b"\r\n`;

const chunkedWithTrailer = (reply: Reply): readonly Piece[] => [
  headText({ ...reply, headers: [...reply.headers, ['Transfer-Encoding', 'chunked'], ['Connection', 'close']] }),
  ...(hasBody(reply) ? [chunkText(reply.body), reply.body, '\r\n0\r\nX-Checksum: 1\r\n\r\n'] : []),
];

/** The message in pieces of a few bytes, each in its own TCP segment if the system allows it. */
const inPieces = (reply: Reply): readonly Piece[] => {
  const whole = framed(reply);
  const message = Buffer.concat([Buffer.from(headText(whole)), whole.body ?? Buffer.alloc(0)]);
  const size = Math.max(7, Math.ceil(message.byteLength / 40));
  const count = Math.ceil(message.byteLength / size);
  return Array.from({ length: count }, (_, n) => [message.subarray(n * size, (n + 1) * size), { pauseMs: 0 }]).flat();
};

const untilClose =
  (version: string) =>
  (reply: Reply): readonly Piece[] => [headText(withHeader(reply, 'Connection', 'close'), version), reply.body ?? ''];

const respelledHead =
  (respell: (head: string) => string) =>
  (reply: Reply): readonly Piece[] => [respell(headText(framed(reply))), reply.body ?? ''];

export const framingVariants: readonly Variant[] = [
  { id: 'chunked', summary: 'sends bodies in chunks', behaviour: chunked(64) },
  { id: 'tiny-chunks', summary: 'sends bodies in chunks of 3 bytes', behaviour: chunked(3) },
  {
    id: 'chunk-extensions',
    summary: 'sends bodies in a chunk with an extension, and a trailer field',
    behaviour: sendingRaw(hasBody, chunkedWithTrailer),
  },
  {
    id: 'tiny-writes',
    summary: 'writes each response to the network in small pieces',
    behaviour: sendingRaw(always, inPieces),
  },
  {
    id: 'until-close',
    summary: 'ends a body by closing the connection',
    behaviour: sendingRaw(hasBody, untilClose('HTTP/1.1')),
  },
  { id: 'http-1.0', summary: 'answers as an HTTP/1.0 server', behaviour: sendingRaw(hasBody, untilClose('HTTP/1.0')) },
  {
    id: 'no-reason-phrase',
    summary: 'sends no reason phrase',
    behaviour: sendingRaw(
      always,
      respelledHead((head) => head.replace(/^(HTTP\/1.1 \d+ )[^\r]*/, '$1')),
    ),
  },
  {
    id: 'another-reason-phrase',
    summary: 'sends a reason phrase of its own',
    behaviour: sendingRaw(
      always,
      respelledHead((head) => head.replace(/^(HTTP\/1.1 \d+ )[^\r]*/, '$1As You Like It')),
    ),
  },
  {
    id: 'white-space-in-fields',
    summary: 'sends header fields with no space, several spaces or tabs around the value',
    behaviour: sendingRaw(
      always,
      respelledHead((head) =>
        head.replace('Content-Type: ', 'Content-Type:').replace(/(Content-Length:) (\d+)/, '$1 \t$2  '),
      ),
    ),
  },
  {
    id: 'connection-close',
    summary: 'closes the connection after each response',
    behaviour: finishing((reply) => withHeader(reply, 'Connection', 'close')),
  },
  {
    id: 'unkept-promise',
    summary: 'says that it keeps each connection, and ends it with the response',
    behaviour: sendingRaw(always, (reply) => [
      headText(withHeader(framed(reply), 'Connection', 'keep-alive')),
      reply.body ?? '',
    ]),
  },
  {
    id: 'short-keep-alive',
    summary: 'keeps idle connections for one second',
    behaviour: () => ({ configure: (server) => Object.assign(server, { keepAliveTimeout: 1_000 }) }),
  },
  {
    id: 'early-hints',
    summary: 'sends 103 Early Hints before each response',
    behaviour: interim(({ response }) => response.writeEarlyHints({ link: '</v1/store/pets>; rel=preload; as=fetch' })),
  },
  {
    id: 'processing',
    summary: 'sends 102 Processing before each response',
    behaviour: interim(({ response }) => response.writeProcessing()),
  },
  {
    id: 'no-date',
    summary: 'sends no Date',
    behaviour: ({ send }) => ({
      send: (reply, call) => {
        call.response.sendDate = false;
        return send(reply, call);
      },
    }),
  },
  {
    id: 'head-and-body-apart',
    summary: 'sends the head of a response 10 ms before its body',
    behaviour: ({ send }) => ({
      send: async (reply, call) => {
        if (!hasBody(reply)) return send(reply, call);
        call.response.writeHead(reply.status, framedHeaders(reply).flat());
        call.response.flushHeaders();
        await delay(10, undefined, { ref: false });
        call.response.end(reply.body);
      },
    }),
  },
];
