import { describe, expect, test } from 'vitest';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { judgeEvidence } from '../../runner/judge/judge.js';
import type { Report } from '../../runner/judge/report.js';
import { held, type Rule } from '../../runner/judge/rule.js';
import { evidenceOf, listed, type Sent } from '../suites/evidence.js';
import { contract, judgedFrom, planned } from './contract.js';

const oneDeviates = { 'one/cancel': 409, 'two/cancel': 204 };

/** The report on a run where the baseline accepts the deviations from the requirement `first`. */
const accepting = (
  rules: Readonly<Record<string, Partial<Rule>>>,
  sent: Sent[number],
  options: Parameters<typeof planned>[1] = {},
  ...later: Sent
): Report => {
  const of = contract(rules);
  const evidence = evidenceOf(planned(of, options), [{ 'listing/before': listed([101n, 102n]) }, sent, ...later]);
  const baseline = [{ requirement: 'first', reason: 'The gateway does it.', expires: '2999-12-31' }];
  return judgeEvidence(of, evidence, { tool: { name: 'tool', version: '0' }, strict: false, baseline });
};

const unclear = (...needs: readonly string[]): Partial<Rule> => ({
  needs,
  judge: () => [inconclusive('It shows nothing.', needs[0], { for: 'status' })],
});

const outline = ({ requirements }: Report) =>
  requirements.map(({ id, verdict, known, masked, reason }) => ({ id, verdict, known, masked, reason }));

const REASON =
  'It could not be judged only because of deviations that the baseline accepts (first), and is accepted with them. It shows nothing.';

test('a run with an accepted deviation is conformant, but not complete', () => {
  const report = accepting({ second: { judge: () => [held()] } }, oneDeviates);
  expect([report.verdict, report.complete]).toEqual(['conformant', false]);
});

describe('what could not be judged', () => {
  test('is accepted with the deviation that is the reason, and nothing else is', () => {
    const report = accepting({ second: unclear('one') }, oneDeviates);
    expect(outline(report)).toEqual([
      { id: 'first', verdict: 'fail', known: true },
      { id: 'second', verdict: 'inconclusive', masked: true, reason: REASON },
      { id: 'advice', verdict: 'pass' },
    ]);
    expect(report.verdict).toBe('conformant');
  });

  const lost = { 'one/cancel': 409, 'two/cancel': { failure: 'Reset.' } };
  const refused = { 'two/cancel': 401 };
  const deviating = { judge: judgedFrom('one/cancel') };

  test.each<[string, boolean, Partial<Rule>, Sent, Readonly<Record<string, Partial<Rule>>>]>([
    ['where another scenario was not answered', true, unclear('one'), [lost], {}],
    ['where one of its answers is missing', false, unclear('one', 'two'), [lost], {}],
    ['where its own answers do not deviate', false, unclear('two'), [oneDeviates], {}],
    ['where they deviate from what is not accepted', false, unclear('one'), [oneDeviates], { advice: deviating }],
    ['where the key was lost', false, unclear('one'), [{ 'one/cancel': 409 }, refused, refused], {}],
  ])('%s, is accepted: %s', (_, masked, second, [sent = {}, ...later], others) => {
    expect(outline(accepting({ second, ...others }, sent, {}, ...later))[1]).toEqual({
      ...{ id: 'second', verdict: 'inconclusive', masked: masked || undefined },
      reason: masked ? REASON : 'It shows nothing.',
    });
  });

  test('is not accepted where one of its scenarios is blocked', () => {
    const report = accepting({ second: unclear('one', 'two') }, { 'one/cancel': 409 }, { pending: [101n] });
    expect(outline(report)[1]).toMatchObject({ verdict: 'inconclusive', masked: undefined });
  });
});
