import { describe, expect, test } from 'vitest';
import type { RequirementResult } from '../../runner/judge/report.js';
import { held, isBroken, type Rule } from '../../runner/judge/rule.js';
import { runObstacle } from '../../runner/judge/verdict.js';
import { evidenceOf, listed, type Sent } from '../suites/evidence.js';
import { type Contract, contract, judgedFrom, planned, reportOn, resultOf } from './contract.js';

describe('causes', () => {
  const causesOf = (sent: Sent[number], of: Contract) =>
    reportOn(of, evidenceOf(planned(of), [{ 'listing/before': listed([101n, 102n]) }, sent])).causes;
  const silent = { judge: () => [held()] };
  /** The same deviations, at another place. */
  const at =
    (place: string, judge: Rule['judge']): Rule['judge'] =>
    (of) =>
      judge(of).map((result) => (isBroken(result) ? { ...result, at: place } : result));

  test('name requirements, and show what the first of them shows, must before should', () => {
    const of = contract({ first: silent, second: { judge: judgedFrom('two/cancel') } });
    const requirements = [...of.requirements].reverse();
    const rules = of.rules.map((rule) =>
      rule.requirement === 'advice'
        ? { ...rule, judge: at('header X', rule.judge) }
        : { ...rule, judge: at('header X-Y', rule.judge) },
    );
    expect(causesOf({ 'one/cancel': 204, 'two/cancel': 409 }, { ...of, requirements, rules })).toMatchObject([
      { requirements: ['second', 'advice'], at: 'header X-Y', headline: 'No.', repair: 'Do.' },
    ]);
  });

  test('show the whole body, and how it is repaired, only where several requirements are broken by it', () => {
    const body = { status: 404, body: '{"fault":"x"}' };
    const first = { judge: at('body', judgedFrom('one/cancel')) };
    const shown = (rules: Parameters<typeof contract>[0]) =>
      causesOf({ 'one/cancel': body, 'two/cancel': 204 }, contract(rules)).map(({ actual, repair }) => [
        actual,
        /^Write the Error/.test(repair) || repair,
      ]);
    expect(shown({ first, second: silent })).toEqual([['b', 'Do.']]);
    expect(shown({ first, second: first })).toEqual([['no Content-Type: {"fault":"x"}', true]]);
  });

  test('have ids that are not long', () => {
    const start = 'm'.repeat(80);
    const first = { judge: at('body', judgedFrom('one/cancel')) };
    const sent = { 'one/cancel': { status: 404, body: JSON.stringify({ [start]: 'x' }) } };
    expect(causesOf(sent, contract({ first, second: first })).map(({ id }) => id)).toContain(
      `error-with-${start}`.slice(0, 80),
    );
  });
});

describe('the reason why hardly anything was judged', () => {
  const obstacleOf = (...results: readonly RequirementResult[]) => {
    const selected = results.map(({ id }) => id).filter((id) => id !== 'unselected');
    return runObstacle(evidenceOf({ ...planned(contract()), selected }, []), results);
  };
  const open = (...ids: readonly string[]) => ids.map((id) => resultOf(id, 'inconclusive', { reason: 'Reset.' }));
  const pass = (...ids: readonly string[]) => ids.map((id) => resultOf(id, 'pass'));

  test.each<[string, readonly RequirementResult[], string | undefined]>([
    ['is that of more than 60%', [...open('a', 'b'), ...pass('c')], 'Reset.'],
    ['is none of 60%', [...open('a', 'b', 'c'), ...pass('d', 'e')], undefined],
    ['is none of those that were not selected', [...open('a', 'unselected', 'unselected'), ...pass('b')], undefined],
    ['is none where a must is broken', [...open('a', 'b', 'c'), resultOf('d', 'fail')], undefined],
    ['is none where a should is broken', [...open('a', 'b', 'c'), resultOf('d', 'warn')], undefined],
  ])('%s', (_, results, reason) => {
    expect(obstacleOf(...results)).toBe(reason);
  });
});
