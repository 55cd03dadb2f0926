import { describe, expect, test } from 'vitest';
import { Evidence } from '../../../runner/evidence/evidence.js';
import { idText } from '../../../runner/evidence/request.js';
import { isBroken } from '../../../runner/judge/rule.js';
import { storeOrdersInterface } from '../../../suites/contract.js';
import { type Answered, evidence, listed, resultsOf, type Sent } from '../evidence.js';

const NEXT = 'auth-cancel-pending/next';
const orders = { pending: [101n, 102n, 103n] };
const before = { 'listing/before': listed([101n, 102n, 103n]) };

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

  test.each<[string, Sent, string[]]>([
    ['the answer to a later attempt', [{ [NEXT]: 429 }, { [NEXT]: 404 }], []],
    ['a refusal for now', [{ [NEXT]: 429 }], []],
    ['an answer that unknown ids get nowhere else', [{ [NEXT]: 400 }], [NEXT]],
  ])('judges the next request on the connection of a 204 by %s', (_, answers, broken) => {
    const elsewhere = { 'cancel-unknown-plain/cancel': 404 };
    const given = evidence({ orders, sent: [before, elsewhere, { 'auth-cancel-pending/cancel': 204 }, ...answers] });
    const exchanges = given.exchanges.map((exchange) => ({ ...exchange, sent: { ...exchange.sent, kept: 1 } }));
    const rule = storeOrdersInterface.rules.find(({ requirement }) => requirement === 'cancel.pending.no-body');
    const results = rule?.judge(new Evidence({ ...given, exchanges })) ?? [];
    const found = results.flatMap((result) =>
      isBroken(result) && result.exchange ? idText(result.exchange.request.id) : [],
    );
    expect(found).toEqual(broken);
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
  const double = 'cancel-pending/neighbour-double';
  const low32Bits = 'cancel-pending/neighbour-32-bits';
  const of = (sent: Sent) => resultsOf('cancel.told-apart', { orders: { pending: [LONG, 102n] }, sent });
  const longListed = { 'listing/before': listed([LONG, 102n]) };

  test('holds where no neighbour is found, and the order is', () => {
    expect(of([longListed, { [double]: 404, [low32Bits]: 404 }, { 'cancel-pending/cancel': 204 }])).toEqual([
      ['held', double],
      ['held', low32Bits],
    ]);
  });

  test.each([204, 409, 500])('is broken by a neighbour that gets %i', (status) => {
    const words = [
      [double, 'is the same double as'],
      [low32Bits, 'has the same low 32 bits as'],
    ] as const;
    expect(of([longListed, { [double]: status, [low32Bits]: status }])).toEqual(
      words.map(([exchange, likeness]) => ({
        message: `A cancel of an unknown id that ${likeness} order ${LONG} must get 404.`,
        expected: 'status 404',
        actual: `status ${status}`,
        at: 'status',
        exchange,
      })),
    );
  });

  test('is blocked where the order does not exist either: then a 404 tells nothing apart', () => {
    const results = of([{ 'listing/before': listed([102n]) }, { [low32Bits]: 404 }, { 'cancel-pending/cancel': 404 }]);
    expect(results).toEqual([
      {
        unjudged: 'blocked',
        reason: `Order ${LONG} is declared pending, but it is not listed, and cancelling it returns 404: the fixture is wrong, or an earlier run used it up. Declare an order that is pending.`,
        scenario: 'cancel-pending',
      },
    ]);
  });

  test('is broken where the order is gone after its neighbours were refused, and another is not', () => {
    const results = of([
      { 'listing/before': listed([LONG, 102n], { elements: new Map([[LONG, '{}']]) }) },
      { [low32Bits]: 404 },
      { 'cancel-pending/cancel': 404, 'auth-cancel-pending/cancel': 204 },
      { 'listing/after': listed([102n]) },
    ]);
    expect(results).toEqual([
      ['held', low32Bits],
      {
        message: `Order ${LONG} could not be cancelled after cancels of its unknown neighbours, which were refused. Other pending orders could, so such a cancel had an effect, or the fixture is wrong and the order was not pending.`,
        expected: 'status 204',
        actual: 'status 404',
        at: 'status',
        exchange: 'cancel-pending/cancel',
      },
    ]);
  });
});

describe('cancel.again', () => {
  const of = (again: Answered) =>
    resultsOf('cancel.again', {
      orders,
      sent: [before, { 'cancel-pending/cancel': 204 }, { 'cancel-pending/again': again }],
    });

  test.each([404, 409, 400, 500])('holds where the second cancel gets %i', (status) => {
    expect(of(status)).toEqual([['held', 'cancel-pending/again']]);
  });

  test('says nothing where another request follows on the connection of a 204', () => {
    const sent = [before, { 'auth-cancel-pending/cancel': 204 }, { 'auth-cancel-pending/next': 404 }];
    expect(resultsOf('cancel.again', { orders, sent })).toEqual([]);
  });

  test('is broken by a second 204', () => {
    expect(of(204)).toEqual([
      {
        message: 'Order 101 was cancelled a second time with 204.',
        expected: 'any refusal, such as 404 or 409',
        actual: 'status 204',
        at: 'status',
        exchange: 'cancel-pending/again',
      },
    ]);
  });
});
