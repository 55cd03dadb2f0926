import { describe, expect, test } from 'vitest';
import { OVER_LIMIT } from '../../runner/evidence/evidence.js';
import type { Header } from '../../runner/evidence/exchange.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { listingOf } from '../engine/made-up.js';
import { type Answered, evidence, listed, resultsOf, type Sent } from './evidence.js';

const stopped = (mebibytes: number) =>
  ({ status: 200, record: { end: 'stopped', length: mebibytes * 1024 * 1024 + 1 } }) as const;
const unread = listed([], { unread: 'Too deep.' });
const held = ['held', 'listing/before'];
const exchange = 'listing/before';

test.each<[string, Answered, unknown]>([
  ['holds where more came than a page has', stopped(65), held],
  ['is open where it was not read', unread, { unjudged: 'inconclusive', reason: 'Too deep.' }],
  ['is open where it is over a limit of the suite', stopped(1), { unjudged: 'inconclusive', reason: OVER_LIMIT }],
  [
    'is broken where nothing came',
    { status: 200, record: { end: 'truncated' } },
    {
      message: 'The body of the listing is shorter than announced; it broke off in element 0.',
      expected: 'complete, strict JSON (RFC 8259)',
      actual: 'the body ends early',
      at: 'body',
      exchange,
    },
  ],
  [
    'is broken by a content coding that cannot be undone',
    { status: 200, headers: [['Content-Encoding', 'gzip']], reading: listingOf([]), record: { end: 'undecodable' } },
    {
      message: 'The content coding of the listing cannot be undone.',
      expected: 'a body in the coding that Content-Encoding names, or no Content-Encoding',
      actual: 'Content-Encoding: gzip',
      at: 'header Content-Encoding',
      exchange,
    },
  ],
])('list.json %s', (_, answered, result) => {
  expect(resultsOf('list.json', { sent: [{ 'listing/before': answered }] })).toEqual([result]);
});

describe('list.array', () => {
  const of = (...sent: Sent) => resultsOf('list.array', { orders: { pending: [101n] }, sent });

  test('is open where it was not read', () => {
    expect(of({ 'listing/before': unread })).toEqual([{ unjudged: 'inconclusive', reason: 'Too deep.' }]);
  });

  test('is judged of the first listing, where the second one got no answer: another requirement says so', () => {
    const lost = { failure: 'Reset.' };
    const reason = { unjudged: 'inconclusive', reason: expect.stringMatching(/^Reset\./), scenario: 'listing' };
    expect(of({ 'listing/before': listed([1n]) }, { 'listing/after': lost })).toEqual([held]);
    expect(of({ 'listing/before': lost }, { 'listing/after': lost })).toEqual([reason]);
  });
});

describe('list.status', () => {
  const broken = (actual: string, hint = '') => ({
    message: `A listing with the valid key must get 200.${hint}`,
    expected: 'status 200',
    actual,
    at: 'status',
    exchange,
  });
  const refused = { 'listing/before': 401, 'auth-list-missing/probe': 403 };
  const redirect = { status: 302, headers: [['location', '/login']], body: 'Go.' } as const;

  test.each<[string, Sent, unknown]>([
    [
      'is broken, and says where a redirect leads',
      [{ 'listing/before': redirect }],
      broken('status 302, Location: /login, body Go.'),
    ],
    [
      'is broken by a 404, and asks for the base address',
      [{ 'listing/before': 404, 'auth-list-missing/probe': 401 }],
      broken('status 404', ' Is the base address right?'),
    ],
    [
      'is broken by a 401 where a cancel showed that the key is accepted',
      [refused, { 'cancel-pending/cancel': 404, 'cancel-unknown-plain/cancel': 500 }],
      broken('status 401'),
    ],
    [
      'is open with a 401 where no cancel did: the key may be wrong',
      [refused, { 'cancel-pending/cancel': 500 }],
      {
        unjudged: 'inconclusive',
        reason:
          'The listing refuses the API key (401), and no cancel showed that the target accepts it. Is it the key for this address?',
      },
    ],
  ])('%s', (_, sent, result) => {
    expect(resultsOf('list.status', { orders: { pending: [101n] }, sent })).toEqual([result]);
  });
});

describe('the headers that speak of rates', () => {
  const observed = (...answers: readonly Answered[]) => {
    const sent = answers.map((answered) => ({ 'listing/before': answered }));
    const observer = storeOrdersInterface.observers.find(({ ambiguity }) => ambiguity === 'rate-limit-headers');
    return observer?.observe(evidence({ sent }));
  };
  const with429 = (...headers: readonly Header[]) => ({ status: 429, headers });
  const refused = { observed: 'requests were refused with 429' };

  test.each<[string, readonly Answered[], unknown]>([
    ['are not observed without an answer', [{ failure: 'Reset.' }], []],
    ['are none even where one request was refused', [with429(), 200], [refused, { observed: 'none' }]],
    [
      'are named once each',
      [with429(['Retry-After', '1'], ['RateLimit', 'a']), with429(['ratelimit', 'b'], ['X-Retry-After', '1'])],
      [refused, { observed: '', quoted: 'ratelimit, retry-after' }],
    ],
  ])('%s', (_, answers, result) => {
    expect(observed(...answers)).toEqual(result);
  });
});
