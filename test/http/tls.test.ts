import { createSecureServer } from 'node:http2';
import { afterEach, expect, test } from 'vitest';
import type { TlsOptions } from '../../runner/http/connect.js';
import {
  cert,
  closeAll,
  failureOf,
  get,
  key,
  listen,
  liveTransport,
  pem,
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

test('a server that leaves out an intermediate certificate is asked for its chain, and one that sends it is accepted', async () => {
  const [root, intermediate, issued] = [pem('root.cert'), pem('intermediate.cert'), pem('issued.cert')];
  const incomplete = await tlsTarget({ cert: issued });
  const { message } = failureOf(await send(liveTransport(incomplete, { tls: { ca: root } }), get()));
  expect(message).toMatch(
    /: the certificate of the authority that signed the server's certificate is missing \(\w+\)\. If it is an intermediate one, let the server send its whole chain; else name the authority's certificate with --ca, /,
  );
  expect(await statusOf(await tlsTarget({ cert: issued + intermediate }), { ca: root })).toBe(200);
});

test('a server of HTTP/2 alone is named as one, also with TLS', async () => {
  const secure = createSecureServer({ cert, key });
  const port = (await listen(secure)).replace('127.0.0.1', 'localhost');
  const withTls = await send(liveTransport(`https://${port}/v1`, { tls: { ca: cert } }), get());
  expect(failureOf(withTls).message).toMatch(
    /: it offers no HTTP\/1\.1 \(ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL\)\. The suite speaks HTTP\/1\.1, .* HTTP\/2 alone/,
  );
});
