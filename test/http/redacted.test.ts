import { describe, expect, test } from 'vitest';
import { asSent, readBody } from '../../runner/evidence/body.js';
import { bodyDigest, HEAD_BYTES, type ResponseRecord, responseOf } from '../../runner/evidence/exchange.js';
import { redacted } from '../../runner/http/redacted.js';
import type { BodySink, OutgoingRequest, Transport } from '../../runner/http/transport.js';
import { ListingReader } from '../../runner/listing/index.js';
import { ApiKey } from '../../runner/secrets/api-key.js';
import { Secrets } from '../../runner/secrets/secret.js';
import { requestOf } from '../engine/made-up.js';

const KEY = 'sk-live-0123456789abcdef';

const request: OutgoingRequest = { request: requestOf('listing/before'), method: 'GET', path: '/store/orders' };

/** A transport whose target sends this body, in pieces of that size to a sink. */
function sending(text: string, differs: object = {}, pieces = 7): Transport {
  const bytes = Buffer.from(text);
  return {
    send: async (_request, _signal, sink) => {
      for (let at = 0; at < bytes.length; at += pieces) sink?.write(bytes.subarray(at, at + pieces));
      sink?.end(true);
      const head = sink ? bytes.subarray(0, HEAD_BYTES) : bytes;
      const { length } = bytes;
      const body = { length, head, whole: head.length === length, digest: bodyDigest(1), codings: [] };
      const response: ResponseRecord = {
        status: 200,
        reason: `OK ${KEY}`,
        headers: [['X-Echo', `Bearer ${KEY}`]],
        body: { ...body, end: 'complete' },
        ...differs,
      };
      return {
        request: request.request,
        sent: { method: 'GET', url: 'http://target/', headers: [] },
        outcome: { kind: 'response', response },
        startedAt: '2026-01-01T00:00:00.000Z',
        durationMs: 1,
      };
    },
    close: async () => undefined,
  };
}

const send = (transport: Transport, sink?: BodySink, key = KEY) =>
  redacted(transport, new Secrets([new ApiKey(key)])).send(request, new AbortController().signal, sink);

describe('what comes from a transport', () => {
  test('holds no secret: reason, headers, body, bytes after it; length and digest are those of what was sent', async () => {
    const body = `{"message":"${KEY} is wrong"}`;
    const exchange = await send(sending(body, { stray: Buffer.from(KEY) }));
    expect(exchange.redacted).toBe(true);
    expect(responseOf(exchange)).toEqual({
      status: 200,
      reason: 'OK [redacted]',
      headers: [['X-Echo', 'Bearer [redacted]']],
      stray: Buffer.from('[redacted]'),
      body: {
        length: body.length,
        head: Buffer.from('{"message":"[redacted] is wrong"}'),
        whole: true,
        digest: bodyDigest(1),
        codings: [],
        end: 'complete',
      },
    });
  });

  test('is as it was where no secret is in it', async () => {
    const exchange = await send(sending('{}', { reason: 'OK', headers: [] }));
    expect([exchange.redacted, responseOf(exchange)?.body.head]).toEqual([undefined, Buffer.from('{}')]);
  });

  test.each([1, 7, 24, 1000])('holds none in a listing that comes in pieces of %i bytes', async (pieces) => {
    const reader = new ListingReader({ use: 'elements', ask: [1n] });
    const exchange = await send(sending(`[{"id":1,"note":"${KEY}","petId":"${KEY}"},{"id":2}]`, {}, pieces), reader);
    const reading = await reader.reading();
    expect([reading.count, reading.elements.get(1n)]).toEqual([2, '{"id":1,"note":"[redacted]","petId":"[redacted]"}']);
    expect(reading.deviations[0]?.examples[0]?.actual).toBe('"[redacted]"');
    expect(String(responseOf(exchange)?.body.head)).toContain('"note":"[redacted]"');
    expect(exchange.redacted).toBe(true);
  });

  test.each([
    ['a key', KEY],
    ['a key in Base64', Buffer.from(`user:${KEY}:`).toString('base64')],
    ['the start of a key', KEY.slice(0, -1)],
    ['no key', 'nothing'],
  ])('does not depend on where %s is cut', async (_what, written) => {
    const text = `${'"note":"\u00ff",'.repeat(20)}«${written}»${'"note":"\u00ff",'.repeat(20)}`;
    const whole = new Secrets([new ApiKey(KEY)]).redactBytes(Buffer.from(text));
    for (let pieces = 1; pieces < 2 * written.length + 20; pieces++) {
      const chunks: Uint8Array[] = [];
      const sink = { write: (chunk: Uint8Array) => chunks.push(chunk) > 0, end: () => undefined };
      await send(sending(text, {}, pieces), sink);
      expect(Buffer.concat(chunks).equals(whole)).toBe(true);
    }
  });

  test('holds none in what came after a 204 either', async () => {
    const inner = sending('', { status: 204, stray: Buffer.from(`HTTP/1.1 200 ${KEY}`) });
    const late: Transport = {
      ...inner,
      send: async (...about) => ({ ...(await sending('').send(...about)), settled: inner.send(...about) }),
    };
    const { settled } = await send(late);
    const whole = settled && responseOf(await settled);
    expect(String(whole?.stray)).toBe('HTTP/1.1 200 [redacted]');
  });

  test('holds none in an error of the suite', async () => {
    const failing: Transport = { send: () => Promise.reject(new Error(`lost ${KEY}`)), close: async () => undefined };
    await expect(send(failing)).rejects.toThrow(/^lost \[redacted\]$/);
  });
});

describe('the digits of a key in a number', () => {
  const DIGITS = '12345678';

  test('leave a listing that cannot be read, not one that is not JSON', async () => {
    const reader = new ListingReader({ use: 'elements', ask: [] });
    await send(sending(`[{"id":9${DIGITS}0}]`), reader, DIGITS);
    const { problem, unread } = asSent(await reader.reading());
    expect([problem, unread]).toEqual([undefined, expect.stringContaining('contains the digits of the API key')]);
  });

  test('leave an Error that cannot be read, but nothing else of what is not JSON', async () => {
    const kindOf = async (body: string) => {
      const response = responseOf(await send(sending(body), undefined, DIGITS));
      return response && readBody(response).kind;
    };
    expect(await kindOf(`{"status":${DIGITS}}`)).toBe('unread');
    expect(await kindOf(`{"code":"${DIGITS}"}`)).toBe('value');
    expect(await kindOf(`<p>${DIGITS}</p>`)).toBe('problem');
  });
});
