import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf } from './evidence.js';

const PLAIN = 'cancel-unknown-plain/cancel';
const notFound = (body: string): Answered => ({
  status: 404,
  headers: [['Content-Type', 'application/json']],
  body,
});
const before = { 'listing/before': listed([7n]) };

test.each(['null', '"x"', '[]', '7'])('error.404.object is broken where the body is %s', (body) => {
  expect(resultsOf('error.404.object', { sent: [before, { [PLAIN]: notFound(body) }] })).toEqual([
    {
      message: 'The 404 has no Error body.',
      expected: 'a JSON object with code, message and status',
      actual: `status 404, body ${body}`,
      at: 'body',
      exchange: PLAIN,
    },
  ]);
});

test('cancel.shipped.body-json names the body that is not JSON', () => {
  const sent = [{ 'listing/before': listed([201n]) }, { 'cancel-shipped/cancel': { status: 409, body: 'Shipped.' } }];
  expect(resultsOf('cancel.shipped.body-json', { orders: { shipped: [201n] }, sent })[0]).toMatchObject({
    message: 'The body of the 409 is not strict JSON. Expected a value.',
    at: 'body byte 0',
  });
});

describe('cancel.unknown.zero-negative', () => {
  const ZERO = 'cancel-unknown-zero-negative/zero';
  const whole = notFound('{"code":"a","message":"b","status":404}');
  const without = notFound('{"code":"a","status":404}');
  const of = (...[zero, plain, any]: readonly [Answered, Answered, Answered]) =>
    resultsOf('cancel.unknown.zero-negative', {
      sent: [before, { [PLAIN]: plain, 'accept/unknown-any': any }, { [ZERO]: zero }],
    });

  test.each([
    [ZERO, 'id 0, which no order has,'],
    ['cancel-unknown-zero-negative/negative', 'a negative id that no order has'],
    ['cancel-witness/negated', "the negative of a pending order's id, which no order has,"],
  ])('is broken where %s gets 409', (id, words) => {
    const orders = { pending: [101n, 102n, 103n] };
    const sent = [{ 'listing/before': listed([101n, 102n, 103n]) }, { [id]: 409 }];
    expect(resultsOf('cancel.unknown.zero-negative', { orders, sent })).toContainEqual(
      expect.objectContaining({ message: `A cancel of ${words} must get 404.` }),
    );
  });

  test('is broken by an Error that lacks what those of other 404s have', () => {
    expect(of(without, whole, whole)).toEqual([
      ['held', ZERO],
      {
        message: 'The Error of a 404 has no `message`.',
        expected: 'a string',
        actual: 'members code, status',
        at: 'body /message',
        exchange: ZERO,
      },
    ]);
  });

  test('holds where one of those lacks it as well', () => {
    expect(of(without, whole, without)).toEqual([['held', ZERO]]);
  });
});
