import { describe, expect, test } from 'vitest';
import { type Answered, type LiteralEvidence, listed, resultsOf, type Sent } from '../evidence.js';

/** 101 is cancelled by cancel-pending, 102 by auth-cancel-pending, 103 by cancel-witness; 104 by nobody. */
const orders = { pending: [101n, 102n, 103n, 104n], shipped: [201n], other: [301n] };
const all = [101n, 102n, 103n, 104n, 201n, 301n];
const before = { 'listing/before': listed(all) };
const after = { 'listing/after': listed(all) };
const race = (first: Answered, second: Answered) => ({
  'cancel-witness/first': first,
  'cancel-witness/second': second,
});
const open = (reason: string, scenario?: string) => ({
  unjudged: 'inconclusive',
  reason,
  ...(scenario && { scenario }),
});

describe('cancel.others-untouched', () => {
  const of = (sent: Sent) => resultsOf('cancel.others-untouched', { orders, sent });
  const isCancelled = { 'cancel-pending/cancel': 204 };

  const lost = { failure: 'Reset.' };
  const noWitness = 'No cancel of a pending order succeeded here, so there was no race and no witness.';

  test.each<[string, Sent, unknown]>([
    ['holds where an order can still be', [isCancelled, after, race(204, 409)], ['held', 'cancel-witness/first']],
    ['is open where no other was', [after, race(204, 409)], open('No other order was cancelled before this one.')],
    [
      'is open where the witness could not be for another reason',
      [isCancelled, after, race(500, 500)],
      open(noWitness),
    ],
    ['is open where no answer came', [isCancelled, after, race(lost, lost)], open('Reset.', 'cancel-witness')],
  ])('%s, of orders that are cancelled after others', (_, sent, result) => {
    expect(of([before, ...sent])).toEqual([result]);
  });

  describe('where a text that only looks like its id may have used the witness up', () => {
    const few = { ...orders, pending: [101n, 102n, 103n] };
    const usedUp = [{ 'cancel-witness/fraction': 204 }, race(404, 404)];
    const unsure = open('The cancel of 103.5 got 204: it may have cancelled order 103.', 'cancel-witness');
    const results = (requirement: string, ...sent: Sent) =>
      resultsOf(requirement, { orders: few, sent: [before, ...sent, ...usedUp] });

    test('is open, as the race is, and says so', () => {
      expect(results('cancel.others-untouched', isCancelled, after)).toEqual([unsure]);
      expect(results('cancel.race', isCancelled, after)).toEqual([unsure]);
    });

    test('holds where the second listing shows that the cancels of others had not', () => {
      const without101 = { 'listing/after': listed(all.slice(1)) };
      expect(results('cancel.others-untouched', isCancelled, without101)).toEqual([['held', 'listing/after']]);
    });

    test.each<[string, Sent]>([
      ['shows it otherwise', [isCancelled, { 'listing/after': listed([101n, 102n, 201n, 301n]) }]],
      ['came before the others were cancelled', [{ 'listing/after': listed(all.slice(1)) }, isCancelled]],
      ['could not be read', [isCancelled, { 'listing/after': 500 }]],
    ])('is open where the second listing %s', (_, sent) => {
      expect(results('cancel.others-untouched', ...sent)).toContainEqual(unsure);
    });
  });

  test('is broken where the witness is refused after others were cancelled', () => {
    expect(of([before, isCancelled, after, race(404, 404)])).toEqual([
      {
        message:
          'Order 103 could not be cancelled after other orders were cancelled. Either these cancels touched it, or the fixture is wrong and it was not pending.',
        expected: 'status 204 for one of two simultaneous cancels',
        actual: 'status 404',
        at: 'status',
        exchange: 'cancel-witness/first',
      },
    ]);
  });

  test('is broken where an order changes in the listing, and cannot be cancelled any more', () => {
    const pending = new Map([[101n, '{"status":"pending"}']]);
    const cancelled = new Map([[101n, '{"status":"cancelled"}']]);
    const sent: Sent = [
      { 'listing/before': listed(all, { elements: pending }) },
      { 'auth-cancel-pending/cancel': 204 },
      { 'cancel-pending/cancel': 409 },
      { 'listing/after': listed(all, { elements: cancelled }) },
    ];
    expect(of(sent)).toContainEqual({
      message:
        'Order 101 was listed as something else, or not at all, after only other orders were cancelled, and could not be cancelled itself.',
      expected: 'an order that is as it was: cancelling it returns 204',
      actual: 'status 409',
      at: 'status',
      exchange: 'cancel-pending/cancel',
    });
  });

  describe('by members of orders that nobody cancelled', () => {
    const showing = (members: string, id = 104n): Answered => listed(all, { elements: new Map([[id, members]]) });
    const was = '{"id":104,"petId":9007199254740993,"quantity":2,"complete":false,"shipDate":"2026-01-01"}';
    const changed = (member: string, from: string, to: string, exchange = 'listing/after') => ({
      message: `\`${member}\` of order 104 changed after other orders were cancelled.`,
      expected: from,
      actual: to,
      at: 'body',
      exchange,
    });
    const [isFirst, isLater] = [{ 'listing/before': showing(was) }, { 'listing/after': showing(was) }];

    test.each<[string, string, unknown[]]>([
      ['another pet', was.replace('0993', '0992'), [changed('petId', '9007199254740993', '9007199254740992')]],
      ['another quantity', was.replace(':2,', ':3.0,'), [changed('quantity', '2', '3.0')]],
      ['another number with a fraction', was.replace(':2,', ':2.5,'), [changed('quantity', '2', '2.5')]],
      ['not the same number, written otherwise', was.replace(':2,', ':2.0,'), []],
      ['not the same number with an exponent', was.replace(':2,', ':20E-1,'), []],
      [
        'several',
        was.replace(':2,', ':1,').replace('false', 'true'),
        [changed('quantity', '2', '1'), changed('complete', 'false', 'true')],
      ],
      ['not another date, which is an expectation', was.replace('2026', '2027'), []],
      ['not a member that is missing', was.replace('"quantity":2,', ''), []],
    ])('is broken by %s', (_, is, broken) => {
      expect(of([isFirst, isCancelled, { 'listing/after': showing(is) }])).toEqual(broken);
    });

    const other = was.replace('false', 'true');

    test.each<[string, Sent, unknown[]]>([
      [
        'in the last listing',
        [isFirst, isCancelled, isLater, { 'listing/last': showing(other) }],
        [changed('complete', 'false', 'true', 'listing/last')],
      ],
      [
        'once where both show it',
        [isFirst, isCancelled, { 'listing/after': showing(other) }, { 'listing/last': showing(other) }],
        [changed('complete', 'false', 'true')],
      ],
      [
        'in the last listing, where the second could not be read',
        [isFirst, isCancelled, { 'listing/after': 500 }, { 'listing/last': showing(other) }],
        [changed('complete', 'false', 'true', 'listing/last')],
      ],
      [
        'not where the first listing could not be read',
        [{ 'listing/before': 500 }, { 'listing/after': showing(other) }],
        [],
      ],
      [
        'not where it was cancelled itself',
        [isFirst, { 'cancel-witness/bystander-104': 204, 'listing/after': showing(other) }],
        [],
      ],
      [
        'where it was cancelled only later',
        [isFirst, isCancelled, { 'listing/after': showing(other) }, { 'cancel-witness/bystander-104': 204 }],
        [changed('complete', 'false', 'true')],
      ],
      [
        'where its cancel was refused',
        [isFirst, isCancelled, { 'cancel-witness/bystander-104': 409 }, { 'listing/after': showing(other) }],
        [changed('complete', 'false', 'true')],
      ],
      [
        'not of an order that is not declared',
        [{ 'listing/before': showing(was, 777n) }, isCancelled, { 'listing/after': showing(other, 777n) }],
        [],
      ],
    ])('is broken %s', (_, sent, broken) => {
      const found = of(sent).filter((result) => JSON.stringify(result).includes('changed after'));
      expect(found).toEqual(broken);
    });
  });

  describe('by orders that no cancel can have ended', () => {
    const refused = { 'cancel-other/cancel': 409 };
    const without301 = { 'listing/after': listed(all.filter((id) => id !== 301n)) };

    test('is broken where one is not listed any more', () => {
      expect(of([before, refused, without301])).toMatchObject([{ at: 'body', exchange: 'listing/after' }]);
    });

    test.each<[string, Sent]>([
      ['they are still listed', [before, refused, after]],
      ['it was not listed before', [{ 'listing/before': listed([101n]) }, refused, without301]],
      ['its cancel succeeded', [before, { 'cancel-other/cancel': 204 }, without301]],
      [
        'the listing cannot show absence',
        [before, refused, { 'listing/after': listed([101n], { count: 6, withoutId: 5 }) }],
      ],
      ['there is no second listing', [before, refused]],
    ])('says nothing where %s', (_, sent) => {
      expect(of(sent)).toEqual([]);
    });
  });
});

describe('cancel.race', () => {
  const of = (sent: Sent, differs: Partial<LiteralEvidence> = {}) =>
    resultsOf('cancel.race', { orders, sent: [before, after, ...sent], ...differs });
  const sent = (...statuses: readonly Answered[]) => [
    Object.fromEntries(
      ['first', 'second', 'third', 'fourth', 'fifth'].map((name, index) => [
        `cancel-witness/${name}`,
        statuses[index] ?? 409,
      ]),
    ),
  ];

  test.each([{}, { concurrency: 1 }])('is broken where several win (%j)', (differs) => {
    expect(of(sent(204, 409, 204), differs)).toEqual([
      {
        message: 'Of 5 simultaneous cancels of order 103, 2 succeeded.',
        expected: 'at most one 204',
        actual: 'status 204, status 409, status 204, status 409, status 409',
        at: 'status',
        exchange: 'cancel-witness/third',
      },
    ]);
  });

  const otherSuccesses =
    '3 of 5 simultaneous cancels of order 103 succeeded, but not with 204. See `cancel.pending.status`; with 204 they are judged.';
  const notSimultaneous =
    'With --concurrency 1 one request is sent at a time, and no cancels are simultaneous. Run with a higher one.';
  const noneWon = 'None of the simultaneous cancels succeeded.';

  test.each<[string, Sent, Partial<LiteralEvidence>, unknown]>([
    ['holds where one of the cancels wins', sent(404, 204), {}, ['held', 'cancel-witness/second']],
    ['holds where the others find nothing left to do', sent(204, 200, 200), {}, ['held', 'cancel-witness/first']],
    ['is open where several succeed, but not with 204', sent(200, 200, 409, 202), {}, open(otherSuccesses)],
    ['is open where they were not simultaneous', sent(204), { concurrency: 1 }, open(notSimultaneous)],
    ['is open where none wins', [{ 'cancel-pending/cancel': 204 }, ...sent(409, 500)], {}, open(noneWon)],
  ])('%s', (_, answers, differs, result) => {
    expect(of(answers, differs)).toEqual([result]);
  });

  test('is open where one was not answered, and no two won', () => {
    expect(of(sent(204, { failure: 'Reset.' }))).toEqual([open('Reset.', 'cancel-witness')]);
    expect(of(sent(204, { failure: 'Reset.' }, 204))).toMatchObject([{ expected: 'at most one 204' }]);
  });

  test('is broken for one order, and holds for another', () => {
    const many = { ...orders, pending: [101n, 102n, 103n, 104n, 105n] };
    const second = { 'cancel-witness/further-first-105': 204, 'cancel-witness/further-second-105': 409 };
    const given = { orders: many, sent: [before, after, ...sent(204, 204), second] };
    expect(resultsOf('cancel.race', given)).toMatchObject([
      { message: 'Of 5 simultaneous cancels of order 103, 2 succeeded.' },
      ['held', 'cancel-witness/further-first-105'],
    ]);
  });
});
