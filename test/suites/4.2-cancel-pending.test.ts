import { describe, expect, test } from 'vitest';
import { blocked } from '../../runner/evidence/unjudged.js';
import { type Answered, listed, resultsOf, type Sent } from './evidence.js';

const NEXT = 'auth-cancel-pending/next';
const orders = { pending: [102n, 101n, 103n] };
const before = { 'listing/before': listed([102n, 101n, 103n]) };

const LONG = 9_007_199_254_740_993n;

describe('cancel.pending.no-body', () => {
  const first = { 'auth-cancel-pending/cancel': 204 };
  const elsewhere = { 'cancel-unknown-plain/cancel': 404 };
  const notHttp: Answered = { failure: 'No HTTP.', kind: 'protocol', kept: 2 };
  const at = 'bytes after the header';

  test.each<[string, Sent, readonly unknown[]]>([
    [
      'holds for a 204 with a length of 0',
      [{ 'auth-cancel-pending/cancel': { status: 204, headers: [['content-length', '0']] } }],
      [],
    ],
    [
      'is broken by a length and the bytes',
      [{ 'auth-cancel-pending/cancel': { status: 204, headers: [['Content-Length', '2']], stray: '{}' } }],
      [
        {
          message: 'The 204 has a body, or announces one. Clients read these bytes as the start of the next response.',
          expected: 'no Content-Length above 0, no Transfer-Encoding, and nothing after the header',
          actual: 'Content-Length: 2; 2 bytes: {}',
          at: `header Content-Length; ${at}`,
          exchange: 'auth-cancel-pending/cancel',
        },
      ],
    ],
    [
      'says nothing of what comes after another answer',
      [{ 'auth-cancel-pending/cancel': 409 }, { [NEXT]: notHttp }],
      [],
    ],
    [
      'is broken where what comes next on the connection is not HTTP',
      [elsewhere, first, { [NEXT]: notHttp }],
      [
        {
          message:
            'What came after a 204 on a kept connection is not a response: clients read it as the start of the next one.',
          expected: 'the answer to the next request, right after the header of the 204',
          actual: 'No HTTP.',
          at,
          exchange: NEXT,
        },
      ],
    ],
    ['holds where the connection ends', [elsewhere, first, { [NEXT]: { failure: 'Reset.', kept: 2 } }], []],
  ])('%s', (_, sent, broken) => {
    const declared = { ...orders, shipped: [201n] };
    const results = resultsOf('cancel.pending.no-body', { orders: declared, sent: [before, ...sent] });
    expect(results.filter((result) => !Array.isArray(result))).toEqual(broken);
  });
});

test('cancel.told-apart is blocked where the order does not exist either: then a 404 tells nothing apart', () => {
  const sent = [
    { 'listing/before': listed([101n]) },
    { 'cancel-pending/neighbour-32-bits': 404 },
    { 'cancel-pending/cancel': 404 },
  ];
  const missing = {
    unjudged: 'blocked',
    reason: `Order ${LONG}, declared pending, is not listed: the fixture is wrong, or an earlier run used it up. Declare another order that is pending, or let \`provision\` make one.`,
  };
  expect(resultsOf('cancel.told-apart', { orders: { pending: [LONG, 101n] }, sent })).toEqual([missing, missing]);
});

test('cancel.pending.status is broken by a 409 where the listing shows it as pending orders are, before and after', () => {
  const shows = (cancelled: string) =>
    listed([102n, 101n, 103n, 201n], {
      elements: new Map([
        ...[102n, 103n].map((id) => [id, '{"status":"open"}'] as const),
        [101n, `{"status":"${cancelled}"}`],
        [201n, '{"status":"sent"}'],
      ]),
    });
  const cancels = { 'cancel-pending/cancel': 409, 'auth-cancel-pending/cancel': 204 };
  const sent: Sent = [{ 'listing/before': shows('open') }, cancels, { 'listing/after': shows('void') }];
  expect(resultsOf('cancel.pending.status', { orders: { ...orders, shipped: [201n] }, sent })).toContainEqual({
    message:
      'Order 102 is listed as "open" at 0.00 s (listing/before), and got 409 to its cancel at 0.00 s (cancel-pending/cancel). Afterwards, it is listed as "open" at 0.00 s (listing/after). Its own cancel is answered wrongly.',
    expected: 'status 204',
    actual: 'status 409',
    at: 'status',
    exchange: 'cancel-pending/cancel',
  });
});

test('where the order of the scenario is held back, other pending orders show what their cancels get', () => {
  const why = blocked('A server could take it for order 1.', 'cancel-pending');
  const results = resultsOf('cancel.pending.status', {
    orders: { pending: [LONG, 102n, 101n] },
    sent: [
      { 'listing/before': listed([1n, 102n, 101n, LONG]) },
      { 'auth-cancel-pending/cancel': 204 },
      { 'cancel-witness/first': 204 },
    ],
    unsent: { 'cancel-pending/cancel': why },
  });
  expect(results).toEqual([
    ['held', 'auth-cancel-pending/cancel'],
    ['held', 'cancel-witness/first'],
  ]);
});
