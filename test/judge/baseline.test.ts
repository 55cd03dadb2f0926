import { join } from 'node:path';
import { test } from 'vitest';
import { applyBaseline } from '../../judge/report/baseline.js';
import type { BaselineEntry, ScenarioResult } from '../../judge/report/report.js';
import { holdCases } from '../cases.js';
import { readExactly } from '../suites/evidence-in-yaml.js';
import { resultOf } from './contract.js';

interface Given {
  readonly entries?: readonly Omit<BaselineEntry, 'reason'>[];
  /** The requirements that each cause breaks. */
  readonly causes?: Readonly<Record<string, readonly string[]>>;
  /** Requirements that a finding breaks in addition to a more specific one. */
  readonly beside?: readonly string[];
  /** All requirements are newer than the edition. */
  readonly unscored?: true;
}

const scenario = (id: string, state: ScenarioResult['state']): ScenarioResult => ({
  ...{ id, suite: 's', title: id, requirements: [], state, durationMs: 1 },
  ...(state === 'skipped' && { leftOut: true }),
});

const REQUIREMENTS = [
  resultOf('a.fail', 'fail'),
  resultOf('a.warn', 'warn'),
  resultOf('a.pass', 'pass'),
  resultOf('a.part', 'pass', { scenarios: ['one', 'left-out'] }),
  resultOf('a.blocked', 'blocked'),
  resultOf('a.none', 'not-applicable'),
];

/** Applies a baseline to a run that breaks `a.fail` and `a.warn`, on 2026-11-21. Returns the changes. */
function applied(input: string): string {
  const given = readExactly<Given>(input, ['entries', 'causes', 'beside', 'unscored']);
  const { entries, causes = { gateway: ['a.fail', 'a.warn'] }, beside = [], unscored } = given;
  const { requirements, baseline, isOutOfDate } = applyBaseline(
    entries?.map((entry) => ({ reason: 'The gateway does it.', ...entry })),
    {
      startedAt: '2026-11-21T23:59:59.000Z',
      requirements: REQUIREMENTS.map((result) => ({ ...result, ...(unscored && { scored: false as const }) })),
      scenarios: [scenario('one', 'sent'), scenario('left-out', 'skipped')],
      causes: Object.entries(causes).map(([id, broken]) => ({ id, requirements: broken, blocks: [] })),
      beside: new Set(beside),
      mainOf: (cause) => (cause === 'severe' ? ['a.fail', 'a.pass'] : undefined),
    },
  );
  const known = requirements.flatMap((requirement) => (requirement.known ? [requirement.id] : []));
  return [
    `known: ${known.join(', ') || 'none'}; ${baseline ? (isOutOfDate ? 'out of date' : 'up to date') : 'no baseline'}`,
    ...(baseline ?? []).map(({ state, remark, ...entry }) =>
      [
        Object.values(entry)
          .flatMap((value) => value ?? [])
          .join(', '),
        state,
        remark ?? [],
      ]
        .flat()
        .join(': '),
    ),
  ].join('\n');
}

test('a baseline is applied as the transcript says', async () => {
  await holdCases(join(import.meta.dirname, 'expected/baselines.txt'), applied);
});
