import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Change, compareReports } from '../../runner/judge/compare.js';
import type { Report, RequirementResult, Verdict } from '../../runner/judge/report.js';
import { cleanReport, sampleReport } from '../reporters/sample-report.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { resultOf } from './contract.js';

const verdicts = ['pass', 'fail', 'warn', 'blocked', 'inconclusive', 'skipped', 'not-applicable', 'error'] as const;

const requirement = (id: string, verdict: Verdict, known?: true) => resultOf(id, verdict, known && { known });

const reportWith = (...requirements: RequirementResult[]): Report => ({ ...cleanReport, requirements });

const ids = ['a', 'b', 'constructor', '__proto__', 'toString'];

/** Any of these requirements, each with any verdict, in any order. */
const reports = fc
  .shuffledSubarray(ids)
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((id) =>
        fc.tuple(fc.constantFrom(...verdicts), fc.boolean()).map(([verdict, known]) => {
          return requirement(id, verdict, known ? true : undefined);
        }),
      ),
    ),
  )
  .map((requirements) => reportWith(...requirements));

describe('a requirement', () => {
  const changes: Readonly<Record<string, readonly Change[]>> = {
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
  const states: Readonly<Record<string, readonly (Verdict | undefined)[]>> = {
    held: ['pass'],
    broken: ['fail', 'warn'],
    open: ['blocked', 'inconclusive', 'skipped', 'error', 'not-applicable', undefined],
  };
  const results = (verdict: Verdict | undefined) => (verdict ? [requirement('a', verdict)] : []);

  test.each(Object.entries(changes))('that goes from %s is %s', (states_, change) => {
    const [from = '', to = ''] = states_.split(' ');
    for (const old of states[from] ?? []) {
      for (const now of states[to] ?? []) {
        if (old === undefined && now === undefined) continue;
        const { requirements, worse } = compareReports(reportWith(...results(old)), reportWith(...results(now)));
        expect([requirements.map((entry) => entry.change), worse]).toEqual([
          change,
          change.includes('newly-broken') || change.includes('no-longer-judged'),
        ]);
      }
    }
  });

  test('is in one class at most, once, whatever the reports hold', () => {
    fc.assert(
      fc.property(reports, reports, (older, newer) => {
        const { requirements, counts, worse } = compareReports(older, newer);
        const all = new Set([...older.requirements, ...newer.requirements].map(({ id }) => id));
        expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
        expect(requirements.filter(({ id }) => !all.has(id))).toEqual([]);
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(requirements.length);
        for (const [change, count] of Object.entries(counts))
          expect(requirements.filter((entry) => entry.change === change)).toHaveLength(count);
        expect(worse).toBe(counts['newly-broken'] + counts['no-longer-judged'] > 0);
      }),
    );
  });
});

test('a requirement that is not scored counts as not judged', () => {
  const unscored: RequirementResult = { ...requirement('a', 'fail'), scored: false };
  const { requirements, worse } = compareReports(reportWith(requirement('a', 'pass')), reportWith(unscored));
  expect([requirements, worse]).toMatchObject([
    [{ change: 'no-longer-judged', old: { verdict: 'pass' }, new: { verdict: 'fail', scored: false } }],
    true,
  ]);
});

test('a report compared with itself says that nothing changed', () => {
  fc.assert(
    fc.property(fc.oneof(reports, fc.constantFrom(sampleReport, cleanReport)), (report) => {
      const comparison = compareReports(report, structuredClone(report));
      expect(comparison.requirements.filter(({ change }) => change !== 'still-broken')).toEqual([]);
      expect(comparison.worse).toBe(false);
    }),
  );
});

test('the schema of the comparison accepts comparisons, and members that are added later', () => {
  const later = { ...compareReports(cleanReport, sampleReport), later: 1 };
  expect(problemsOf(validatorOf('schemas/compare.schema.json'), JSON.parse(JSON.stringify(later)))).toEqual([]);
});
