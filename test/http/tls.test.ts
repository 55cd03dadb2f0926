import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { TlsOptions } from '../../runner/http/connect.js';
import { closeAll, del, failureOf, get, kept, listen, liveTransport, responseTo, send } from './target.js';

afterEach(closeAll);

const cert = readFileSync(new URL('localhost.cert.pem', import.meta.url), 'utf8');
const key = readFileSync(new URL('localhost.key.pem', import.meta.url), 'utf8');
const requests = [get(), del(), kept(get())];

/** The certificate is for `localhost` alone, signed by itself. */
const tlsTarget = async (options: { requestCert?: boolean } = {}): Promise<string> => {
  const server = createServer({ cert, key, ca: cert, rejectUnauthorized: true, ...options }, (_request, response) =>
    response.end('[]'),
  );
  return `https://${(await listen(server)).replace('127.0.0.1', 'localhost')}/v1`;
};

const failuresOf = async (baseUrl: string, tls?: TlsOptions): Promise<{ kind: string; message: string }[]> => {
  const transport = liveTransport(baseUrl, tls === undefined ? {} : { tls });
  return Promise.all(requests.map(async (request) => failureOf(await send(transport, request))));
};

const statusesOf = async (baseUrl: string, tls: TlsOptions): Promise<number[]> => {
  const transport = liveTransport(baseUrl, { tls });
  return Promise.all(requests.map(async (request) => (await responseTo(transport, request)).status));
};

describe('over TLS', () => {
  test('a certificate that nobody trusts is a failure that names the remedies', async () => {
    const baseUrl = await tlsTarget();
    const failure = {
      kind: 'tls',
      message: `The TLS handshake with ${new URL(baseUrl).origin} failed: no authority that is trusted here signed the certificate (DEPTH_ZERO_SELF_SIGNED_CERT). Name the authority's certificate with --ca, or switch the check off with --insecure.`,
      sent: false,
    };
    expect(await failuresOf(baseUrl)).toEqual([failure, failure, failure]);
  });

  test('a certificate is accepted where its authority is named, or the check is switched off', async () => {
    const baseUrl = await tlsTarget();
    expect(await statusesOf(baseUrl, { ca: cert })).toEqual([200, 200, 200]);
    expect(await statusesOf(baseUrl, { insecure: true })).toEqual([200, 200, 200]);
  });

  test('a certificate for another host name is a failure', async () => {
    const baseUrl = (await tlsTarget()).replace('localhost', '127.0.0.1');
    const failures = await failuresOf(baseUrl, { ca: cert });
    for (const { kind, message } of failures) {
      expect(kind).toBe('tls');
      expect(message).toContain('the certificate is for another host name (ERR_TLS_CERT_ALTNAME_INVALID)');
    }
  });

  test('a client certificate is shown where it is given, and its lack is a failure', async () => {
    const baseUrl = await tlsTarget({ requestCert: true });
    expect(await statusesOf(baseUrl, { ca: cert, cert, key })).toEqual([200, 200, 200]);
    for (const { kind, message } of await failuresOf(baseUrl, { ca: cert })) {
      expect(['tls', 'reset']).toContain(kind);
      expect(message).toMatch(/--cert(,| and) --key/);
    }
  });

  test('a port that does not speak TLS is a failure that asks for http', async () => {
    const baseUrl = `https://${await listen(createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))}/v1`;
    for (const { kind, message } of await failuresOf(baseUrl)) {
      expect([kind, message]).toEqual(['tls', expect.stringMatching(/does not speak TLS|closed in the middle/)]);
    }
  });

  test('a peer that closes in the middle of the handshake is a failure', async () => {
    const baseUrl = `https://${await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy())))}/v1`;
    for (const { kind, message } of await failuresOf(baseUrl)) {
      expect([kind, message]).toEqual(['tls', expect.stringContaining('(ECONNRESET)')]);
    }
  });

  test('a handshake that does not end is a timeout of connecting', async () => {
    const baseUrl = `https://${await listen(createTcpServer(() => undefined))}/v1`;
    const transport = liveTransport(baseUrl, { timeoutMs: 60 });
    for (const request of requests) {
      const { kind, message } = failureOf(await send(transport, request));
      expect([kind, message]).toEqual(['timeout', expect.stringMatching(/^Connecting to .* took longer than 60 ms\./)]);
    }
  });
});
