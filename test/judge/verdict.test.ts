import { describe, expect, test } from 'vitest';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import type { RequirementResult, RunVerdict } from '../../runner/judge/report.js';
import { held, type Rule } from '../../runner/judge/rule.js';
import { runVerdict, verdictOf } from '../../runner/judge/verdict.js';
import { type Answered, listed } from '../suites/evidence.js';
import { broken, judged, resultOf } from './contract.js';

test('the verdict of a deviation follows its level, and strict lifts should alone', () => {
  const levels = ['must', 'should', 'may'] as const;
  expect(levels.map((level) => verdictOf(broken, level, false))).toEqual(['fail', 'warn', 'pass']);
  expect(levels.map((level) => verdictOf(broken, level, true))).toEqual(['fail', 'fail', 'pass']);
});

const pass = resultOf('q', 'pass');
const known = { known: true } as const;
const should = { level: 'should' } as const;

test.each<[RunVerdict, string, readonly RequirementResult[], named?: readonly string[], isCut?: boolean]>([
  ['inconclusive', 'a planned request has no exchange', [pass], [], true],
  ['nonconformant', 'one has none, and a must is broken', [resultOf('r', 'fail')], [], true],
  ['nonconformant', 'a must is broken, and others are open', [resultOf('r', 'error'), resultOf('q', 'fail')]],
  ['inconclusive', 'a must is blocked', [resultOf('r', 'blocked'), pass]],
  ['inconclusive', 'a must is inconclusive', [resultOf('r', 'inconclusive'), pass]],
  ['conformant', 'a should is blocked', [resultOf('r', 'blocked', should), pass]],
  ['conformant', 'a should is inconclusive', [resultOf('r', 'inconclusive', should), pass]],
  ['inconclusive', 'the suite failed on a should', [resultOf('r', 'error', should), pass]],
  ['conformant', 'a must was not selected', [resultOf('r', 'skipped'), pass]],
  ['inconclusive', 'a must was selected by name, and skipped', [resultOf('r', 'skipped'), pass], ['r']],
  ['conformant', 'a should was selected by name, and skipped', [resultOf('r', 'skipped', should), pass], ['r']],
  ['conformant', 'a must selected by name does not apply', [resultOf('r', 'not-applicable'), pass], ['r']],
  ['conformant', 'all that is broken is known', [resultOf('q', 'fail', known), resultOf('r', 'warn', known)]],
  ['inconclusive', 'nothing was judged', [resultOf('r', 'skipped'), resultOf('q', 'not-applicable')]],
])('a run is %s where %s', (verdict, _, results, named = [], isCut = false) => {
  expect(runVerdict(results, named, isCut)).toBe(verdict);
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
