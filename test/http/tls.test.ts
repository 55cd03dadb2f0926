import { afterEach, expect, test } from 'vitest';
import type { TlsOptions } from '../../runner/http/connect.js';
import { cert, closeAll, failureOf, get, key, liveTransport, responseTo, send, tlsTarget } from './target.js';

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
