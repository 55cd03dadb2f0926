import { describe, expect, test } from 'vitest';
import { blocked, inconclusive, notApplicable } from '../../runner/evidence/unjudged.js';
import type { RequirementResult, Verdict } from '../../runner/judge/report.js';
import type { Level } from '../../runner/judge/requirement.js';
import { held, type Rule } from '../../runner/judge/rule.js';
import { runVerdict, verdictOf, worst } from '../../runner/judge/verdict.js';
import { type Answered, listed } from '../suites/evidence.js';
import { broken, judged, resultOf } from './contract.js';

const levels: readonly Level[] = ['must', 'should', 'may'];

test('the verdict of a deviation follows its level, and strict lifts should alone', () => {
  expect(levels.map((level) => verdictOf(broken, level, false))).toEqual(['fail', 'warn', 'pass']);
  expect(levels.map((level) => verdictOf(broken, level, true))).toEqual(['fail', 'fail', 'pass']);
});

test('the verdict of what held, or was not judged, is the same on every level', () => {
  const results = [held(), blocked('a'), inconclusive('b'), notApplicable('c')];
  for (const level of levels) {
    const expected = ['pass', 'blocked', 'inconclusive', 'not-applicable'];
    expect(results.map((result) => verdictOf(result, level, true))).toEqual(expected);
  }
});

test.each<[Verdict, readonly Verdict[]]>([
  ['error', ['pass', 'fail', 'error']],
  ['fail', ['pass', 'warn', 'fail', 'blocked']],
  ['warn', ['inconclusive', 'warn']],
  ['inconclusive', ['pass', 'blocked', 'inconclusive']],
  ['blocked', ['pass', 'blocked', 'not-applicable']],
  ['pass', ['not-applicable', 'pass', 'skipped']],
  ['not-applicable', ['skipped', 'not-applicable']],
  ['skipped', []],
])('the worst is %s of %j', (expected, verdicts) => {
  expect(worst(verdicts)).toBe(expected);
});

describe('the verdict of a run', () => {
  const run = (results: readonly RequirementResult[], named: readonly string[] = [], isCut = false) =>
    runVerdict(results, named, isCut);

  test('is never conformant where something that was called for has no exchange', () => {
    expect(run([resultOf('r', 'pass')], [], true)).toBe('inconclusive');
    expect(run([resultOf('r', 'fail')], [], true)).toBe('nonconformant');
  });

  test('is nonconformant with one failed requirement, whatever else is open', () => {
    expect(run([resultOf('r', 'pass'), resultOf('q', 'fail')])).toBe('nonconformant');
    expect(run([resultOf('r', 'blocked'), resultOf('q', 'fail'), resultOf('p', 'error')])).toBe('nonconformant');
  });

  test.each(['blocked', 'inconclusive', 'error'] as const)('is inconclusive with a must requirement %s', (verdict) => {
    expect(run([resultOf('r', verdict), resultOf('q', 'pass')])).toBe('inconclusive');
    const advice = run([resultOf('r', verdict, { level: 'should' }), resultOf('q', 'pass')]);
    expect(advice).toBe(verdict === 'error' ? 'inconclusive' : 'conformant');
  });

  test('lets a skipped requirement go, unless it was asked for by name', () => {
    const pass = resultOf('q', 'pass');
    expect(run([pass, resultOf('r', 'skipped')])).toBe('conformant');
    expect(run([pass, resultOf('r', 'skipped')], ['r'])).toBe('inconclusive');
    expect(run([pass, resultOf('r', 'skipped', { level: 'should' })], ['r'])).toBe('conformant');
    expect(run([pass, resultOf('r', 'not-applicable')], ['r'])).toBe('conformant');
  });

  test.each(['warn', 'fail'] as const)('is conformant where all that is %s is known', (verdict) => {
    expect(run([resultOf('q', verdict, { known: true })])).toBe('conformant');
  });

  test('is inconclusive where nothing was judged', () => {
    expect(run([])).toBe('inconclusive');
    expect(run([resultOf('r', 'skipped'), resultOf('q', 'not-applicable')])).toBe('inconclusive');
  });
});

const listing = { 'listing/before': listed([101n, 102n]) };

describe('a run is complete', () => {
  const failed = { failure: 'Reset.' };
  const fromOne: Partial<Rule> = { needs: ['one'], judge: () => [held()] };

  test.each<[string, boolean, one: Answered, two: Answered, Partial<Rule>?]>([
    ['where every must requirement was judged', true, 204, 204],
    ['even where one was broken', true, 409, 204],
    ['but not where one was not judged', false, failed, 204],
    ['but not where one of its scenarios showed nothing', false, 204, failed],
    ['even where only a should requirement was not', true, 204, failed, fromOne],
  ])('%s', (_, complete, one, two, second = {}) => {
    expect(judged([listing, { 'one/cancel': one, 'two/cancel': two }], { second }).complete).toBe(complete);
  });

  test('and conformant only where everything was sent that was called for', () => {
    const unsent = new Map([['two/cancel', inconclusive('The run was ended.')]]);
    const report = judged([listing, { 'one/cancel': 204 }], { second: fromOne }, { unsent });
    expect([report.complete, report.verdict]).toEqual([false, 'inconclusive']);
    expect(report.requirements.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'inconclusive']);
  });
});
