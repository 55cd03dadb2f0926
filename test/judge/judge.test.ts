import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocked, inconclusive, notApplicable } from '../../runner/evidence/unjudged.js';
import type { Report } from '../../runner/judge/report.js';
import { held, type Rule } from '../../runner/judge/rule.js';
import { evidenceOf, listed, type Sent } from '../suites/evidence.js';
import { broken, contract, judged, planned, reportOn, showing } from './contract.js';

const listing = { 'listing/before': listed([101n, 102n]) };
const bothSucceed: Sent = [listing, { 'one/cancel': 204, 'two/cancel': 204 }];

const verdicts = ({ requirements }: Report) => Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));

const states = ({ scenarios }: Report) => Object.fromEntries(scenarios.map(({ id, state }) => [id, state]));

test('a report says what each requirement came to, and what each scenario sent', async () => {
  const of = {
    ...contract({ advice: { judge: () => [held(undefined, 'A remark.'), { ...broken, actual: 'a quote' }] } }),
    observers: [
      {
        ambiguity: 'open',
        observe: () => [{ observed: 'this' }, { observed: 'that: ', quoted: 'a quote' }, { observed: 'this' }],
      },
    ],
  };
  const answers: Sent = [listing, { 'one/cancel': { status: 409, body: 'A quote.' } }, { 'two/cancel': 204 }];
  const evidence = evidenceOf(planned(of), answers, { durationMs: 98.7654321, warnings: ['Is it?'] });
  const report = JSON.stringify(reportOn(of, evidence), undefined, 2);
  await expect(`${report}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'expected/report.json'));
});

test('an exchange that was repeated is told once, as its last attempt, with the number of attempts', () => {
  const { exchanges } = judged([{ 'listing/before': 503 }, { 'listing/before': 503 }, { 'listing/before': 200 }]);
  expect(exchanges).toMatchObject([{ id: 'listing/before', attempts: 3, response: { status: 200 } }]);
});

test('a DELETE that never left is not listed as a deletion, and one that may have left is', () => {
  const unreachable = evidenceOf(planned(contract()), bothSucceed);
  const [before, one, two] = unreachable.exchanges;
  const lost = (sent?: false) => ({
    outcome: {
      kind: 'failure' as const,
      failure: { kind: 'reset' as const, message: 'Lost.', ...(sent === false && { sent }) },
    },
  });
  if (!before || !one || !two) throw new Error('Three exchanges are there.');
  const deletions = (sent?: false) => judged([], {}, { exchanges: [before, one, { ...two, ...lost(sent) }] }).deletions;
  expect(deletions(false).map(({ orderId }) => orderId)).toEqual(['102']);
  expect(deletions()).toMatchObject([
    { orderId: '102', status: 204 },
    { orderId: '101', status: null },
  ]);
});

describe('a requirement', () => {
  const says = (results: ReturnType<Rule['judge']>): Partial<Rule> => ({ judge: () => results });
  const of = (results: ReturnType<Rule['judge']>, sent: Sent = bothSucceed) => {
    const { verdict, reason } = judged(sent, { second: says(results) }).requirements[1] ?? {};
    return { verdict, reason };
  };

  const open = [blocked('Blocked.', 'one'), inconclusive('Inconclusive.', 'two')];
  const lost: Sent = [listing, { 'one/cancel': 204, 'two/cancel': { failure: 'Reset.' } }];
  const unseen = 'No response showed this. See what else failed or could not be judged.';

  test.each<[string, ReturnType<Rule['judge']>, Sent, string, string?]>([
    ['held', [held()], bothSucceed, 'pass'],
    ['open in two ways', [held(), ...open], bothSucceed, 'inconclusive', 'Inconclusive.'],
    ['blocked', [held(), blocked('Blocked.', 'one')], bothSucceed, 'blocked', 'Blocked.'],
    ['broken, and open', [held(), ...open, broken], bothSucceed, 'fail'],
    ['not shown', [], bothSucceed, 'inconclusive', unseen],
    ['without an answer to a scenario', [held()], lost, 'inconclusive', 'Reset.'],
    ['without one, in the words of its rule', [held(), blocked('Own words.', 'two')], lost, 'blocked', 'Own words.'],
  ])('that is %s', (_, results, sent, verdict, reason) => {
    expect(of(results, sent)).toEqual({ verdict, reason });
  });

  test('counts what other scenarios show, and not what they leave open, where its own are left out', () => {
    const options = { select: { scenarios: ['one', 'listed'] } };
    const sent: Sent = [listing, { 'one/cancel': 409 }];
    const fromOther: Partial<Rule> = { needs: ['two'] };
    const report = judged(sent, { second: fromOther }, {}, options);
    expect(verdicts(report)).toEqual({ first: 'fail', second: 'fail', advice: 'skipped' });
    const open = judged([listing, { 'one/cancel': 503 }], { second: fromOther }, {}, options);
    expect(verdicts(open)).toEqual({ first: 'inconclusive', second: 'skipped', advice: 'skipped' });
  });

  test('that was not selected is skipped, whatever was seen', () => {
    const report = judged([listing, { 'one/cancel': 409 }], {}, {}, { select: { requirements: ['first'] } });
    expect(verdicts(report)).toEqual({ first: 'fail', second: 'skipped', advice: 'skipped' });
    expect(states(report)).toEqual({ one: 'sent', two: 'skipped', listed: 'skipped' });
    expect(report.requirements[1]?.reason).toBe('It was not selected.');
    expect(report.findings.map(({ requirement }) => requirement)).toEqual(['first']);
  });
});

test.each([
  [100, []],
  [102, ['The listing contradicts 2 more declared orders.']],
])('of %i declared orders that the listing contradicts, a hundred are told', (length, more) => {
  const pending = Array.from({ length }, (_, index) => BigInt(index + 1));
  const { fixtures } = judged([{ 'listing/before': listed([]) }], {}, {}, { pending });
  const told =
    'declared pending, is not listed: the fixture is wrong, or an earlier run used it up. Declare another order that is pending, or let `provision` make one. If it exists, the listing is incomplete.';
  expect(fixtures).toEqual([...pending.slice(0, 100).map((id) => `Order ${id}, ${told}`), ...more]);
});

test('what is not applicable is remarked, and keeps nothing from being held', () => {
  const second = { judge: () => [held(), notApplicable('It has none.', 'two')] };
  const { requirements, notes } = judged(bothSucceed, { second });
  expect([requirements[1]?.verdict, requirements[1]?.reason, notes]).toEqual(['pass', undefined, ['It has none.']]);
});

describe('a scenario', () => {
  const unsent = new Map([['two/cancel', inconclusive('The run was ended.')]]);

  test('says why it was not sent, or gathered less than it should have', () => {
    const { scenarios } = judged([listing, { 'one/cancel': { failure: 'Reset.' } }], {}, { unsent });
    expect(scenarios).toMatchObject([
      { id: 'one', state: 'sent', reason: 'Reset.' },
      { id: 'two', state: 'blocked', reason: 'The run was ended.' },
      { id: 'listed', state: 'sent' },
    ]);
    expect(scenarios[2]?.reason).toBeUndefined();
  });

  test('is told with the requirements that something of it showed', () => {
    const { scenarios } = judged(bothSucceed, { advice: { judge: showing('one/cancel') } });
    expect(scenarios[0]?.requirements).toEqual(['first', 'second', 'advice']);
  });

  test('lasts from its first request to its last answer', () => {
    const sent: Sent = [listing, { 'one/cancel': 429, 'two/cancel': 204 }, { 'one/cancel': 204 }];
    const { exchanges } = evidenceOf(planned(contract()), sent);
    const timed = exchanges.map((exchange, index) => ({
      ...exchange,
      startedAt: `2026-01-01T00:00:0${index}.000Z`,
      durationMs: 1.23456,
    }));
    expect(judged([], {}, { exchanges: timed }).scenarios.map(({ durationMs }) => durationMs)).toEqual([
      2001.235, 1.235, 0,
    ]);
  });
});
