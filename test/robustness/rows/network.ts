import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { listen, onRequestHead } from '../../http/target.js';
import { endless, type Group, type Place, SHORT_MS, type Start } from '../row.js';

const pem = (name: string): string => readFileSync(new URL(`../../http/${name}.pem`, import.meta.url), 'utf8');

const key = pem('localhost.key');
const cert = pem('localhost.cert');
const expired = pem('expired.cert');

/** @param ca the authority that is trusted */
const secure = async (shown: string, ca: string | undefined, host = 'localhost'): Promise<Place> => {
  const server = createHttpsServer({ cert: shown, key }, (_request, response) => response.end('[]'));
  const baseUrl = `https://${(await listen(server)).replace('127.0.0.1', host)}/v1`;
  return { baseUrl, options: { tls: ca === undefined ? {} : { ca } } };
};

/** A port that is spoken to in TLS. */
const insecure = async (onConnect: (socket: Socket) => void): Promise<Place> => ({
  baseUrl: `https://${await listen(createServer(onConnect))}/v1`,
});

export const tls: Group = {
  title: 'TLS',
  withinMs: 3_000,
  rows: [
    {
      id: 'tls-self-signed',
      does: 'shows a certificate that nobody trusts',
      expected: 'tls',
      start: () => secure(cert, undefined),
    },
    {
      id: 'tls-expired',
      does: 'shows a trusted certificate that has expired',
      expected: 'tls',
      start: () => secure(expired, expired),
    },
    {
      id: 'tls-other-name',
      does: 'shows a trusted certificate for another host name',
      expected: 'tls',
      start: () => secure(cert, cert, '127.0.0.1'),
    },
    {
      id: 'tls-plain-port',
      does: 'speaks plain HTTP on a port for https',
      expected: 'tls',
      start: () => insecure((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    },
    {
      id: 'tls-garbage',
      does: 'answers the handshake with zeros',
      expected: 'tls',
      start: () => insecure((socket) => socket.end(Buffer.alloc(999))),
    },
    {
      id: 'tls-closes',
      does: 'closes in the middle of the handshake',
      expected: 'tls',
      start: () => insecure((socket) => socket.once('data', () => socket.destroy())),
    },
    {
      id: 'tls-silent',
      does: 'never answers the handshake',
      expected: 'timeout',
      timeoutMs: SHORT_MS,
      start: () => insecure(() => undefined),
    },
    {
      id: 'tls-endless',
      does: 'answers the handshake with records without an end',
      expected: 'timeout',
      timeoutMs: SHORT_MS,
      start: () => insecure(endless('', '\x16\x03\x01\x00\x01\x00')),
    },
  ],
};

/** A run through a proxy that answers each request so; the target does not exist. */
const through =
  (scheme: 'http' | 'https', answer: (socket: Socket) => void): Start =>
  async () => {
    const proxy = await listen(createServer((socket) => onRequestHead(socket, answer)));
    const address = `http://user:secret@${proxy}`;
    return {
      baseUrl: `${scheme}://target.test/v1`,
      options: { proxies: { http: address, https: address } },
    };
  };

const says = (text: string) => (socket: Socket) => void socket.end(text);

/** Nobody listens on port 1. */
const dead = async (scheme: string): Promise<Place> => ({
  baseUrl: `${scheme}://target.test/v1`,
  options: { proxies: { http: 'http://127.0.0.1:1', https: 'http://127.0.0.1:1' } },
});

export const proxies: Group = {
  title: 'Proxies',
  withinMs: 3_000,
  rows: [
    {
      id: 'nobody-listens',
      does: 'does not exist',
      expected: 'connect',
      start: async () => ({ baseUrl: 'http://127.0.0.1:1/v1' }),
    },
    { id: 'proxy-dead', does: 'is behind a proxy that does not exist', expected: 'connect', start: () => dead('http') },
    {
      id: 'tunnel-dead',
      does: 'is behind a proxy for https that does not exist',
      expected: 'connect',
      start: () => dead('https'),
    },
    {
      id: 'proxy-407',
      does: 'is behind a proxy that asks for a password',
      expected: 'connect',
      start: through('http', says('HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n')),
    },
    {
      id: 'tunnel-407',
      does: 'is behind a proxy for https that asks for a password',
      expected: 'connect',
      start: through('https', says('HTTP/1.1 407 Who are you\r\n\r\n')),
    },
    {
      id: 'tunnel-502',
      does: 'is behind a proxy for https that does not reach it',
      expected: 'connect',
      start: through('https', says('HTTP/1.1 502 Bad Gateway\r\n\r\n')),
    },
    {
      id: 'tunnel-closes',
      does: 'is behind a proxy that closes instead of opening a tunnel',
      expected: 'connect',
      start: through('https', (socket) => socket.destroy()),
    },
    {
      id: 'tunnel-garbage',
      does: 'is behind a proxy that answers with something else than HTTP',
      expected: 'protocol',
      start: through('https', says('220 hello\r\n\r\n')),
    },
    {
      id: 'tunnel-endless',
      does: 'is behind a proxy whose answer never ends',
      expected: 'too-large',
      start: through('https', endless('HTTP/1.1 200 ', 'x')),
    },
    {
      id: 'tunnel-silent',
      does: 'is behind a proxy that never answers',
      expected: 'timeout',
      timeoutMs: SHORT_MS,
      start: through('https', () => undefined),
    },
    {
      id: 'tunnel-to-nothing',
      does: 'is behind a proxy that opens a tunnel and closes it',
      expected: 'tls',
      start: through('https', says('HTTP/1.1 200 OK\r\n\r\n')),
    },
  ],
};
