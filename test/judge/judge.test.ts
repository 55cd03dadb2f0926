import { describe, expect, test } from 'vitest';
import type { Contract } from '../../runner/engine/contract.js';
import type { Check, Ending, Observation, RunOutcome, ScenarioOutcome } from '../../runner/engine/outcome.js';
import { type Plan, plan } from '../../runner/engine/plan.js';
import type { Scenario } from '../../runner/engine/scenario.js';
import { judge } from '../../runner/judge/judge.js';
import type { Finding, Report } from '../../runner/judge/report.js';
import type { Level } from '../../runner/judge/requirement.js';
import { deleteOf, unanswered } from '../engine/made-up.js';

const scenarioOf = (id: string, requirements: readonly string[], alsoJudges: readonly string[] = []): Scenario => ({
  id,
  title: `Scenario ${id}`,
  requirements,
  alsoJudges,
  needs: {},
  requests: {},
  run: async () => undefined,
});

const requirement = (id: string, level: Level) =>
  ({ id, clause: '4.2', level, operation: 'cancelOrder', text: `Text of ${id}`, fix: 'Do.' }) as const;

const contract: Contract = {
  name: 'A contract',
  version: '1.0.0',
  requirements: [requirement('first', 'must'), requirement('second', 'must'), requirement('advice', 'should')],
  ambiguities: [
    { id: 'open', clause: '3.1', question: 'What then?' },
    { id: 'unseen', clause: '3.2', question: 'And then?' },
  ],
  suites: [
    { id: 'left', title: 'Left', scenarios: [scenarioOf('one', ['first'], ['second', 'advice'])] },
    {
      id: 'right',
      title: 'Right',
      scenarios: [scenarioOf('two', ['second']), scenarioOf('three', ['advice', 'first'])],
    },
  ],
};

const nothing = { pending: [], shipped: [], other: [], unknown: [] };
const planned = (requirements: readonly string[] = []): Plan =>
  plan(contract, {
    orders: nothing,
    select: { suites: [], scenarios: [], requirements },
    readOnly: false,
    hasKey: true,
  });

const held = (id: string): Check => ({ requirement: id, result: 'held' });
const finding = (id: string, level: Level): Finding => ({
  requirement: id,
  level,
  message: 'No.',
  expected: 'a',
  actual: 'b',
  at: 'status',
  exchange: null,
});
const broken = (id: string, level: Level = 'must'): Check => ({
  requirement: id,
  result: 'broken',
  finding: finding(id, level),
});
const finished: Ending = { kind: 'finished' };

/** What became of a scenario, in place of holding all that it judges. */
interface Differs {
  readonly ending?: Ending;
  readonly checks?: readonly Check[];
  readonly notes?: readonly string[];
  readonly observations?: readonly Observation[];
}

const outcomes = (of: Plan, differs: Readonly<Record<string, Differs>>): ScenarioOutcome[] =>
  of.scenarios.map((entry) => ({
    planned: entry,
    ending: finished,
    checks: [...entry.scenario.requirements, ...(entry.scenario.alsoJudges ?? [])].map(held),
    notes: [],
    observations: [],
    durationMs: 1.23456,
    ...differs[entry.scenario.id],
  }));

const judged = (
  differs: Readonly<Record<string, Differs>> = {},
  run: Partial<RunOutcome> = {},
  of = planned(),
): Report =>
  judge(
    of,
    {
      startedAt: '2026-01-01T00:00:00.000Z',
      durationMs: 98.7654321,
      scenarios: outcomes(of, differs),
      deletions: [],
      exchanges: [],
      suspicions: [],
      ...run,
    },
    {
      tool: { name: 'tool', version: '0' },
      target: { baseUrl: 'http://127.0.0.1/v1' },
      strict: false,
      redact: (text) => text.replaceAll('answer', '[…]'),
    },
  );

const verdicts = ({ requirements }: Report) => Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));

test('a report says what each scenario and requirement came to', () => {
  const deletion = { orderId: '101', scenario: 'one', purpose: 'must succeed', authorized: true, status: 204 };
  const repeated = unanswered(deleteOf('one/cancel', '101'));
  const report = judged(
    {
      one: {
        checks: [held('first'), broken('advice', 'should'), held('second')],
        notes: ['A remark.'],
        observations: [
          { ambiguity: 'open', observed: 'this' },
          { ambiguity: 'open', observed: 'that' },
        ],
      },
      two: { ending: { kind: 'blocked', reason: 'No order.' }, checks: [] },
      three: { observations: [{ ambiguity: 'open', observed: 'this' }] },
    },
    { deletions: [deletion], suspicions: ['Is it?'], exchanges: [repeated, { ...repeated, durationMs: 7.00049 }] },
  );
  const text = { clause: '4.2', operation: 'cancelOrder' };
  expect(report).toEqual({
    format: 'store-orders-conformance/report/1',
    tool: { name: 'tool', version: '0' },
    contract: { name: 'A contract', version: '1.0.0' },
    target: { baseUrl: 'http://127.0.0.1/v1' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 98.765,
    verdict: 'inconclusive',
    complete: false,
    strict: false,
    counts: { pass: 1, fail: 0, warn: 1, blocked: 1, inconclusive: 0, skipped: 0, error: 0 },
    requirements: [
      { id: 'first', ...text, level: 'must', text: 'Text of first', verdict: 'pass', scenarios: ['one', 'three'] },
      {
        id: 'second',
        ...text,
        level: 'must',
        text: 'Text of second',
        verdict: 'blocked',
        reason: 'No order.',
        scenarios: ['one', 'two'],
      },
      { id: 'advice', ...text, level: 'should', text: 'Text of advice', verdict: 'warn', scenarios: ['one', 'three'] },
    ],
    suites: [
      { id: 'left', title: 'Left' },
      { id: 'right', title: 'Right' },
    ],
    scenarios: [
      {
        id: 'one',
        suite: 'left',
        title: 'Scenario one',
        requirements: ['first', 'second', 'advice'],
        verdict: 'warn',
        durationMs: 1.235,
        findings: [finding('advice', 'should')],
        notes: ['A remark.'],
      },
      {
        id: 'two',
        suite: 'right',
        title: 'Scenario two',
        requirements: ['second'],
        verdict: 'blocked',
        reason: 'No order.',
        durationMs: 1.235,
        findings: [],
        notes: [],
      },
      {
        id: 'three',
        suite: 'right',
        title: 'Scenario three',
        requirements: ['advice', 'first'],
        verdict: 'pass',
        durationMs: 1.235,
        findings: [],
        notes: [],
      },
    ],
    ambiguities: [
      { id: 'open', clause: '3.1', question: 'What then?', observed: 'this; that' },
      { id: 'unseen', clause: '3.2', question: 'And then?', observed: 'not observed' },
    ],
    deletions: [deletion],
    fixtures: ['Is it?'],
    exchanges: [
      {
        id: 'one/cancel',
        scenario: 'one',
        startedAt: '1970-01-01T00:00:00.000Z',
        durationMs: 7,
        attempts: 2,
        request: { method: 'DELETE', url: '/store/orders/101', headers: [], credential: 'valid' },
        response: { failure: 'No […] came.' },
        curl: expect.stringContaining('/store/orders/101'),
      },
    ],
  });
});

describe('a run is complete', () => {
  const ended = (kind: 'blocked' | 'inconclusive' | 'skipped'): Ending => ({ kind, reason: 'Not now.' });

  test.each<[string, boolean, Readonly<Record<string, Differs>>]>([
    ['where every must requirement was judged', true, {}],
    ['even where one was broken', true, { two: { checks: [broken('second')] } }],
    [
      'even where a should requirement was not judged',
      true,
      { three: { checks: [held('first')] }, one: { checks: [held('first'), held('second')] } },
    ],
    [
      'but not where one was not judged',
      false,
      { two: { ending: ended('blocked'), checks: [] }, one: { checks: [held('first')] } },
    ],
    ['but not where one was judged along the way alone', false, { two: { ending: ended('skipped'), checks: [] } }],
    [
      'but not where one of its scenarios was left out',
      false,
      { three: { ending: ended('inconclusive'), checks: [held('advice')] } },
    ],
    [
      'where a scenario ended early, but had judged it',
      true,
      { three: { ending: ended('inconclusive'), checks: [held('advice'), broken('first')] } },
    ],
  ])('%s', (_, complete, differs) => {
    expect(judged(differs).complete).toBe(complete);
  });
});

describe('a selection by requirement', () => {
  test('drops what else the scenarios checked', () => {
    const report = judged(
      { one: { checks: [held('first'), broken('second'), broken('advice', 'should')] } },
      {},
      planned(['first']),
    );
    expect(verdicts(report)).toEqual({ first: 'pass', second: 'skipped', advice: 'skipped' });
    expect(report.requirements[1]?.reason).toBe('It was not selected.');
    expect([report.verdict, report.complete]).toEqual(['conformant', false]);
    expect(report.scenarios.flatMap(({ findings }) => findings)).toEqual([]);
  });
});

test('the reason of a scenario that finished is that of the first check that it left open', () => {
  const open = (reason: string): Check => ({ requirement: 'second', result: 'inconclusive', reason });
  const report = judged({ two: { checks: [held('second'), open('This.'), open('That.')] } });
  expect(report.scenarios[1]).toMatchObject({ verdict: 'inconclusive', reason: 'This.' });
  expect(report.scenarios[0]).not.toHaveProperty('reason');
});
