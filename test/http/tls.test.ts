import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { TlsOptions } from '../../runner/http/connect.js';
import {
  cert,
  closeAll,
  del,
  failureOf,
  get,
  kept,
  key,
  liveTransport,
  responseTo,
  send,
  tcpTarget,
  tlsTarget,
} from './target.js';

afterEach(closeAll);

const requests = [get(), del(), kept(get())];

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
    const baseUrl = await tlsTarget({ ca: cert, requestCert: true, rejectUnauthorized: true });
    expect(await statusesOf(baseUrl, { ca: cert, cert, key })).toEqual([200, 200, 200]);
    for (const { kind, message } of await failuresOf(baseUrl, { ca: cert })) {
      expect(['tls', 'reset']).toContain(kind);
      expect(message).toMatch(/--cert(,| and) --key/);
    }
  });

  test.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'does not speak TLS: a failure that asks for http',
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      /does not speak TLS|closed in the middle/,
    ],
    [
      'closes in the middle of the handshake',
      (socket) => socket.once('data', () => socket.destroy()),
      /\(ECONNRESET\)/,
    ],
  ])('a port that %s', async (_what, onConnect, said) => {
    for (const failure of await failuresOf(`https://${await tcpTarget(onConnect)}/v1`)) {
      expect(failure).toMatchObject({ kind: 'tls', message: expect.stringMatching(said) });
    }
  });

  test('a handshake that does not end is a timeout of connecting', async () => {
    const baseUrl = `https://${await tcpTarget(() => undefined)}/v1`;
    const transport = liveTransport(baseUrl, { timeoutMs: 60 });
    for (const request of requests) {
      const { kind, message } = failureOf(await send(transport, request));
      expect([kind, message]).toEqual(['timeout', expect.stringMatching(/^Connecting to .* took longer than 60 ms\./)]);
    }
  });
});
