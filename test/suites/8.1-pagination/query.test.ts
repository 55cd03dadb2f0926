import { describe, expect, test } from 'vitest';
import { OVER_LIMIT } from '../../../runner/evidence/evidence.js';
import { listingOf } from '../../engine/made-up.js';
import { type Answered, listed, resultsOf, type Sent } from '../evidence.js';

const orders = { pending: [101n] };
const before = { 'listing/before': listed([101n]) };
const PROBE = 'listing-queries/limit=1';
const held = ['held', PROBE];
const open = (reason: string) => ({ unjudged: 'inconclusive', reason, scenario: 'listing-queries' });

describe('list.query-ignored', () => {
  const of = (...sent: Sent) => resultsOf('list.query-ignored', { orders, sent });

  test('holds where the parameter is refused', () => {
    expect(of(before, { [PROBE]: 400 })).toEqual([held]);
  });

  const notArray = { code: 'not-an-array', offset: 0, message: 'Not so.', excerpt: '{}' } as const;
  const noControl = 'A control listing without it could not be read either, so the parameter may not be the cause.';
  const broken = (
    message: string,
    actual: string,
    at: string,
    expected = 'the same orders as without the parameter',
  ) => ({
    message,
    expected,
    actual,
    at,
    exchange: PROBE,
  });

  test.each<[string, Answered, readonly [without: unknown, withControl: unknown]]>([
    [
      'another status',
      500,
      [
        open(`?limit=1 got 500. ${noControl}`),
        broken(
          'With ?limit=1, the listing gets another status than without it.',
          'status 500',
          'status',
          'status 200, or a 4xx',
        ),
      ],
    ],
    [
      'another body',
      listed([], { problem: notArray }),
      [
        open(`?limit=1 is not an array. ${noControl}`),
        broken('With ?limit=1, the listing is not an array of orders. Not so.', '{}', 'body byte 0'),
      ],
    ],
  ])('is broken by %s only where the listing is there once more without the parameter', (_, probe, results) => {
    const control = { 'listing/not-found': listed([101n]) };
    expect([of(before, { [PROBE]: probe }), of(before, { [PROBE]: probe }, control)]).toEqual(
      results.map((result) => [result]),
    );
  });

  const brokeOff = listingOf([], { problem: { ...notArray, code: 'truncated' } });

  test.each<[string, Answered, string]>([
    [
      'breaks off',
      { status: 200, reading: brokeOff, record: { end: 'truncated' } },
      'The listing could not be read to its end as a JSON array; see the findings about it.',
    ],
    ['is over a limit of the suite', { status: 200, record: { end: 'stopped' } }, OVER_LIMIT],
  ])('is open where the listing %s', (_, probe, reason) => {
    expect(of(before, { [PROBE]: probe }, { 'listing/not-found': listed([101n]) })).toEqual([open(reason)]);
  });

  test('holds where more comes than a page has', () => {
    const record = { end: 'stopped', length: 65 * 1024 * 1024 } as const;
    expect(of(before, { [PROBE]: { status: 200, record } })).toEqual([held]);
  });

  test.each<[string, Answered, unknown]>([
    [
      'is broken',
      listed([101n]),
      broken('With ?limit=1, the listing is one page of several.', 'Content-Range: 0-0/2', 'header Content-Range'),
    ],
    ['holds where the listing is one without the parameter as well', { status: 206 }, held],
  ])('by a sign of a page, %s', (_, plain, result) => {
    const probe = { status: 200, headers: [['Content-Range', '0-0/2']], reading: listingOf([101n]) } as const;
    expect(of(before, { 'accept/listing-any': plain, [PROBE]: probe })).toEqual([result]);
  });

  describe('where the listing has more elements with the parameter', () => {
    const CONTROL = 'listing/not-found';
    const AFTER = 'listing/after';
    const counting = (count: number, withoutId = 0) => listed([101n], { count, withoutId });
    const more = (actual: string) =>
      broken('With ?limit=1, the listing has more elements than without it.', actual, 'body');

    test.each<[string, Sent, unknown]>([
      ['is broken', [{ [PROBE]: counting(3) }, { [CONTROL]: counting(1) }], more('3 elements instead of 1')],
      [
        'is broken where the plain listings grow less than that',
        [{ [PROBE]: counting(4) }, { [CONTROL]: counting(2) }, { [AFTER]: counting(3) }],
        more('4 elements instead of 2'),
      ],
      [
        'is broken where the cancel of a listed order explains one of two',
        [
          { [PROBE]: counting(3) },
          { [CONTROL]: counting(1) },
          { 'cancel-pending/cancel': 204 },
          { [AFTER]: listed([]) },
        ],
        more('3 elements instead of 1'),
      ],
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
      [
        'holds where a cancel explains elements without an id',
        [
          { [PROBE]: counting(2, 1) },
          { [CONTROL]: counting(1) },
          { 'cancel-pending/cancel': 204 },
          { [AFTER]: listed([], { count: 1, withoutId: 1 }) },
        ],
        held,
      ],
      [
        'is open without a control listing',
        [{ [PROBE]: counting(3) }, { [CONTROL]: 500 }],
        open('With ?limit=1, the listing held other orders, and a control listing could not be read.'),
      ],
    ])('%s', (_, sent, result) => {
      expect(of(before, ...sent)).toEqual([result]);
    });
  });
});
