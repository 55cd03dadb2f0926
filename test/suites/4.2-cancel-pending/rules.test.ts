import { describe, expect, test } from 'vitest';
import { blocked } from '../../../runner/evidence/unjudged.js';
import type { RequirementId } from '../../../suites/catalogue.generated.js';
import { type Answered, listed, resultsOf, type Sent } from '../evidence.js';

const NEXT = 'auth-cancel-pending/next';
const orders = { pending: [102n, 101n, 103n] };
const before = { 'listing/before': listed([102n, 101n, 103n]) };

describe('cancel.pending.no-body', () => {
  const of = (...answers: readonly [id: string, Answered][]) =>
    resultsOf('cancel.pending.no-body', { orders, sent: [before, Object.fromEntries(answers)] });
  const deviation = (actual: string, at: string, exchange: string) => ({
    message: 'The 204 has a body, or announces one. Clients read these bytes as the start of the next response.',
    expected: 'no Content-Length above 0, no Transfer-Encoding, and nothing after the header',
    actual,
    at,
    exchange,
  });

  test.each<[string, Answered]>([
    ['without such headers', 204],
    ['with a length of 0', { status: 204, headers: [['content-length', '0']] }],
  ])('holds for a 204 %s', (_, answered) => {
    expect(of(['cancel-pending/cancel', answered])).toEqual([['held', 'cancel-pending/cancel']]);
  });

  describe('judges the next request on the connection of a 204', () => {
    const on = (status: number): Answered => ({ status, kept: 2 });
    const first = { 'auth-cancel-pending/cancel': 204 };
    const elsewhere = { 'cancel-unknown-plain/cancel': 404 };
    const notHttp: Answered = { failure: 'No HTTP.', kind: 'protocol', kept: 2 };
    const shifted = (actual: string) => ({
      message:
        'What came after a 204 on a kept connection is not a response: clients read it as the start of the next one.',
      expected: 'the answer to the next request, right after the header of the 204',
      actual,
      at: 'bytes after the header',
      exchange: NEXT,
    });

    test.each<[what: string, sent: Sent, broken: readonly unknown[]]>([
      ['not by its status, which shows nothing of the 204', [elsewhere, first, { [NEXT]: on(400) }], []],
      ['not after another answer', [{ 'auth-cancel-pending/cancel': 409 }, { [NEXT]: notHttp }], []],
      ['by what is not HTTP', [elsewhere, first, { [NEXT]: notHttp }], [shifted('No HTTP.')]],
      ['not by the end of the connection', [elsewhere, first, { [NEXT]: { failure: 'Reset.', kept: 2 } }], []],
    ])('%s', (_, sent, broken) => {
      const declared = { ...orders, shipped: [201n] };
      const results = resultsOf('cancel.pending.no-body', { orders: declared, sent: [before, ...sent] });
      expect(results.filter((result) => !Array.isArray(result))).toEqual(broken);
    });
  });

  test('says nothing of other answers', () => {
    expect(of(['cancel-pending/cancel', { status: 200, headers: [['Content-Length', '2']], stray: '{}' }])).toEqual([]);
  });

  test.each<[string, Answered, string, string]>([
    ['a length', { status: 204, headers: [['Content-Length', '7']] }, 'Content-Length: 7', 'header Content-Length'],
    [
      'a transfer coding',
      { status: 204, headers: [['transfer-encoding', 'chunked']] },
      'Transfer-Encoding: chunked',
      'header Transfer-Encoding',
    ],
    ['bytes after the header', { status: 204, stray: 'null' }, '4 bytes: null', 'bytes after the header'],
    [
      'a length and the bytes',
      { status: 204, headers: [['Content-Length', '2']], stray: '{}' },
      'Content-Length: 2; 2 bytes: {}',
      'header Content-Length; bytes after the header',
    ],
  ])('is broken by %s, whoever sent the cancel', (_, answered, actual, at) => {
    for (const id of ['cancel-pending/cancel', 'auth-cancel-pending/cancel']) {
      expect(of([id, answered])).toEqual([deviation(actual, at, id)]);
    }
  });
});

describe('cancel.told-apart', () => {
  const LONG = 9_007_199_254_740_993n;
  const low32Bits = 'cancel-pending/neighbour-32-bits';
  const of = (sent: Sent) => resultsOf('cancel.told-apart', { orders: { pending: [LONG, 101n] }, sent });

  test('is blocked where the order does not exist either: then a 404 tells nothing apart', () => {
    const results = of([{ 'listing/before': listed([101n]) }, { [low32Bits]: 404 }, { 'cancel-pending/cancel': 404 }]);
    expect(results).toEqual([
      {
        unjudged: 'blocked',
        reason: `Order ${LONG} is declared pending, but it is not listed: the fixture is wrong, or an earlier run used it up. To judge it, declare another order that is pending, or let the fixtures provision one.`,
        scenario: 'cancel-pending',
      },
    ]);
  });

  const declared = { pending: [101n, LONG, 103n], shipped: [201n] };
  const told = (sent: Sent, listing: readonly bigint[] = [101n, 103n, LONG, 201n]) =>
    resultsOf('cancel.told-apart', { orders: declared, sent: [{ 'listing/before': listed(listing) }, ...sent] });

  test.each<[id: string, status: number, likeness: string, near: bigint]>([
    ['cancel-pending/neighbour-double', 409, 'is the same double as', LONG],
    [low32Bits, 500, 'has the same low 32 bits as', LONG],
    ['cancel-shipped/neighbour-32-bits', 409, 'has the same low 32 bits as', 201n],
  ])('is broken where %s gets %i', (exchange, status, likeness, near) => {
    const message = `A cancel of an unknown id that ${likeness} order ${near} must get 404.`;
    const actual = `status ${status}`;
    expect(told([{ [exchange]: status }])).toEqual([
      { message, expected: 'status 404', actual, at: 'status', exchange },
    ]);
  });

  test('holds where the order was found before it was gone', () => {
    const sent: Sent = [{ 'cancel-pending/cancel': 204 }, { 'cancel-pending/again': 404 }, { [low32Bits]: 404 }];
    expect(told(sent, [101n, 103n, 201n])).toEqual([['held', low32Bits]]);
  });
});

describe('cancel.pending.status', () => {
  const shown = listed([102n, 101n, 103n, 201n], {
    elements: new Map([
      [102n, '{"status":"pending"}'],
      [201n, '{"status":"sent"}'],
    ]),
  });
  const again = 'and pending again at 0.00 s (listing/after)';

  test.each<[status: number, message: string]>([
    [302, 'The cancel of order 102, declared pending, must get 204.'],
    [500, 'The cancel of order 102, declared pending, must get 204.'],
    [
      409,
      `Order 102 was pending at 0.00 s (listing/before), and no longer pending at 0.00 s (its cancel got 409), ${again}. Its own cancel is answered wrongly.`,
    ],
    [
      200,
      `Order 102 was pending at 0.00 s (listing/before), and no longer pending at 0.00 s (its cancel got 200). In between: a cancel of 101 (204). Either its own cancel is answered wrongly, or a cancel of another order changed it.`,
    ],
  ])('is broken by %i where the listing says "pending" of its state', (status, message) => {
    const other = { 'auth-cancel-pending/cancel': 204 };
    const sent: Sent = [
      { 'listing/before': shown },
      { 'cancel-pending/cancel': status, ...other },
      { 'listing/after': shown },
    ];
    expect(resultsOf('cancel.pending.status', { orders: { ...orders, shipped: [201n] }, sent })).toContainEqual(
      expect.objectContaining({
        message,
        expected: 'status 204',
        actual: `status ${status}`,
        at: 'status',
        exchange: 'cancel-pending/cancel',
      }),
    );
  });
});

describe('where the order of the scenario is held back', () => {
  const LONG = 9_007_199_254_740_993n;
  const why = blocked('A server could take it for order 1.', 'cancel-pending');
  const of = (requirement: RequirementId, others: number) =>
    resultsOf(requirement, {
      orders: { pending: [LONG, 102n, 101n] },
      sent: [
        { 'listing/before': listed([1n, 102n, 101n, LONG]) },
        { 'auth-cancel-pending/cancel': others },
        { 'cancel-witness/first': others },
      ],
      unsent: { 'cancel-pending/cancel': why },
    });

  test('other pending orders show what their cancels get', () => {
    expect(of('cancel.pending.status', 204)).toEqual([
      ['held', 'cancel-witness/first'],
      ['held', 'auth-cancel-pending/cancel'],
    ]);
  });

  test('nothing is shown where no other one could be cancelled', () => {
    expect(of('cancel.pending.status', 409)).toContainEqual(why);
  });

  test('a second cancel is unjudged, and why is told', () => {
    expect(of('cancel.again', 204)).toEqual([why]);
  });
});
