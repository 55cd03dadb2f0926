import { expect, test } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import { listed, resultsOf, type Sent } from './evidence.js';

const orders = { pending: [101n] };
const before = { 'listing/before': listed([101n]) };
const of = (...sent: Sent) => resultsOf('auth.kept-connection', { orders, sent: [before, ...sent] });
const open = (reason: string) => ({ unjudged: 'inconclusive', reason, scenario: 'kept-connections' });

test('auth.kept-connection is open where the connection was to be kept, and others were', () => {
  const headers: readonly Header[] = [
    ['Connection', 'Upgrade'],
    ['Connection', 'x, Keep-Alive'],
  ];
  const opened = { 'kept-connections/list-valid-wrong': { status: 200, headers } };
  const second = { 'kept-connections/list-wrong-after-valid': 401 };
  expect(
    of(opened, second, { 'kept-connections/cancel-valid-after-listing': { status: 404, kept: 1 } }),
  ).toContainEqual(open('The target said that it keeps the connection, and it was not kept. Run again.'));
  expect(of(opened, second)).toEqual([
    {
      ...open('The target closes its connections, so no second request goes over one.'),
      unjudged: 'not-applicable',
    },
  ]);
});

const isWrongAlone = open('The same request is answered wrongly on a connection of its own as well.');
const follows = (which: string, credential: string, expected: string, actual: string) => ({
  message: `The response to ${which.startsWith('list') ? 'listOrders' : 'cancelOrder'} with ${credential} follows the key of an earlier request on this connection, not its own.`,
  expected,
  actual,
  at: 'status',
  exchange: `kept-connections/${which}`,
});
const none = 'no Authorization header';
const alone = 'the answer that it gets on a connection of its own';

test.each<[string, Readonly<Record<string, number>>, string, number, unknown]>([
  [
    'is open without the key where that is accepted elsewhere',
    { 'auth-list-missing/probe': 401, 'accept/refused-any': 200 },
    'list-missing-after-valid',
    200,
    { ...isWrongAlone, waitsFor: { for: 'exchange', id: 'accept/refused-any' } },
  ],
  ['is open where nothing was sent elsewhere', {}, 'list-missing-after-valid', 200, isWrongAlone],
  [
    'is broken without the key, whatever other ids get',
    { 'auth-cancel-unknown/missing': 401, 'auth-cancel-unknown-long/missing': 404 },
    'cancel-missing-after-valid',
    404,
    follows('cancel-missing-after-valid', none, 'status 401', 'status 404'),
  ],
  [
    'is broken with the key, whatever queries get',
    { 'accept/listing-any': 200, 'listing-queries/limit=1': 401 },
    'list-valid-after-wrong',
    401,
    follows('list-valid-after-wrong', 'the valid key', alone, 'status 401'),
  ],
])('auth.kept-connection, of a request on a kept connection, %s', (_, elsewhere, second, status, result) => {
  expect(
    of(elsewhere, { [`kept-connections/${second}`]: { status, kept: 1 } }, { 'cancel-pending/cancel': 204 }),
  ).toEqual([result]);
});

test('cancel.unknown.status says nothing of a cancel on a kept connection where others show that answers follow that', () => {
  const sent = [
    { 'auth-list-missing/probe': 401 },
    { 'kept-connections/list-missing-after-valid': { status: 200, kept: 1 } },
    { 'kept-connections/cancel-valid-after-wrong': { status: 500, kept: 1 } },
  ];
  expect(resultsOf('cancel.unknown.status', { orders, sent: [before, ...sent] })).toEqual([]);
});
