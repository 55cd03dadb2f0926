import { describe, expect, test } from 'vitest';
import { blocked } from '../../../runner/evidence/unjudged.js';
import type { RequirementId } from '../../../suites/catalogue.generated.js';
import { type Answered, listed, resultsOf, type Sent } from '../evidence.js';

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

  describe('judges the next request on the connection of a 204', () => {
    const on = (status: number): Answered => ({ status, kept: 2 });
    const first = { 'auth-cancel-pending/cancel': 204 };
    const elsewhere = { 'cancel-unknown-plain/cancel': 404 };
    const shifted = (actual: string) => ({
      message:
        'After a 204 on a kept connection, the next request is not answered as it is on a connection of its own.',
      expected: 'the answer to that request, right after the header of the 204',
      actual,
      at: 'bytes after the header',
      exchange: NEXT,
    });

    test.each<[what: string, sent: Sent, broken: readonly unknown[]]>([
      ['by the answer to a later attempt', [elsewhere, first, { [NEXT]: on(429) }, { [NEXT]: on(404) }], []],
      ['not by a refusal for now', [elsewhere, first, { [NEXT]: on(429) }], []],
      ['by what unknown ids get nowhere else', [elsewhere, first, { [NEXT]: on(400) }], [shifted('status 400')]],
      ['not by what one gets elsewhere', [{ 'cancel-unknown-plain/cancel': 400 }, first, { [NEXT]: on(400) }], []],
      [
        'by what only an order or a wrong key gets elsewhere',
        [elsewhere, { 'cancel-shipped/cancel': 400, 'auth-cancel-unknown/wrong': 400 }, first, { [NEXT]: on(400) }],
        [shifted('status 400')],
      ],
      ['not where unknown ids were tried nowhere else', [first, { [NEXT]: on(400) }], []],
      ['not on a connection of its own', [elsewhere, first, { [NEXT]: 400 }], []],
      ['not after another answer', [elsewhere, { 'auth-cancel-pending/cancel': 409 }, { [NEXT]: on(400) }], []],
      [
        'not where it is the first 204 itself',
        [elsewhere, { 'auth-cancel-pending/cancel': 409 }, { [NEXT]: on(204) }],
        [],
      ],
      [
        'not after a 204 on another connection',
        [elsewhere, { 'cancel-pending/cancel': 204, 'auth-cancel-pending/cancel': 409 }, { [NEXT]: on(400) }],
        [],
      ],
      [
        'by what is not HTTP',
        [elsewhere, first, { [NEXT]: { failure: 'No HTTP.', kind: 'protocol', kept: 2 } }],
        [shifted('No HTTP.')],
      ],
      ['not by the end of the connection', [elsewhere, first, { [NEXT]: { failure: 'Reset.', kept: 2 } }], []],
      [
        'not where answers are shifted whatever came before',
        [
          { ...elsewhere, 'kept-connections/cancel-valid-wrong': 404, 'auth-cancel-unknown/missing': 401 },
          { 'kept-connections/cancel-missing-after-valid': { status: 404, kept: 1 } },
          first,
          { [NEXT]: on(400) },
        ],
        [],
      ],
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
  const of = (sent: Sent) => resultsOf('cancel.told-apart', { orders: { pending: [LONG, 102n] }, sent });

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

  test.each([204, 409])('holds where one of several cancels found the order (%i), which no listing tells', (found) => {
    // Of these, only the last one has unknown neighbours; several cancels race for it.
    const pending = [2n ** 53n + 2n, 2n ** 53n + 6n, 2n ** 53n + 9n];
    const sent: Sent = [
      { 'listing/before': listed([], { count: 3, withoutId: 3 }) },
      { 'cancel-pending/neighbour-double': 404 },
      { 'cancel-witness/first': 404, 'cancel-witness/second': found, 'cancel-witness/third': 404 },
    ];
    const results = resultsOf('cancel.told-apart', { orders: { pending }, sent });
    expect(results).toEqual([['held', 'cancel-pending/neighbour-double']]);
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

  const declared = { pending: [102n, LONG, 103n], shipped: [201n] };
  const told = (sent: Sent, listing: readonly bigint[] = [102n, 103n, LONG, 201n]) =>
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
    expect(told(sent, [102n, 103n, 201n])).toEqual([['held', low32Bits]]);
  });

  describe('on a kept connection, by the id of the request before', () => {
    const own = (status: number): Sent => [{ 'cancel-shipped/own-id': { status, kept: 1 } }];
    const alone = { 'cancel-shipped/cancel': 409 };
    const deviation = {
      message:
        'On a connection that had just been used to cancel another id, the cancel of order 201 is answered as that of an order that does not exist: it works on the id of the request before it.',
      expected: 'status 409, as on a connection of its own',
      actual: 'status 404',
      at: 'status',
      exchange: 'cancel-shipped/own-id',
    };

    test.each<[what: string, sent: Sent, results: readonly unknown[]]>([
      ['is broken where it is not found', [alone, ...own(404)], [deviation]],
      ['holds where it is refused as on its own', [alone, ...own(409)], [['held', 'cancel-shipped/own-id']]],
      ['is not judged on a connection of its own', [alone, { 'cancel-shipped/own-id': 404 }], []],
      ['is not judged where it was not sent on its own', own(404), []],
      ['is not judged where it is not found on its own', [{ 'cancel-shipped/cancel': 404 }, ...own(404)], []],
      ['is not judged where it is not always', [alone, { 'cancel-shipped/again': 404 }, ...own(404)], []],
    ])('%s', (_, sent, results) => {
      expect(told(sent)).toEqual(results);
    });

    test('is not judged where answers are shifted whatever was asked for', () => {
      const shifted: Sent = [
        { 'auth-cancel-unknown/missing': 401, 'kept-connections/cancel-valid-wrong': 404 },
        { 'kept-connections/cancel-missing-after-valid': { status: 404, kept: 1 } },
        { 'kept-connections/cancel-wrong-after-valid': { status: 401, kept: 1 } },
      ];
      expect(told([alone, ...shifted, ...own(404)])).toEqual([]);
    });
  });
});

describe('cancel.pending.status', () => {
  const shown = listed([101n, 102n, 103n, 201n], {
    elements: new Map([
      [101n, '{"status":"pending"}'],
      [201n, '{"status":"sent"}'],
    ]),
  });
  const HINT = ' The fixture may be wrong: is the order really pending?';

  test.each<[status: number, state: string, listing: Answered, hint: string]>([
    [200, '"pending"', shown, ''],
    [302, '"pending"', shown, ''],
    [400, '"pending"', shown, ''],
    [500, '"pending"', shown, ''],
    [302, 'nothing', listed([101n, 102n, 103n]), ''],
    [400, 'nothing', listed([101n, 102n, 103n]), HINT],
    [409, 'nothing', listed([101n, 102n, 103n]), HINT],
    [500, 'nothing', listed([101n, 102n, 103n]), ''],
  ])('is broken by %i where the listing says %s of its state', (status, _, listing, hint) => {
    const other = { 'auth-cancel-pending/cancel': 204 };
    const sent: Sent = [{ 'listing/before': listing }, { 'cancel-pending/cancel': status }, other];
    expect(resultsOf('cancel.pending.status', { orders: { ...orders, shipped: [201n] }, sent })).toContainEqual({
      message: `The cancel of order 101, declared pending, must get 204.${hint}`,
      expected: 'status 204',
      actual: `status ${status}`,
      at: 'status',
      exchange: 'cancel-pending/cancel',
    });
  });
});

describe('where the order of the scenario is held back', () => {
  const LONG = 9_007_199_254_740_993n;
  const why = blocked('A server could take it for order 1.', 'cancel-pending');
  const of = (requirement: RequirementId, others: number) =>
    resultsOf(requirement, {
      orders: { pending: [LONG, 101n, 102n] },
      sent: [
        { 'listing/before': listed([1n, 101n, 102n, LONG]) },
        { 'auth-cancel-pending/cancel': others },
        { 'cancel-witness/first': others },
      ],
      unsent: { 'cancel-pending/cancel': why },
    });

  test('other pending orders show what their cancels get', () => {
    expect(of('cancel.pending.status', 204)).toEqual([
      ['held', 'auth-cancel-pending/cancel'],
      ['held', 'cancel-witness/first'],
    ]);
  });

  test('nothing is shown where no other one could be cancelled', () => {
    expect(of('cancel.pending.status', 409)).toContainEqual(why);
  });

  test('a second cancel is unjudged, and why is told', () => {
    expect(of('cancel.again', 204)).toEqual([why]);
  });
});
