import { expect, test } from 'vitest';
import { listed, resultsOf, type Sent } from './evidence.js';

/** 105 is cancelled by cancel-pending, 107 by auth-cancel-pending; several cancels race for 102. */
const pending = Array.from({ length: 9 }, (_, index) => 101n + BigInt(index));
const before = { 'listing/before': listed(pending) };
/** As pending, but for the one that was cancelled. */
const shows = (cancelled: string) =>
  listed(pending, {
    elements: new Map(pending.map((id) => [id, `{"status":"${id === 105n ? cancelled : 'open'}"}`])),
  });
const elsewhere = { 'cancel-pending/cancel': 204 };
const without = { 'auth-cancel-pending/cancel': 410 };

test.each<[string, Sent, string[]]>([
  [
    'holds for what simultaneous cancels get where none wins',
    [{ 'cancel-witness/first': 300, 'cancel-witness/second': 410 }],
    [],
  ],
  [
    'is broken by a status without a row where a listing shows the order as pending later',
    [{ 'listing/before': shows('open') }, elsewhere, without, { 'listing/after': shows('void') }],
    ['auth-cancel-pending/cancel'],
  ],
  ['is open there where another cancel may have changed the order', [elsewhere, without], []],
])('cancel.status-table %s', (_, sent, broken) => {
  const results = resultsOf('cancel.status-table', {
    orders: { pending },
    sent: 'listing/before' in (sent[0] ?? {}) ? sent : [before, ...sent],
  });
  expect(results.filter((result) => !Array.isArray(result))).toMatchObject(broken.map((exchange) => ({ exchange })));
});
