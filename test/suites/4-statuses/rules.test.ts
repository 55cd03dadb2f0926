import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf, type Sent } from '../evidence.js';

/** 101 is cancelled by cancel-pending, 108 by auth-cancel-pending; several cancels race for 102; nobody needs 106. */
const ALONE = 108n;
const pending = Array.from({ length: 9 }, (_, index) => 101n + BigInt(index));
const orders = { pending, other: [301n] };
const before = { 'listing/before': listed([...pending, 301n]) };

describe('cancel.status-table', () => {
  /** The ids of the answers that break it. */
  const broken = (...sent: Sent) =>
    resultsOf('cancel.status-table', { orders, sent: [before, ...sent] }).flatMap((result) =>
      Array.isArray(result) ? [] : [(result as { readonly exchange: string }).exchange],
    );
  const race = (first: Answered, second: Answered) => ({
    'cancel-witness/first': first,
    'cancel-witness/second': second,
  });
  const elsewhere = { 'cancel-pending/cancel': 204 };
  /** It was pending all the same. */
  const stillPending = (id: bigint) => ({
    'listing/after': listed(pending, { elements: new Map([[id, '{"status":"pending"}']]) }),
  });

  test.each<[string, Sent, string[]]>([
    ['holds for what the losers get', [race(204, 410)], []],
    ['holds for what all get where none wins', [race(300, 410)], []],
    ['is broken where a loser gets a server error', [race(204, 500)], ['cancel-witness/second']],
    [
      'is open where the winner gets another success, and something may have changed it before',
      [elsewhere, race(410, 200)],
      [],
    ],
    ['takes the 204 for the winner', [race(200, 204)], []],
  ])('of simultaneous cancels, %s', (_, sent, expected) => {
    expect(broken(...sent)).toEqual(expected);
  });

  test.each<[string, Sent, string[]]>([
    [
      'is broken where a listing shows it as pending later',
      [elsewhere, { 'auth-cancel-pending/cancel': 410 }, stillPending(ALONE)],
      ['auth-cancel-pending/cancel'],
    ],
    ['is open where another cancel may have changed it', [elsewhere, { 'auth-cancel-pending/cancel': 410 }], []],
    ['holds where nothing shows that any was pending', [{ 'auth-cancel-pending/cancel': 410 }], []],
    ['is broken all the same without the key', [{ 'auth-cancel-pending/wrong': 410 }], ['auth-cancel-pending/wrong']],
  ])('where the cancel of a pending order gets a status without a row, %s', (_, sent, expected) => {
    expect(broken(...sent)).toEqual(expected);
  });

  test('holds for what no row is about, but not without the key', () => {
    const open = { 'cancel-other/cancel': 410, 'cancel-pending/again': 410, 'listing-complete/spare-106': 410 };
    expect(broken(elsewhere, open, { 'auth-cancel-other/missing': 410 })).toEqual(['auth-cancel-other/missing']);
  });
});

test('list.status-table is not about queries', () => {
  const sent = [before, { 'listing-queries/limit=1': 500 }];
  expect(resultsOf('list.status-table', { sent })).toEqual([['held', 'listing/before']]);
});
