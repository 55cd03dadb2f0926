import { afterEach, expect, test } from 'vitest';
import type { TlsOptions } from '../../runner/http/connect.js';
import {
  cert,
  closeAll,
  failureOf,
  get,
  httpTarget,
  key,
  liveTransport,
  rawTarget,
  responseTo,
  send,
  tlsTarget,
} from './target.js';

afterEach(closeAll);

const statusOf = async (baseUrl: string, tls: TlsOptions): Promise<number> =>
  (await responseTo(liveTransport(baseUrl, { tls }), get())).status;

test('a certificate is accepted where its authority is named, or the check is switched off', async () => {
  const baseUrl = await tlsTarget();
  expect(await statusOf(baseUrl, { ca: cert })).toBe(200);
  expect(await statusOf(baseUrl, { insecure: true })).toBe(200);
});

test('a client certificate is shown where it is given, and its lack is a failure', async () => {
  const baseUrl = await tlsTarget({ ca: cert, requestCert: true, rejectUnauthorized: true });
  expect(await statusOf(baseUrl, { ca: cert, cert, key })).toBe(200);
  const { kind, message } = failureOf(await send(liveTransport(baseUrl, { tls: { ca: cert } }), get()));
  expect(['tls', 'reset']).toContain(kind);
  expect(message).toMatch(/--cert(,| and) --key/);
});

const ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46]);

test.each<[what: string, baseUrl: () => Promise<string>, kind: string, says: RegExp]>([
  [
    'https to a port for plain HTTP',
    async () => (await httpTarget((_, response) => response.end())).replace('http:', 'https:'),
    'tls',
    / does not speak TLS \(ERR_SSL_\w+\)\. Should the base address begin with http:\/\/ instead\?$/,
  ],
  [
    'plain HTTP to a port for TLS that sends an alert',
    () => rawTarget((socket) => void socket.end(ALERT)),
    'tls',
    /^What answers there speaks TLS, not plain HTTP\. Should the base address begin with https:\/\/ instead\?$/,
  ],
])('%s is told as what it is', async (_what, baseUrl, kind, says) => {
  const failure = failureOf(await send(liveTransport(await baseUrl()), get()));
  expect(failure).toMatchObject({ kind, message: expect.stringMatching(says) });
});
