import type { Socket } from 'node:net';
import { cert, onRequestHead, pem, tcpTarget, tlsTarget } from '../../http/target.js';
import { endless, group, type Place, type Row, SHORT_MS } from '../row.js';

const expired = pem('expired.cert');

/** @param ca the authority that is trusted */
const secure = async (shown: string, ca: string | undefined, host = 'localhost'): Promise<Place> => ({
  baseUrl: (await tlsTarget({ cert: shown })).replace('localhost', host),
  options: { tls: ca === undefined ? {} : { ca } },
});

const says = (text: string) => (socket: Socket) => void socket.end(text);

const place = (id: string, does: string, start: () => Promise<Place>, timeoutMs?: number): Row => ({
  ...{ id, does, start },
  ...(timeoutMs && { timeoutMs }),
});

/** Takes the first bytes of the handshake, and answers with these. */
const answers = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text));

const spoken = (id: string, does: string, onConnect: (socket: Socket) => void, timeoutMs?: number): Row =>
  place(`tls-${id}`, does, async () => ({ baseUrl: `https://${await tcpTarget(onConnect)}/v1` }), timeoutMs);

/** Records of a handshake, without an end. */
const records = endless('', '\x16\x03\x01\x00\x01\x00');

export const tls = group('TLS', 3_000, [
  place('tls-self-signed', 'shows a certificate that nobody trusts', () => secure(cert, undefined)),
  place('tls-expired', 'shows a trusted certificate that has expired', () => secure(expired, expired)),
  place('tls-other-name', 'shows a trusted certificate for another host name', () => secure(cert, cert, '127.0.0.1')),
  spoken('plain-port', 'speaks plain HTTP on a port for https', answers('HTTP/1.1 400 Bad Request\r\n\r\n')),
  spoken('garbage', 'answers the handshake with zeros', answers('\0'.repeat(999))),
  spoken('closes', 'closes in the middle of the handshake', (socket) => socket.once('data', () => socket.destroy())),
  spoken('silent', 'never answers the handshake', () => undefined, SHORT_MS),
  spoken('endless', 'answers the handshake with records without an end', records, SHORT_MS),
]);

/** A run through the proxy at this address; the target does not exist. */
const through = (scheme: 'http' | 'https', address: string): Place => ({
  baseUrl: `${scheme}://target.test/v1`,
  options: { proxies: { http: `http://user:secret@${address}` } },
});

/** Where nobody listens. */
const NOBODY = '127.0.0.1:1';

/** The proxy answers each request so. */
const proxied = (scheme: 'http' | 'https', answer: (socket: Socket) => void) => async () =>
  through(scheme, await tcpTarget((socket) => onRequestHead(socket, answer)));

const tunnel = (id: string, does: string, answer: (socket: Socket) => void, timeoutMs?: number): Row =>
  place(`tunnel-${id}`, `is behind a proxy ${does}`, proxied('https', answer), timeoutMs);

const refusal = says('HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n');

export const proxies = group('Proxies', 3_000, [
  place('nobody-listens', 'does not exist', async () => ({ baseUrl: `http://${NOBODY}/v1` })),
  place('proxy-dead', 'is behind a proxy that does not exist', async () => through('http', NOBODY)),
  place('tunnel-dead', 'is behind a proxy for https that does not exist', async () => through('https', NOBODY)),
  place('proxy-407', 'is behind a proxy that asks for a password', proxied('http', refusal)),
  tunnel('407', 'for https that asks for a password', refusal),
  tunnel('502', 'for https that does not reach it', says('HTTP/1.1 502 Bad Gateway\r\n\r\n')),
  tunnel('closes', 'that closes instead of opening a tunnel', (socket) => socket.destroy()),
  tunnel('garbage', 'that answers with something else than HTTP', says('220 hello\r\n\r\n')),
  tunnel('endless', 'whose answer never ends', endless('HTTP/1.1 200 ', 'x')),
  tunnel('silent', 'that never answers', () => undefined, SHORT_MS),
  tunnel('to-nothing', 'that opens a tunnel and closes it', says('HTTP/1.1 200 OK\r\n\r\n')),
]);
