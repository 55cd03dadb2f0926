import { describe, expect, test } from 'vitest';
import { type Change, compareReports } from '../../judge/report/compare.js';
import type { Report, RequirementResult, Verdict } from '../../judge/report/report.js';
import { comparisonFormats } from '../../reporters/comparison.js';
import { cleanReport, sampleReport } from '../reporters/sample-report.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { resultOf } from './contract.js';

const requirement = (id: string, verdict: Verdict) => resultOf(id, verdict);

const reportWith = (...requirements: RequirementResult[]): Report => ({ ...cleanReport, requirements });

describe('a requirement', () => {
  type State = 'held' | 'broken' | 'open';
  const changes: Readonly<Record<`${State} ${State}`, readonly Change[]>> = {
    'held held': [],
    'held broken': ['newly-broken'],
    'held open': ['no-longer-judged'],
    'broken held': ['fixed'],
    'broken broken': ['still-broken'],
    'broken open': ['no-longer-judged'],
    'open held': ['fixed'],
    'open broken': ['still-broken'],
    'open open': [],
  };
  const states: Readonly<Record<State, readonly (Verdict | undefined)[]>> = {
    held: ['pass'],
    broken: ['fail', 'warn'],
    open: ['blocked', 'inconclusive', 'skipped', 'error', 'not-applicable', undefined],
  };
  const results = (verdict: Verdict | undefined) => (verdict ? [requirement('a', verdict)] : []);

  test.each(Object.entries(changes))('that goes from %s is %s', (both, change) => {
    const [from, to] = both.split(' ') as [State, State];
    for (const old of states[from]) {
      for (const now of states[to]) {
        if (old === undefined && now === undefined) continue;
        const { requirements, worse } = compareReports(reportWith(...results(old)), reportWith(...results(now)));
        expect([requirements.map((entry) => entry.change), worse]).toEqual([
          change,
          change.includes('newly-broken') || change.includes('no-longer-judged'),
        ]);
      }
    }
  });
});

test('a deviation that shows by chance is reported with its count', () => {
  const seen: RequirementResult = { ...requirement('cancel.race', 'warn'), attempts: 'seen with 1 of 3 orders' };
  const unseen = 'not seen in 10 simultaneous cancels of 2 orders';
  const not: RequirementResult = { ...requirement('cancel.race', 'pass'), attempts: unseen };
  const changes = [
    compareReports(reportWith(seen), reportWith(not)),
    compareReports(reportWith(not), reportWith(seen)),
  ];
  expect(changes.map(({ requirements }) => requirements)).toMatchObject([
    [{ change: 'fixed', attempts: `seen with 1 of 3 orders before, ${unseen} now` }],
    [{ change: 'newly-broken', attempts: `${unseen} before, seen with 1 of 3 orders now` }],
  ]);
  for (const comparison of changes) {
    const [attempts = ''] = comparison.requirements.map((each) => each.attempts ?? '');
    expect(comparisonFormats.text(comparison)).toContain(attempts);
    expect(comparisonFormats.markdown(comparison)).toContain(attempts);
  }
});

test('a requirement that is not scored counts as not judged', () => {
  const unscored: RequirementResult = { ...requirement('a', 'fail'), scored: false };
  const { requirements, worse } = compareReports(reportWith(requirement('a', 'pass')), reportWith(unscored));
  expect([requirements, worse]).toMatchObject([
    [{ change: 'no-longer-judged', old: { verdict: 'pass' }, new: { verdict: 'fail', scored: false } }],
    true,
  ]);
});

test('each change is counted, and a requirement of only one report is compared, with any id', () => {
  const older = reportWith(requirement('__proto__', 'pass'), requirement('toString', 'pass'));
  const newer = reportWith(requirement('constructor', 'fail'), requirement('__proto__', 'fail'));
  const { requirements, counts } = compareReports(older, newer);
  expect(requirements.map(({ id, change }) => [id, change])).toEqual([
    ['constructor', 'still-broken'],
    ['__proto__', 'newly-broken'],
    ['toString', 'no-longer-judged'],
  ]);
  expect(counts).toEqual({ 'newly-broken': 1, 'no-longer-judged': 1, 'still-broken': 1, fixed: 0 });
});

test('the schema of the comparison accepts comparisons, and members that are added later', () => {
  const later = { ...compareReports(cleanReport, sampleReport), later: 1 };
  expect(problemsOf(validatorOf('schemas/compare.schema.json'), JSON.parse(JSON.stringify(later)))).toEqual([]);
});
