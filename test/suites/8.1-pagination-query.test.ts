import { describe, expect, test } from 'vitest';
import { listingOf } from '../engine/made-up.js';
import { type Answered, listed, resultsOf, type Sent } from './evidence.js';

const orders = { pending: [101n] };
const before = { 'listing/before': listed([101n]) };
const PROBE = 'listing-queries/limit=1';
const held = ['held', PROBE];

describe('list.query-ignored', () => {
  const of = (...sent: Sent) => resultsOf('list.query-ignored', { orders, sent });

  const noControl = 'A control listing without it could not be read either, so the parameter may not be the cause.';
  const problem = { code: 'not-an-array', offset: 0, message: 'Not so.', excerpt: '{}' } as const;

  test.each<[string, Answered, without: string, withControl: string]>([
    ['another status', 500, '?limit=1 got 500.', 'With ?limit=1, the listing gets another status than without it.'],
    [
      'another body',
      listed([], { problem }),
      '?limit=1 is not an array.',
      'With ?limit=1, the listing is not an array of orders. Not so.',
    ],
  ])('is broken by %s only where the listing is there once more without the parameter', (_, probe, reason, message) => {
    const control = { 'listing/not-found': listed([101n]) };
    expect(of(before, { [PROBE]: probe })).toEqual([
      { unjudged: 'inconclusive', reason: `${reason} ${noControl}`, scenario: 'listing-queries' },
    ]);
    expect(of(before, { [PROBE]: probe }, control)).toMatchObject([{ message, exchange: PROBE }]);
  });

  test('holds where the parameter is refused', () => {
    expect(of(before, { [PROBE]: 400 })).toEqual([held]);
  });

  test('holds where the orders that are missing by their ids may be elements without one', () => {
    const control = { 'listing/not-found': listed([101n]) };
    expect(of(before, { [PROBE]: listed([], { count: 1, withoutId: 1 }) }, control)).toEqual([held]);
    const message = 'With ?limit=1, the listing leaves orders out that it holds without it.';
    expect(of(before, { [PROBE]: listed([7n]) }, control)).toMatchObject([{ message }]);
  });

  test('is open where the listing breaks off', () => {
    const reading = listingOf([], { problem: { ...problem, code: 'truncated' } });
    const probe: Answered = { status: 200, reading, record: { end: 'truncated' } };
    const reason = 'The listing could not be read to its end as a JSON array; see the findings about it.';
    expect(of(before, { [PROBE]: probe }, { 'listing/not-found': listed([101n]) })).toMatchObject([{ reason }]);
  });

  test('holds where more comes than a page has', () => {
    const record = { end: 'stopped', length: 65 * 1024 * 1024 } as const;
    expect(of(before, { [PROBE]: { status: 200, record } })).toEqual([held]);
  });

  test.each<[string, Answered, object]>([
    [
      'is broken',
      listed([101n]),
      {
        message: 'With ?limit=1, the listing is one page of several.',
        expected: 'the same orders as without the parameter',
        actual: 'Content-Range: 0-0/2',
        at: 'header Content-Range',
        exchange: PROBE,
      },
    ],
    ['holds where the listing is one without the parameter as well', { status: 206 }, held],
  ])('by a sign of a page, %s', (_, plain, result) => {
    const probe = { status: 200, headers: [['Content-Range', '0-0/2']], reading: listingOf([101n]) } as const;
    expect(of(before, { 'accept/listing-any': plain, [PROBE]: probe })).toEqual([result]);
  });

  describe('where the listing has more elements with the parameter', () => {
    const CONTROL = 'listing/not-found';
    const AFTER = 'listing/after';
    const counting = (count: number) => listed([101n], { count });
    const more = {
      message: 'With ?limit=1, the listing has more elements than without it.',
      expected: 'the same orders as without the parameter',
      actual: '3 elements instead of 1',
      at: 'body',
      exchange: PROBE,
    };

    test.each<[string, Sent, unknown]>([
      ['is broken', [{ [PROBE]: counting(3) }, { [CONTROL]: counting(1) }], more],
      ['holds where the order was placed meanwhile', [{ [PROBE]: counting(2) }, { [CONTROL]: counting(2) }], held],
      [
        'holds where more were placed after it',
        [{ [PROBE]: counting(2) }, { [CONTROL]: counting(5) }, { [AFTER]: counting(5) }],
        held,
      ],
      [
        'holds where a later listing has as many',
        [{ [PROBE]: counting(2) }, { [CONTROL]: counting(1) }, { [AFTER]: counting(2) }],
        held,
      ],
      [
        'holds where a later listing has as many but for what the run cancelled',
        [
          { [PROBE]: counting(2) },
          { [CONTROL]: counting(1) },
          { 'cancel-pending/cancel': 204 },
          { [AFTER]: listed([], { count: 1 }) },
        ],
        held,
      ],
    ])('%s', (_, sent, result) => {
      expect(of(before, ...sent)).toEqual([result]);
    });
  });
});
