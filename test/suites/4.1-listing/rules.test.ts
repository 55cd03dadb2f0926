import { describe, expect, test } from 'vitest';
import { OVER_LIMIT } from '../../../runner/evidence/evidence.js';
import type { Header } from '../../../runner/evidence/exchange.js';
import type { JsonProblem } from '../../../runner/listing/index.js';
import { storeOrdersInterface } from '../../../suites/contract.js';
import { listingOf } from '../../engine/made-up.js';
import { type Answered, evidence, listed, resultsOf, type Sent } from '../evidence.js';

const problem = (code: JsonProblem['code']): JsonProblem => ({ code, offset: 7, message: 'No.', excerpt: '[{"id"' });
const notArray = listed([], { problem: problem('not-an-array') });
const cut = (end: 'truncated' | 'undecodable', reading = listingOf([1n, 2n], { problem: problem('truncated') })) =>
  ({ status: 200, reading, record: { end } }) as const;
const stopped = (mebibytes: number) =>
  ({ status: 200, record: { end: 'stopped', length: mebibytes * 1024 * 1024 + 1 } }) as const;
const unread = listed([], { unread: 'Too deep.' });
const held = ['held', 'listing/before'];
const open = { unjudged: 'inconclusive', reason: 'Too deep.' };

describe('list.json', () => {
  const expected = 'complete, strict JSON (RFC 8259)';
  const broken = (message: string, actual: string, at: string) => ({
    message,
    expected,
    actual,
    at,
    exchange: 'listing/before',
  });
  const short = (element: number) =>
    `The body of the listing is shorter than announced; it broke off in element ${element}.`;

  test.each<[string, Answered, unknown]>([
    ['holds for an array', listed([1n]), held],
    ['holds for JSON that is not an array', notArray, held],
    ['holds where more came than a page has', stopped(65), held],
    ['is open where it was not read', unread, open],
    ['is open where it is over a limit of the suite', stopped(1), { unjudged: 'inconclusive', reason: OVER_LIMIT }],
    ['is broken where less came than was announced', cut('truncated'), broken(short(2), '[{"id"', 'body')],
    [
      'is broken where nothing came',
      { status: 200, record: { end: 'truncated' } },
      broken(short(0), 'the body ends early', 'body'),
    ],
    [
      'is broken by a content coding that cannot be undone',
      { ...cut('undecodable'), headers: [['Content-Encoding', 'gzip']] },
      {
        message: 'The content coding of the listing cannot be undone.',
        expected: 'a body in the coding that Content-Encoding names, or no Content-Encoding',
        actual: 'Content-Encoding: gzip',
        at: 'header Content-Encoding',
        exchange: 'listing/before',
      },
    ],
  ])('%s', (_, answered, result) => {
    expect(resultsOf('list.json', { sent: [{ 'listing/before': answered }] })).toEqual([result]);
  });
});

describe('list.array', () => {
  const of = (...sent: Sent) => resultsOf('list.array', { orders: { pending: [101n] }, sent });

  test.each<[string, Answered, unknown[]]>([
    ['holds for an array', listed([1n]), [held]],
    ['is open where it was not read', unread, [open]],
    ['says nothing of what broke off', cut('truncated', listingOf([1n])), []],
    ['says nothing of what is not JSON', listed([], { problem: problem('trailing-data') }), []],
    [
      'is broken by other JSON',
      notArray,
      [
        {
          message: 'No.',
          expected: 'a JSON array of orders',
          actual: '[{"id"',
          at: 'body byte 7',
          exchange: 'listing/before',
        },
      ],
    ],
  ])('%s', (_, answered, results) => {
    expect(of({ 'listing/before': answered })).toEqual(results);
  });

  test('is judged of the first listing, where the second one got no answer: another requirement says so', () => {
    const lost = { failure: 'Reset.' };
    const reason = { unjudged: 'inconclusive', reason: expect.stringMatching(/^Reset\./), scenario: 'listing' };
    expect(of({ 'listing/before': listed([1n]) }, { 'listing/after': lost })).toEqual([held]);
    expect(of({ 'listing/before': lost }, { 'listing/after': lost })).toEqual([reason]);
  });
});

test('list.content-type is judged of a body that was not read, and not where there is none', () => {
  const empty = listed([], { problem: problem('empty') });
  const of = (answered: Answered) => resultsOf('list.content-type', { sent: [{ 'listing/before': answered }] });
  expect([...of(stopped(1)), ...of(empty)]).toMatchObject([{ actual: 'no Content-Type' }]);
});

describe('list.status', () => {
  const of = (...sent: Sent) => resultsOf('list.status', { orders: { pending: [101n] }, sent });
  const before = { 'listing/before': listed([101n]) };
  const got = (exchange: string, actual: string, hint = '') => ({
    message: `A listing with the valid key must get 200.${hint}`,
    expected: 'status 200',
    actual,
    at: 'status',
    exchange,
  });

  test('is broken by a listing that was sent for something else, too, but for one that refuses the key', () => {
    const later = { 'kept-connections/list-valid-wrong': 500, 'kept-connections/list-valid-missing': 401 };
    expect(of(before, later)).toEqual([held, got('kept-connections/list-valid-wrong', 'status 500')]);
  });

  test('is broken by one that is sent for it and refuses the key', () => {
    const accept = { 'accept/listing-any': 401 };
    const cancel = { 'cancel-pending/cancel': 204 };
    expect(of(before, accept, cancel)).toEqual([held, got('accept/listing-any', 'status 401')]);
  });

  test('asks for the base address after a 404', () => {
    expect(of({ 'listing/before': 404, 'auth-list-missing/probe': 401 })).toEqual([
      got('listing/before', 'status 404', ' Is the base address right?'),
    ]);
  });

  test('says where a redirect leads', () => {
    const redirect = { status: 302, headers: [['location', '/login']], body: 'Go.' } as const;
    expect(of({ 'listing/before': redirect })).toEqual([
      got('listing/before', 'status 302, Location: /login, body Go.'),
    ]);
  });

  test.each<[string, number, unknown]>([
    ['is broken by a 401 where a cancel showed that the key is accepted', 404, got('listing/before', 'status 401')],
    [
      'is open with a 401 where no cancel did: the key may be wrong',
      500,
      {
        unjudged: 'inconclusive',
        reason:
          'The listing refuses the API key (401), and no cancel showed that the target accepts it. Is it the key for this address?',
      },
    ],
  ])('%s', (_, cancel, result) => {
    expect(
      of(
        { 'listing/before': 401, 'auth-list-missing/probe': 403 },
        { 'cancel-pending/cancel': cancel, 'cancel-unknown-plain/cancel': 500 },
      ),
    ).toEqual([result]);
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
    ['are none', [200], [{ observed: 'none' }]],
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
