import { describe, expect, test } from 'vitest';
import type { Io } from '../../cli/shell/io.js';
import { tellOutcome } from '../../cli/shell/reports.js';
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
        if (old === undefined) continue;
        const { requirements, worse } = compareReports(reportWith(...results(old)), reportWith(...results(now)));
        expect([requirements.map((entry) => entry.change), worse]).toEqual([
          change,
          change.includes('newly-broken') || change.includes('no-longer-judged'),
        ]);
      }
    }
  });
});

test('a requirement that the older report lacks is newly judged, however it does', () => {
  const { requirements, worse } = compareReports(
    reportWith(),
    reportWith(requirement('a', 'pass'), requirement('b', 'fail'), requirement('c', 'blocked')),
  );
  expect([requirements.map(({ id, change }) => [id, change]), worse]).toEqual([
    [
      ['a', 'newly-judged'],
      ['b', 'newly-judged'],
    ],
    false,
  ]);
});

/** A report in which each of these causes breaks some requirements. */
function reportOf(causes: Readonly<Record<string, readonly [status: string, ...requirements: string[]]>>): Report {
  const [example] = sampleReport.causes;
  if (!example) throw new Error('The sample has no cause.');
  const broken = new Set(Object.values(causes).flatMap(([, ...ids]) => ids));
  return {
    ...reportWith(...['a', 'b', 'c'].map((id) => requirement(id, broken.has(id) ? 'fail' : 'pass'))),
    causes: Object.entries(causes).map(([id, [actual, ...ids]]) => ({
      ...example,
      ...{ id, actual, requirements: ids, blocks: [], at: actual === '' ? 'body' : 'status' },
    })),
  };
}

test.each([
  // Before, now, the line after a run, and the requirements that compare calls still broken.
  [
    { x: ['403', 'a', 'b'] },
    { y: ['401', 'a', 'b'] },
    '0 of 1 cause gone, 1 still broken, now 401, 0',
    ['a 401', 'b 401'],
  ],
  [{ x: ['403', 'a'] }, { x: ['403', 'a'] }, '0 of 1 cause gone, 0', ['a undefined']],
  [{ x: ['403', 'a'], z: ['500', 'b'] }, { y: ['', 'a'] }, '1 of 2 causes gone, 1 still broken, now y, 0', ['a y']],
  [{ x: ['403', 'a'] }, { y: ['401', 'b'] }, '1 of 1 cause gone, 1', []],
] as const)('%j, then %j: the line after a run and compare agree', (before, after, line, stillBroken) => {
  const [older, newer] = [before, after].map((causes) => reportOf(causes as Parameters<typeof reportOf>[0]));
  if (!older || !newer) throw new Error('A report is missing.');
  let text = '';
  const io = { cwd: '/', err: (written: string) => (text += written) } as unknown as Io;
  tellOutcome(newer, [], io, older);
  expect(text).toContain(` Since the report that was here: ${line} newly visible.`);
  const { requirements } = compareReports(older, newer);
  const still = requirements.filter(({ change }) => change === 'still-broken');
  expect(still.map(({ id, now }) => `${id} ${now}`)).toEqual(stillBroken);
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
    ['constructor', 'newly-judged'],
    ['__proto__', 'newly-broken'],
    ['toString', 'no-longer-judged'],
  ]);
  expect(counts).toEqual({ 'newly-broken': 1, 'no-longer-judged': 1, 'still-broken': 0, 'newly-judged': 1, fixed: 0 });
});

test('the schema of the comparison accepts comparisons, and members that are added later', () => {
  const later = { ...compareReports(cleanReport, sampleReport), later: 1 };
  expect(problemsOf(validatorOf('schemas/compare.schema.json'), JSON.parse(JSON.stringify(later)))).toEqual([]);
});
