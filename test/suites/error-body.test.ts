import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf } from './evidence.js';

describe('cancel.unknown.zero-negative', () => {
  const ZERO = 'cancel-unknown-zero-negative/zero';
  const notFound = (body: string): Answered => ({ status: 404, headers: [['Content-Type', 'application/json']], body });
  const whole = notFound('{"code":"a","message":"b","status":404}');
  const without = notFound('{"code":"a","status":404}');
  const of = (zero: Answered, any: Answered) =>
    resultsOf('cancel.unknown.zero-negative', {
      sent: [
        { 'listing/before': listed([7n]) },
        { 'cancel-unknown-plain/cancel': whole, 'accept/unknown-any': any },
        { [ZERO]: zero },
      ],
    });

  test.each([
    ['cancel-unknown-zero-negative/negative', 'a negative id that no order has'],
    ['cancel-witness/negated', "the negative of a pending order's id, which no order has,"],
  ])('is broken where %s gets 409', (id, words) => {
    const orders = { pending: [101n, 102n, 103n] };
    const sent = [{ 'listing/before': listed([101n, 102n, 103n]) }, { [id]: 409 }];
    const results = resultsOf('cancel.unknown.zero-negative', { orders, sent });
    expect(results).toMatchObject([{ message: `A cancel of ${words} must get 404.` }]);
  });

  test('is broken by an Error that lacks what those of other 404s have', () => {
    expect(of(without, whole)).toEqual([
      ['held', ZERO],
      {
        message: 'The `message` in the Error of a 404 is missing.',
        expected: 'this member: it is required',
        actual: '{"code":"a","status":404}',
        at: 'body /message',
        exchange: ZERO,
      },
    ]);
  });

  test('holds where one of those lacks it as well', () => {
    expect(of(without, without)).toEqual([['held', ZERO]]);
  });
});

test('an Error that is longer than what is kept of a body is open', () => {
  const refused = { status: 401, body: '{"code":"a', record: { whole: false, length: 2 ** 21 } };
  const sent = [{ 'listing/before': listed([7n]) }, { 'auth-list-missing/probe': refused }];
  expect(resultsOf('error.401.json', { sent })).toEqual([
    {
      unjudged: 'inconclusive',
      reason: 'The body is longer than what the suite keeps of it (1 MiB, and less once many were long).',
      scenario: 'auth-list-missing',
    },
  ]);
});
