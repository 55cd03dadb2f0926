import { describe, expect, test } from 'vitest';
import type { Check, Ending, ScenarioOutcome } from '../../runner/engine/outcome.js';
import type { Scenario } from '../../runner/engine/scenario.js';
import type { RequirementResult, Verdict } from '../../runner/judge/report.js';
import type { Level } from '../../runner/judge/requirement.js';
import { judgeRequirement, runVerdict, scenarioVerdict } from '../../runner/judge/verdict.js';

const finished: Ending = { kind: 'finished' };
const held: Check = { requirement: 'r', result: 'held' };
const broken = (level: Level): Check => ({
  requirement: 'r',
  result: 'broken',
  finding: { requirement: 'r', level, message: 'm', expected: 'e', actual: 'a', at: 'body', exchange: null },
});
const open = (result: 'blocked' | 'inconclusive'): Check => ({ requirement: 'r', result, reason: `${result} check` });

function outcome(ending: Ending, checks: readonly Check[], judged: Partial<Scenario> = {}): ScenarioOutcome {
  const scenario = {
    id: 's',
    title: 't',
    requirements: ['r'],
    needs: {},
    requests: {},
    run: async () => {},
    ...judged,
  };
  const suite = { id: 'suite', title: 'Suite', scenarios: [scenario] };
  const planned = { suite, scenario, state: 'skipped', reason: 'unused' } as const;
  return { planned, ending, checks, notes: [], observations: [], durationMs: 0 };
}
const of = (ending: Ending, checks: readonly Check[], strict = false) =>
  scenarioVerdict(outcome(ending, checks), checks, strict);

describe('the verdict of a scenario', () => {
  test('is the worst of its checks and its ending', () => {
    expect(of(finished, [held])).toBe('pass');
    expect(of(finished, [held, broken('must'), open('blocked')])).toBe('fail');
    expect(of(finished, [open('inconclusive'), broken('should')])).toBe('warn');
    expect(of(finished, [held, open('blocked'), open('inconclusive')])).toBe('inconclusive');
    expect(of(finished, [held, open('blocked')])).toBe('blocked');
    expect(of({ kind: 'error', reason: 'x' }, [broken('must')])).toBe('error');
    expect(of({ kind: 'skipped', reason: 'x' }, [])).toBe('skipped');
    expect(of({ kind: 'blocked', reason: 'x' }, [held])).toBe('blocked');
  });

  test('is inconclusive where it finished without a check, unless it judges nothing', () => {
    expect(of(finished, [])).toBe('inconclusive');
    expect(scenarioVerdict(outcome(finished, [], { requirements: [] }), [], false)).toBe('pass');
  });

  test('follows the level of a deviation, and strict lifts should alone', () => {
    const levels: readonly Level[] = ['must', 'should', 'may'];
    expect(levels.map((level) => of(finished, [broken(level)]))).toEqual(['fail', 'warn', 'pass']);
    expect(levels.map((level) => of(finished, [broken(level)], true))).toEqual(['fail', 'fail', 'pass']);
  });
});

describe('the verdict of a requirement', () => {
  const judge = (...outcomes: readonly ScenarioOutcome[]) => judgeRequirement('r', outcomes, false);
  const alongTheWay = { requirements: ['other'], alsoJudges: ['r'] };
  const unreached = {
    verdict: 'inconclusive',
    reason: 'No answer of the target showed it: an earlier deviation stood in the way.',
  };

  test('is the worst that any scenario said, with the reason of that one', () => {
    expect(judge(outcome(finished, [held]), outcome(finished, [open('blocked'), open('inconclusive')]))).toEqual({
      verdict: 'inconclusive',
      reason: 'inconclusive check',
    });
    expect(judge(outcome(finished, [open('blocked'), broken('must')]))).toStrictEqual({ verdict: 'fail' });
    expect(judge(outcome(finished, [broken('may')]))).toStrictEqual({ verdict: 'pass' });
  });

  test('ignores checks of other requirements', () => {
    const other: Check = { ...broken('must'), requirement: 'other' } as Check;
    expect(judge(outcome(finished, [held, other]))).toEqual({ verdict: 'pass' });
  });

  test('counts a scenario that could not, where it exists to judge it, and only there', () => {
    const blocked: Ending = { kind: 'blocked', reason: 'no order' };
    expect(judge(outcome(finished, [held]), outcome(blocked, []))).toEqual({ verdict: 'blocked', reason: 'no order' });
    expect(judge(outcome(finished, [held]), outcome(blocked, [], alongTheWay))).toEqual({ verdict: 'pass' });
  });

  test('is inconclusive where the scenario that exists for it finished without a word, and skipped where none ran', () => {
    expect(judge(outcome(finished, []))).toEqual(unreached);
    expect(judge(outcome({ kind: 'skipped', reason: 'no' }, []), outcome(finished, []))).toEqual(unreached);
    expect(judge(outcome({ kind: 'skipped', reason: 'no' }, []))).toEqual({ verdict: 'skipped', reason: 'no' });
    expect(judge(outcome(finished, [], alongTheWay))).toEqual({ verdict: 'skipped' });
    expect(judge()).toEqual({ verdict: 'skipped' });
  });
});

describe('the verdict of a run', () => {
  const none = { pass: 0, fail: 0, warn: 0, blocked: 0, inconclusive: 0, skipped: 0, error: 0 };
  const result = (id: string, verdict: Verdict, level: Level = 'must'): RequirementResult => ({
    id,
    clause: '§0',
    level,
    operation: 'both',
    text: 'text',
    verdict,
    scenarios: ['s'],
  });
  const run = (
    results: readonly RequirementResult[],
    counts: Partial<Record<Verdict, number>> = { pass: 1 },
    named: readonly string[] = [],
    selected: readonly string[] = ['r'],
  ) => runVerdict(results, { selected: new Set(selected), named: new Set(named) }, { ...none, ...counts });

  test('is nonconformant with one failed requirement, whatever else is open', () => {
    expect(run([result('r', 'pass'), result('q', 'fail')], { pass: 1, fail: 1 })).toBe('nonconformant');
    expect(run([result('r', 'blocked'), result('q', 'fail')], { error: 1 })).toBe('nonconformant');
  });

  test.each(['blocked', 'inconclusive', 'error'] as const)('is inconclusive with a must requirement %s', (verdict) => {
    expect(run([result('r', verdict), result('q', 'pass')])).toBe('inconclusive');
    expect(run([result('r', verdict, 'should')])).toBe('conformant');
    expect(run([result('r', verdict)], { pass: 1 }, [], [])).toBe('conformant');
  });

  test('lets a skipped requirement go, unless it was asked for by name', () => {
    expect(run([result('r', 'skipped')])).toBe('conformant');
    expect(run([result('r', 'skipped')], { pass: 1 }, ['r'])).toBe('inconclusive');
    expect(run([result('r', 'pass')], { pass: 1 }, ['r'])).toBe('conformant');
  });

  test.each(['pass', 'warn', 'fail'] as const)('is conformant where a scenario ended as %s', (verdict) => {
    expect(run([result('r', 'pass')], { [verdict]: 1 })).toBe('conformant');
  });

  test('is inconclusive where no scenario judged anything, or the suite failed itself', () => {
    expect(run([result('r', 'pass')], { skipped: 3 })).toBe('inconclusive');
    expect(run([result('r', 'pass')], { pass: 1, error: 1 })).toBe('inconclusive');
    expect(run([result('r', 'pass')], { pass: 5, warn: 5 })).toBe('conformant');
    expect(run([result('r', 'pass')], { pass: 1, fail: 1 })).toBe('conformant');
  });
});
