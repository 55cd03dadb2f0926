import { expect, test } from 'vitest';
import { listed, resultsOf, type Sent } from '../evidence.js';

/** 101 is cancelled by cancel-pending, 102 by auth-cancel-pending. */
const orders = { pending: [101n, 102n] };
const before = { 'listing/before': listed([101n, 102n]) };
const refused = { 'auth-cancel-pending/missing': 401, 'auth-cancel-pending/wrong': 401 };
const other = { 'cancel-pending/cancel': 204 };
const of = (...sent: Sent) => resultsOf('auth.no-effect', { orders, sent: [before, ...sent] });
const open = (reason: string) => [{ unjudged: 'inconclusive', reason, scenario: 'auth-cancel-pending' }];

test('auth.no-effect holds where the order can be cancelled after the refusals', () => {
  expect(of(refused, { 'auth-cancel-pending/cancel': 204 })).toEqual([['held', 'auth-cancel-pending/cancel']]);
});

test('auth.no-effect holds where another order can, after refusals of its own', () => {
  expect(of({ 'cancel-pending/refused-missing': 401 }, other)).toEqual([['held', 'cancel-pending/cancel']]);
});

test('auth.no-effect is broken where it cannot, and another order could', () => {
  expect(of(other, refused, { 'auth-cancel-pending/cancel': { status: 409, body: 'Gone.' } })).toEqual([
    {
      message:
        'Order 102 could not be cancelled after cancels that were refused. Other pending orders could, so a refused cancel had an effect, or the fixture is wrong and the order was not pending.',
      expected: 'status 204',
      actual: 'status 409, body Gone.',
      at: 'status',
      exchange: 'auth-cancel-pending/cancel',
    },
  ]);
});

test.each<[string, Sent, string]>([
  [
    'where a cancel without a valid key was accepted',
    [{ 'auth-cancel-pending/missing': 401, 'auth-cancel-pending/wrong': 204 }, { 'auth-cancel-pending/cancel': 404 }],
    'A cancel without a valid key was accepted, so the order was no longer pending.',
  ],
  [
    'where the cancel fails in another way',
    [refused, { 'auth-cancel-pending/cancel': 500, ...other }],
    'The cancel with the valid key failed in another way.',
  ],
  ['where the cancel was not answered', [refused, { 'auth-cancel-pending/cancel': { failure: 'Reset.' } }], 'Reset.'],
])('auth.no-effect is open %s', (_, sent, reason) => {
  expect(of(...sent)).toEqual(open(reason));
});

test('auth.no-effect says nothing of an order that no refused cancel went to before', () => {
  expect(of({ 'cancel-pending/cancel': 409 })).toEqual([]);
  expect(of({ 'auth-cancel-pending/cancel': 204 }, refused)).toEqual([]);
});

test.each(['auth-cancel-pending', 'cancel-pending'])(
  'auth.no-effect says nothing of the order of %s where a text may have cancelled it, and another order could be',
  (scenario) => {
    const another = scenario === 'cancel-pending' ? { 'auth-cancel-pending/cancel': 204 } : other;
    const refusal = { [scenario === 'cancel-pending' ? `${scenario}/refused-missing` : `${scenario}/missing`]: 401 };
    const sent = [{ 'cancel-not-int64/word': 204 }, refusal, { [`${scenario}/cancel`]: 404, ...another }];
    expect(of(...sent)).toEqual([]);
  },
);

test.each([
  [' ', { actual: 'no WWW-Authenticate' }],
  ['Bearer', ['held', 'auth-list-missing/probe']],
])('auth.www-authenticate, of a 401 with the challenge %j', (value, result) => {
  const probe = { status: 401, headers: [['WWW-Authenticate', value]] } as const;
  expect(resultsOf('auth.www-authenticate', { sent: [before, { 'auth-list-missing/probe': probe }] })).toMatchObject([
    result,
  ]);
});
