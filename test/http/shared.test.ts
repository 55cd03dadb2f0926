import { expect, test } from 'vitest';
import type { ResponseRecord } from '../../runner/evidence/exchange.js';
import { Shared } from '../../runner/http/shared.js';

const response = (text: string, more: Partial<ResponseRecord['body']> = {}): ResponseRecord => {
  const head = Buffer.from(text);
  return {
    status: 401,
    reason: 'Unauthorized',
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Text', text],
    ],
    body: { length: head.length, head, whole: true, codings: [], end: 'complete', ...more },
  };
};

test('equal bodies and header fields are kept once, and say what they said', () => {
  const shared = new Shared();
  const [first, second, other] = [response('one'), response('one'), response('two')].map((each) =>
    shared.response(each),
  );
  expect([first, second, other]).toEqual([response('one'), response('one'), response('two')]);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers[1]).toBe(first?.headers[1]);
  expect(other?.headers[0]).toBe(first?.headers[0]);
  expect(first?.body.head.buffer.byteLength).toBe(3);
});

test('bodies with the same bytes that ended otherwise stay apart', () => {
  const shared = new Shared();
  const others = [{ end: 'truncated' }, { whole: false }, { length: 9 }, { codings: ['gzip'] }] as const;
  const all = [{}, ...others].map((more) => shared.response(response('one', more)).body);
  expect(new Set(all).size).toBe(5);
  expect(all[4]).toEqual(response('one', { codings: ['gzip'] }).body);
});

test('a long body, and a long field, are left as they came', () => {
  const shared = new Shared();
  const long = response('x'.repeat(5000));
  expect(shared.response(long).body).toBe(long.body);
  expect(shared.response(long).headers[1]).toBe(long.headers[1]);
});

test('of responses that all differ, no more than a thousand are remembered', () => {
  const shared = new Shared();
  const [first] = Array.from({ length: 1001 }, (_, at) => shared.response(response(String(at))));
  const again = shared.response(response('0'));
  expect(again).toEqual(first);
  expect(again.body).not.toBe(first?.body);
});
