import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { LiveTransport } from '../../runner/http/live.js';
import { cert, onRequestHead, pem, tcpTarget, tlsTarget } from '../http/target.js';
import { bytesOf, endless, json } from './wire.js';

/** The address of a server, and the settings that a run needs for it. */
export interface Place {
  readonly baseUrl: string;
  readonly options?: Partial<LiveTransport['options']>;
}

/** The behaviour of a row that rows.yaml cannot express. */
interface InCode {
  readonly bytes?: Buffer;
  /** Answers the requests, which are counted from 0. */
  readonly answer?: (socket: Socket, request: number) => void;
  /** Called for each connection, before any request. */
  readonly onConnect?: (socket: Socket) => void;
  /** Starts anything else than a plain server. */
  readonly start?: () => Promise<Place>;
}

const early = json(Buffer.from('["early"]'));

/** More than the suite reads of a body that it does not need. */
const BOMB_BYTES = 66 * 1024 * 1024;

const fast = { level: 1 };

/** The same attacks in a smaller size. */
const smallBomb = Buffer.from(`[${' '.repeat(16 * 1024 * 1024)}]`);
const smallGzip = gzipSync(smallBomb, fast);

const two = bytesOf('{two}');

const coded = (coding: string, body: Buffer): InCode => ({ bytes: json(body, `Content-Encoding: ${coding}\r\n`) });

const many = (each: (index: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => each(index)).join();

const listing = (elements: string): InCode => ({ bytes: json(Buffer.from(`[${elements}]`)) });

/** Answers the requests in these ways in turn, then always in the last way. */
const inTurn = (...ways: readonly ((socket: Socket) => void)[]): InCode => ({
  answer: (socket, request) => ways[Math.min(request, ways.length - 1)]?.(socket),
});

const says = (text: string) => (socket: Socket) => void socket.end(bytesOf(text));
const answers = (socket: Socket): void => void socket.write(bytesOf('{whole}'));
const refuses = (socket: Socket): void => void socket.write('HTTP/1.1 401 \r\nContent-Length: 0\r\n\r\n');
const closes = (socket: Socket): void => void socket.destroy();
const isSilent = (): void => undefined;

const expired = pem('expired.cert');

/** @param ca the authority that is trusted */
const secure = (shown: string, ca?: string, host = 'localhost'): InCode => ({
  start: async () => ({
    baseUrl: (await tlsTarget({ cert: shown })).replace('localhost', host),
    options: { tls: ca === undefined ? {} : { ca } },
  }),
});

/** Accepts connections at an https address, and does this with each. */
const atHttps = (onConnect: (socket: Socket) => void): InCode => ({
  start: async () => ({ baseUrl: `https://${await tcpTarget(onConnect)}/v1` }),
});
const onHandshake = (act: (socket: Socket) => void): InCode =>
  atHttps((socket) => void socket.once('data', () => act(socket)));

/** An address where no server listens. */
const NOBODY = '127.0.0.1:1';

/** A run through the proxy at this address; the target does not exist. */
const through = (scheme: 'http' | 'https', address: () => Promise<string>): InCode => ({
  start: async () => ({
    baseUrl: `${scheme}://target.test/v1`,
    options: { proxies: { [scheme]: `http://user:secret@${await address()}` } },
  }),
});
const tunnel = (answer: (socket: Socket) => void, scheme: 'http' | 'https' = 'https'): InCode =>
  through(scheme, () => tcpTarget((socket) => onRequestHead(socket, answer)));
const wantsPassword = says('HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n');

/** Row id → its behaviour. */
export const inCode: Readonly<Record<string, InCode>> = {
  'closes-on-connect': { onConnect: closes },
  'early-response': { onConnect: (socket) => socket.write(early) },
  'early-response-only': { onConnect: (socket) => socket.end(early) },

  'bomb-gzip': coded('gzip', gzipSync(`[${' '.repeat(BOMB_BYTES)}]`, fast)),
  'bomb-deflate': coded('deflate', deflateSync(smallBomb, fast)),
  'bomb-deflate-raw': coded('deflate', deflateRawSync(smallBomb, fast)),
  'coding-br': coded('br', brotliCompressSync(two)),
  'bomb-gzip-gzip': coded('gzip, gzip', gzipSync(smallGzip)),
  'bomb-members': coded('gzip', Buffer.concat([smallGzip, smallGzip])),
  'bomb-not-json': coded('gzip', gzipSync(Buffer.alloc(BOMB_BYTES), fast)),
  'layers-1000': coded(Array(1_000).fill('gzip').join(), gzipSync(two)),
  'coding-unknown': coded('rot13', two),
  'coding-false': coded('gzip', two),

  'many-members': listing(`{${many((index) => `"m${index}":1`, 200_000)}}`),
  'many-orders': listing(many((id) => `{"id":${id}}`, 100_000)),

  'closed-on-reuse': inTurn(answers, closes, answers),
  'stops-after-one': inTurn(answers, closes),
  'key-refused-midway': inTurn(answers, refuses),
  'falls-silent': inTurn(answers, isSilent),

  'tls-self-signed': secure(cert),
  'tls-expired': secure(expired, expired),
  'tls-other-name': secure(cert, cert, '127.0.0.1'),
  'tls-plain-port': onHandshake(says('HTTP/1.1 400 Bad Request\r\n\r\n')),
  'tls-garbage': onHandshake(says('\0'.repeat(999))),
  'tls-closes': onHandshake(closes),
  'tls-silent': atHttps(isSilent),
  'tls-endless': atHttps(endless(Buffer.alloc(0), bytesOf('\x16\x03\x01\x00\x01\x00'))),

  'nobody-listens': { start: async () => ({ baseUrl: `http://${NOBODY}/v1` }) },
  'proxy-dead': through('http', async () => NOBODY),
  'tunnel-dead': through('https', async () => NOBODY),
  'proxy-407': tunnel(wantsPassword, 'http'),
  'tunnel-407': tunnel(wantsPassword),
  'tunnel-502': tunnel(says('HTTP/1.1 502 Bad Gateway\r\n\r\n')),
  'tunnel-closes': tunnel(closes),
  'tunnel-garbage': tunnel(says('220 hello\r\n\r\n')),
  'tunnel-endless': tunnel(endless(bytesOf('HTTP/1.1 200 '), Buffer.from('x'))),
  'tunnel-silent': tunnel(isSilent),
  'tunnel-to-nothing': tunnel(says('HTTP/1.1 200 OK\r\n\r\n')),
};
