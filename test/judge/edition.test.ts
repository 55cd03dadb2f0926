import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Evidence } from '../../runner/evidence/evidence.js';
import { judgeEvidence } from '../../runner/judge/judge.js';
import type { Report } from '../../runner/judge/report.js';
import type { Edition } from '../../runner/judge/requirement.js';
import type { Rule } from '../../runner/judge/rule.js';
import { planOf } from '../../runner/run.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { none } from '../engine/judgement.js';
import { evidenceOf, listed, type Sent } from '../suites/evidence.js';
import { type Contract, contract, edition, judgedFrom, planned } from './contract.js';

/** In the first edition, nothing is judged from scenario `two` alone, and `second` is advice. */
const old = edition('1', { first: 'must', second: 'should' });
const recent = edition('2', { first: 'must', second: 'must', advice: 'should' });

const withBoth = (rules: Parameters<typeof contract>[0] = {}): Contract => ({
  ...contract(rules),
  editions: [old, recent],
});

const sent: Sent = [{ 'listing/before': listed([101n, 102n]) }, { 'one/cancel': 204, 'two/cancel': 200 }];

const scoredBy = (
  edition: Edition | undefined,
  rules: Record<string, Partial<Rule>> = {},
  strict = false,
  defects: Evidence['defects'] = [],
): Report => {
  const of = withBoth(rules);
  return judgeEvidence(of, evidenceOf(planned(of), sent, { defects }), {
    tool: { name: 'tool', version: '0' },
    strict,
    ...(edition && { edition }),
  });
};

const outline = ({ requirements, ...report }: Report) => ({
  ...{ edition: report.edition.id, verdict: report.verdict, complete: report.complete, counts: report.counts },
  shoulds: report.requirementCounts.should.warn,
  requirements: requirements.map(({ id, level, verdict, scored }) => [id, level, verdict, scored ?? true].join(' ')),
  findings: report.findings.map(({ requirement }) => requirement),
});

test('a run is scored by the newest edition, or the one that is asked for: later requirements count for nothing', () => {
  const findings = ['second', 'advice'];
  expect(outline(scoredBy(undefined))).toEqual({
    ...{ edition: '2', verdict: 'nonconformant', complete: true, counts: { ...none, pass: 1, warn: 1, fail: 1 } },
    ...{ shoulds: 1, findings },
    requirements: ['first must pass true', 'second must fail true', 'advice should warn true'],
  });
  expect(outline(scoredBy(old))).toEqual({
    ...{ edition: '1', verdict: 'conformant', complete: true, counts: { ...none, pass: 1, warn: 1 } },
    ...{ shoulds: 1, findings },
    requirements: ['first must pass true', 'second should warn true', 'advice should warn false'],
  });
  const { verdict, counts } = scoredBy(edition('0', { first: 'must' }), {}, true);
  expect([verdict, counts]).toEqual(['conformant', { ...none, pass: 1 }]);
});

describe('what came after the edition', () => {
  const first = edition('0', { first: 'must' });

  test.each([
    ['one', false],
    ['two', true],
  ])('where the suite itself failed in scenario %s, the run is complete: %s', (scenario, complete) => {
    expect(scoredBy(first, {}, false, [{ scenario, reason: 'What was not foreseen.' }]).complete).toBe(complete);
  });

  test('may be left open, or fail itself, without any effect', () => {
    const failing = () => {
      throw new Error('What a rule must not do.');
    };
    const report = scoredBy(first, { second: { judge: failing }, advice: { judge: judgedFrom() } });
    expect(report).toMatchObject({ verdict: 'conformant', complete: true, counts: { error: 0, inconclusive: 0 } });
    expect(report.requirements.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['first', 'pass'],
      ['second', 'error'],
      ['advice', 'inconclusive'],
    ]);
  });
});

test('a selection of which nothing would count is refused before anything is sent', () => {
  const planning = (options: { edition?: string; requirements?: string[] }) => () =>
    planOf(settingsFromOptions({ baseUrl: 'http://127.0.0.1/v1', apiKey: 'any-key', ...options }));
  const editions = [edition('1', { 'list.status': 'must' }), ...storeOrdersInterface.editions];
  const spy = vi.spyOn(storeOrdersInterface, 'editions', 'get').mockReturnValue(editions);
  onTestFinished(() => spy.mockRestore());
  expect(planning({ edition: '1', requirements: ['auth.first', 'list.status'] })).not.toThrow();
  expect(planning({ edition: '1', requirements: ['auth.first'] })).toThrow(
    'The options select only requirements that came after edition 1, so the run would judge nothing. Choose a later --edition, or select more. Nothing was sent.',
  );
});
