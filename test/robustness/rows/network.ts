import type { Socket } from 'node:net';
import { cert, onRequestHead, pem, tcpTarget, tlsTarget } from '../../http/target.js';
import { endless, type Group, type Kind, type Place, type Row, SHORT_MS, type Start } from '../row.js';

const expired = pem('expired.cert');

/** @param ca the authority that is trusted */
const secure = async (shown: string, ca: string | undefined, host = 'localhost'): Promise<Place> => ({
  baseUrl: (await tlsTarget({ cert: shown })).replace('localhost', host),
  options: { tls: ca === undefined ? {} : { ca } },
});

const says = (text: string) => (socket: Socket) => void socket.end(text);

/** What never ends runs into a short limit. */
const place = (id: string, does: string, expected: Kind, start: Start): Row => ({
  ...{ id, does, expected, start },
  ...(expected === 'timeout' && { timeoutMs: SHORT_MS }),
});

const spoken = (id: string, does: string, onConnect: (socket: Socket) => void, expected: Kind = 'tls'): Row =>
  place(`tls-${id}`, does, expected, async () => ({ baseUrl: `https://${await tcpTarget(onConnect)}/v1` }));

export const tls: Group = {
  title: 'TLS',
  withinMs: 3_000,
  rows: [
    place('tls-self-signed', 'shows a certificate that nobody trusts', 'tls', () => secure(cert, undefined)),
    place('tls-expired', 'shows a trusted certificate that has expired', 'tls', () => secure(expired, expired)),
    place('tls-other-name', 'shows a trusted certificate for another host name', 'tls', () =>
      secure(cert, cert, '127.0.0.1'),
    ),
    spoken('plain-port', 'speaks plain HTTP on a port for https', says('HTTP/1.1 400 Bad Request\r\n\r\n')),
    spoken('garbage', 'answers the handshake with zeros', says('\0'.repeat(999))),
    spoken('closes', 'closes in the middle of the handshake', (socket) => socket.once('data', () => socket.destroy())),
    spoken('silent', 'never answers the handshake', () => undefined, 'timeout'),
    spoken(
      'endless',
      'answers the handshake with records without an end',
      endless('', '\x16\x03\x01\x00\x01\x00'),
      'timeout',
    ),
  ],
};

/** A run through a proxy that answers each request so; the target does not exist. */
const through =
  (scheme: 'http' | 'https', answer: (socket: Socket) => void): Start =>
  async () => {
    const address = `http://user:secret@${await tcpTarget((socket) => onRequestHead(socket, answer))}`;
    return {
      baseUrl: `${scheme}://target.test/v1`,
      options: { proxies: { http: address, https: address } },
    };
  };

/** Nobody listens on port 1. */
const dead = async (scheme: string): Promise<Place> => ({
  baseUrl: `${scheme}://target.test/v1`,
  options: { proxies: { http: 'http://127.0.0.1:1', https: 'http://127.0.0.1:1' } },
});

const tunnel = (id: string, does: string, expected: Kind, answer: (socket: Socket) => void): Row =>
  place(`tunnel-${id}`, `is behind a proxy ${does}`, expected, through('https', answer));

export const proxies: Group = {
  title: 'Proxies',
  withinMs: 3_000,
  rows: [
    place('nobody-listens', 'does not exist', 'connect', async () => ({ baseUrl: 'http://127.0.0.1:1/v1' })),
    place('proxy-dead', 'is behind a proxy that does not exist', 'connect', () => dead('http')),
    place('tunnel-dead', 'is behind a proxy for https that does not exist', 'connect', () => dead('https')),
    place(
      'proxy-407',
      'is behind a proxy that asks for a password',
      'connect',
      through('http', says('HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n')),
    ),
    tunnel('407', 'for https that asks for a password', 'connect', says('HTTP/1.1 407 Who are you\r\n\r\n')),
    tunnel('502', 'for https that does not reach it', 'connect', says('HTTP/1.1 502 Bad Gateway\r\n\r\n')),
    tunnel('closes', 'that closes instead of opening a tunnel', 'connect', (socket) => socket.destroy()),
    tunnel('garbage', 'that answers with something else than HTTP', 'protocol', says('220 hello\r\n\r\n')),
    tunnel('endless', 'whose answer never ends', 'too-large', endless('HTTP/1.1 200 ', 'x')),
    tunnel('silent', 'that never answers', 'timeout', () => undefined),
    tunnel('to-nothing', 'that opens a tunnel and closes it', 'tls', says('HTTP/1.1 200 OK\r\n\r\n')),
  ],
};
