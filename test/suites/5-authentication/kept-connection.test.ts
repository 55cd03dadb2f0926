import { expect, test } from 'vitest';
import { type Answered, listed, resultsOf, type Sent } from '../evidence.js';

const orders = { pending: [101n] };
const before = { 'listing/before': listed([101n]) };
const of = (...sent: Sent) => resultsOf('auth.kept-connection', { orders, sent: [before, ...sent] });
const open = (reason: string, unjudged = 'inconclusive') => ({ unjudged, reason, scenario: 'kept-connections' });

test.each<[string, Answered, unknown]>([
  [
    'is open where the connection was to be kept',
    {
      status: 200,
      headers: [
        ['Connection', 'Upgrade'],
        ['Connection', 'x, Keep-Alive'],
      ],
    },
    open('The target said that it keeps the connection, and it was not kept. Run again.'),
  ],
  [
    'does not apply where it was not',
    { status: 200, headers: [['Connection', 'close']] },
    open('The target closes its connections, so no second request goes over one.', 'not-applicable'),
  ],
])('auth.kept-connection, of a request on a new connection, %s', (_, opener, result) => {
  const another = { status: 200, headers: [['Connection', 'keep-alive']] } as const;
  const sent = [
    { 'kept-connections/list-valid-wrong': opener },
    { 'kept-connections/list-valid-missing': another },
    { 'kept-connections/list-wrong-after-valid': 401 },
  ];
  expect(of(...sent)).toEqual([result]);
});

const isWrongAlone = open('The same request is answered wrongly on a connection of its own as well.');
const follows = (which: string, credential: string, differs: object) => ({
  message: `The response to ${which.startsWith('list') ? 'listOrders' : 'cancelOrder'} with ${credential} follows the key of an earlier request on this connection, not its own.`,
  at: 'status',
  exchange: `kept-connections/${which}`,
  ...differs,
});
const entered = follows('list-missing-after-valid', 'no Authorization header', {
  expected: 'status 401',
  actual: 'status 200',
});
const looked = follows('cancel-missing-after-valid', 'no Authorization header', {
  expected: 'status 401',
  actual: 'status 404',
});
const refused = follows('list-valid-after-wrong', 'the valid key', {
  expected: 'the answer that it gets on a connection of its own',
  actual: 'status 401',
});

test.each<[string, Readonly<Record<string, number>>, string, number, unknown]>([
  ['holds', {}, 'list-missing-after-valid', 401, ['held', 'kept-connections/list-missing-after-valid']],
  ['is broken without the key', { 'auth-list-missing/probe': 401 }, 'list-missing-after-valid', 200, entered],
  [
    'is broken without the key, whatever cancels get',
    { 'auth-list-missing/probe': 401, 'cancel-pending/refused-missing': 404 },
    'list-missing-after-valid',
    200,
    entered,
  ],
  [
    'is open without the key where that is accepted elsewhere',
    { 'auth-list-missing/probe': 401, 'accept/refused-any': 200 },
    'list-missing-after-valid',
    200,
    { ...isWrongAlone, waitsFor: 'accept/refused-any' },
  ],
  ['is open where nothing was sent elsewhere', {}, 'list-missing-after-valid', 200, isWrongAlone],
  [
    'is broken without the key, whatever other ids get',
    { 'auth-cancel-unknown/missing': 401, 'auth-cancel-unknown-long/missing': 404 },
    'cancel-missing-after-valid',
    404,
    looked,
  ],
  [
    'is broken with the key, whatever queries get',
    { 'accept/listing-any': 200, 'listing-queries/limit=1': 401 },
    'list-valid-after-wrong',
    401,
    refused,
  ],
  [
    'is open with the key where that is refused elsewhere',
    { 'accept/listing-any': 401 },
    'list-valid-after-wrong',
    401,
    { ...isWrongAlone, waitsFor: 'accept/listing-any' },
  ],
])('auth.kept-connection, of a request on a kept connection, %s', (_, elsewhere, second, status, result) => {
  expect(
    of(elsewhere, { [`kept-connections/${second}`]: { status, kept: 1 } }, { 'cancel-pending/cancel': 204 }),
  ).toEqual([result]);
});

test.each<[string, Sent]>([
  [
    'gets a 401',
    [{ 'kept-connections/cancel-valid-after-wrong': { status: 401, kept: 1 } }, { 'cancel-pending/cancel': 204 }],
  ],
  [
    'gets anything where others show that answers follow the connection',
    [
      { 'auth-list-missing/probe': 401 },
      { 'kept-connections/list-missing-after-valid': { status: 200, kept: 1 } },
      { 'kept-connections/cancel-valid-after-wrong': { status: 500, kept: 1 } },
    ],
  ],
])('cancel.unknown.status says nothing of a cancel on a kept connection that %s', (_, sent) => {
  expect(resultsOf('cancel.unknown.status', { orders, sent: [before, ...sent] })).toEqual([]);
});
