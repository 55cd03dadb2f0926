import { describe, expect, test } from 'vitest';
import { blocked, inconclusive, type Unjudged } from '../../runner/evidence/unjudged.js';
import type { Report } from '../../runner/judge/report.js';
import { held, type Result, type Rule } from '../../runner/judge/rule.js';
import { cancelOwn, madeUpScenario } from '../engine/made-up.js';
import { evidenceOf, listed, type Sent } from '../suites/evidence.js';
import { type Contract, contract, planned, reportOn, showing } from './contract.js';

/** Before the others: what reads two listings, what sends two requests, and what goes to an id after the second listing. */
const contractWith = (first: Partial<Rule>): Contract => ({
  ...contract({ first }),
  suites: [
    {
      id: 'more',
      title: 'More',
      scenarios: [
        madeUpScenario({ id: 'both', reads: ['before', 'after'] }),
        madeUpScenario({
          id: 'twice',
          order: { state: 'pending', for: 'race' },
          requests: { cancel: cancelOwn, again: { ...cancelOwn, role: 'again' } },
        }),
        madeUpScenario({
          id: 'late',
          requests: { cancel: { ...cancelOwn, role: 'unknown', order: { unknown: 'plain' }, stage: 'again' } },
        }),
      ],
    },
    ...contract().suites,
  ],
});

interface Run {
  readonly sent?: Sent[number];
  readonly unsent?: Readonly<Record<string, Unjudged>>;
  readonly scenarios?: readonly string[];
  /** Instead of being sent. */
  readonly notApplicable?: string;
}

const ALL = { 'one/cancel': 204, 'two/cancel': 204, 'twice/cancel': 204 };

/** The report on a run of this rule for the requirement `first`. */
const judged = (rule: Partial<Rule>, { sent = ALL, unsent = {}, scenarios = [], notApplicable }: Run = {}): Report => {
  const of = contractWith(rule);
  const plan = planned(of, { pending: [101n, 102n, 103n], select: { scenarios } });
  const changed = plan.scenarios.map((scenario) =>
    scenario.id === notApplicable ? { ...scenario, state: 'not-applicable' as const, reason: 'None.' } : scenario,
  );
  const steps = [{ 'listing/before': listed([101n, 102n, 103n]) }, sent];
  const differs = { unsent: new Map(Object.entries(unsent)) };
  return reportOn(of, evidenceOf({ ...plan, scenarios: changed }, steps, differs));
};

describe('a requirement', () => {
  const kept = held(undefined, 'Kept.');
  const open = blocked('No.');
  const oneLost = { sent: { ...ALL, 'one/cancel': { failure: 'Reset.' } } };
  const twoLost = { sent: { ...ALL, 'two/cancel': { failure: 'Reset.' } } };
  const ended = inconclusive('The run was ended.');
  const noListing = { unsent: { 'listing/after': ended } };
  const notTwice = { unsent: { 'twice/again': ended } };
  const oneAlone = { scenarios: ['one', 'both'], sent: { 'one/cancel': 204 } };

  test.each<[string, readonly string[], readonly Result[], Run, string]>([
    ['is open where a listing was not sent', ['both'], [kept], noListing, 'inconclusive: The run was ended.'],
    ['is open where one of two requests was not', ['twice'], [kept], notTwice, 'inconclusive: The run was ended.'],
    ['holds without requests of other scenarios', ['one'], [kept], notTwice, 'pass'],
    ['holds without a listing that others read', ['one'], [kept], noListing, 'pass'],
    ['is open where its one scenario was not answered', ['two'], [kept], twoLost, 'inconclusive: Reset.'],
    ['says so in the words of its rule', ['two'], [kept, open], twoLost, 'blocked: No.'],
    ['says so in those about a listing', ['two'], [kept, blocked('No.', 'listing')], twoLost, 'blocked: No.'],
    ['says of two scenarios which was not', ['one', 'two'], [kept, open], oneLost, 'inconclusive: Reset.'],
    ['holds where one was left out', ['one', 'two'], [kept], { ...oneAlone, ...noListing }, 'pass'],
    ['is open where the one that was not is', ['one', 'two'], [kept, blocked('No.', 'one')], oneAlone, 'blocked: No.'],
    ['does not apply where its scenario does not', ['late'], [], { notApplicable: 'late' }, 'not-applicable: None.'],
  ])('%s', (_, needs, results, run, expected) => {
    const { verdict, reason } = judged({ needs, judge: () => results }, run).requirements[0] ?? {};
    expect(reason === undefined ? verdict : `${verdict}: ${reason}`).toBe(expected);
  });
});

describe('a deviation is found in the scenario', () => {
  test.each([
    ['that comes first of its own, where a listing shows it', ['both', 'listed'], 'listing/last', 'both'],
    ['that comes first of its own, where no exchange shows it', ['both', 'two'], undefined, 'both'],
    ['that sent the exchange', ['both'], 'two/cancel', 'two'],
  ])('%s', (_, needs, exchange, scenario) => {
    const sent = { ...ALL, 'listing/last': listed([]) };
    const { findings } = judged({ needs, judge: showing(exchange) }, { sent });
    expect(findings.filter(({ requirement }) => requirement === 'first').map((found) => found.scenario)).toEqual([
      scenario,
    ]);
  });
});

test('a deviation is told where there is a scenario, although those that it could count for were left out', () => {
  const run = { scenarios: ['one'], sent: { 'one/cancel': 204 } };
  const { requirements, findings } = judged({ needs: ['two'], judge: showing('listing/before') }, run);
  expect(requirements[0]).toMatchObject({ verdict: 'fail', scenarios: ['two', 'one'], exchanges: ['listing/before'] });
  expect(findings).toMatchObject([{ requirement: 'first', scenario: 'one' }]);
});
