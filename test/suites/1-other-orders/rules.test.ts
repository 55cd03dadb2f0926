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

  test('holds where an order can still be cancelled after others were', () => {
    expect(of([before, isCancelled, after, race(204, 409)])).toEqual([['held', 'cancel-witness/first']]);
  });

  test('is open where no other order was cancelled before', () => {
    expect(of([before, after, race(204, 409)])).toEqual([open('No other order was cancelled before this one.')]);
  });

  test('is open where the witness could not be cancelled for a reason of its own', () => {
    const reason = 'No cancel of a pending order succeeded here, so there was no race and no witness.';
    expect(of([before, isCancelled, after, race(500, 500)])).toEqual([open(reason)]);
  });

  test('is open where a text that only looks like its id may have used the witness up, and says so', () => {
    const text = { 'cancel-witness/fraction': 204 };
    const reason = 'The cancel of 103.5 got 204: it may have cancelled order 103.';
    const few = { ...orders, pending: [101n, 102n, 103n] };
    const sent: Sent = [before, isCancelled, after, text, race(404, 404)];
    expect(resultsOf('cancel.others-untouched', { orders: few, sent })).toEqual([open(reason, 'cancel-witness')]);
    expect(resultsOf('cancel.race', { orders: few, sent })).toEqual([open(reason, 'cancel-witness')]);
  });

  test('holds where a text used the witness up, and the second listing shows that the cancels of others had not', () => {
    const text = { 'cancel-witness/fraction': 204 };
    const few = { ...orders, pending: [101n, 102n, 103n] };
    const without101 = { 'listing/after': listed(all.filter((id) => id !== 101n)) };
    const sent: Sent = [before, isCancelled, without101, text, race(404, 404)];
    expect(resultsOf('cancel.others-untouched', { orders: few, sent })).toEqual([['held', 'listing/after']]);
  });

  test('is open where no answer came', () => {
    const lost = { failure: 'Reset.' };
    expect(of([before, isCancelled, after, race(lost, lost)])).toEqual([open('Reset.', 'cancel-witness')]);
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

  test('holds where one of the cancels wins', () => {
    expect(of(sent(404, 204))).toEqual([['held', 'cancel-witness/second']]);
  });

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

  test('holds where one wins, and the others are told that nothing was left to do', () => {
    expect(of(sent(204, 200, 200))).toMatchObject([['held', 'cancel-witness/first']]);
  });

  test('is open where several succeed with another status: a race was seen, but no second 204', () => {
    const reason =
      '3 of 5 simultaneous cancels of order 103 succeeded, but not with 204. See `cancel.pending.status`; with 204 they are judged.';
    expect(of(sent(200, 200, 409, 202))).toEqual([open(reason)]);
  });

  test('is open where one wins, and they were not simultaneous', () => {
    const reason =
      'With --concurrency 1 one request is sent at a time, and no cancels are simultaneous. Run with a higher one.';
    expect(of(sent(204), { concurrency: 1 })).toEqual([open(reason)]);
  });

  test('is open where none wins', () => {
    expect(of([{ 'cancel-pending/cancel': 204 }, ...sent(409, 500)])).toEqual([
      open('None of the simultaneous cancels succeeded.'),
    ]);
  });

  test('is open where one was not answered, and no two won', () => {
    expect(of(sent(204, { failure: 'Reset.' }))).toEqual([open('Reset.', 'cancel-witness')]);
    expect(of(sent(204, { failure: 'Reset.' }, 204))).toMatchObject([{ expected: 'at most one 204' }]);
  });
});
