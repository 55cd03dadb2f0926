import { describe, expect, test } from 'vitest';
import { applyBaseline } from '../../runner/judge/baseline.js';
import type { BaselineEntry, ScenarioResult } from '../../runner/judge/report.js';
import { resultOf } from './contract.js';

const scenario = (id: string, rest: Partial<ScenarioResult> = {}): ScenarioResult => ({
  ...{ id, suite: 's', title: id, requirements: [], state: 'sent', durationMs: 1, ...rest },
});

const run = {
  startedAt: '2026-11-21T23:59:59.000Z',
  requirements: [
    resultOf('a.fail', 'fail'),
    resultOf('a.warn', 'warn'),
    resultOf('a.pass', 'pass'),
    resultOf('a.part', 'pass', { scenarios: ['one', 'left-out'] }),
    resultOf('a.blocked', 'blocked'),
    resultOf('a.none', 'not-applicable'),
  ],
  scenarios: [scenario('one'), scenario('left-out', { state: 'skipped', leftOut: true })],
  causes: [{ id: 'gateway', requirements: ['a.fail', 'a.warn'] }],
  beside: new Set<string>(),
};

const entry = (id: string, rest: Partial<BaselineEntry> = {}): BaselineEntry => ({
  requirement: id,
  reason: 'The gateway does it.',
  expires: '2027-01-31',
  ...rest,
});

const apply = (...entries: BaselineEntry[]) => applyBaseline(entries, run);

const knownIds = ({ requirements }: ReturnType<typeof applyBaseline>) =>
  requirements.flatMap(({ id, known }) => (known ? [id] : []));

test('an empty baseline changes nothing, and is told', () => {
  const unchanged = { requirements: run.requirements, isOutOfDate: false };
  expect(applyBaseline(undefined, run)).toEqual(unchanged);
  expect(apply()).toEqual({ ...unchanged, baseline: [] });
});

describe('an entry', () => {
  const open = (verdict: string) => `It may or may not be needed: the requirement was not judged in full (${verdict}).`;
  const unneeded = 'It is no longer needed: the requirement is held. Delete the entry.';

  test.each([
    ['a.fail', '2027-01-31', 'known', undefined],
    ['a.warn', '2027-01-31', 'known', undefined],
    ['a.pass', '2027-01-31', 'unneeded', unneeded],
    ['a.part', '2027-01-31', 'unjudged', open('pass')],
    ['a.blocked', '2027-01-31', 'unjudged', open('blocked')],
    ['a.none', '2027-01-31', 'unjudged', open('not-applicable')],
    ['a.fail', '2026-12-06', 'known', undefined],
    ['a.fail', '2026-12-05', 'known', 'expires in 14 days: its last day is 2026-12-05. '],
    ['a.fail', '2026-11-22', 'known', 'expires tomorrow: its last day is 2026-11-22. '],
    ['a.fail', '2026-11-21', 'known', 'expires today: its last day is 2026-11-21. '],
    ['a.fail', '2026-11-20', 'expired', 'has expired: its last day was 2026-11-20. '],
    ['a.fail', '0001-01-01', 'expired', 'has expired: its last day was 0001-01-01. '],
    ['a.blocked', '2026-01-01', 'expired', 'has expired: its last day was 2026-01-01. '],
    ['a.pass', '2026-01-01', 'unneeded', unneeded],
  ])('of %s whose last day is %s, judged on 2026-11-21, is %s', (id, expires, state, remark) => {
    const applied = apply(entry(id, { expires }));
    const said = remark === undefined ? {} : { remark: expect.stringContaining(remark) };
    expect(applied.baseline).toEqual([{ ...entry(id, { expires }), state, ...said }]);
    expect(knownIds(applied)).toEqual(state === 'known' ? [id] : []);
    expect(applied.isOutOfDate).toBe(state === 'unneeded' || state === 'expired');
  });

  test.each(['a.fail', 'a.pass'])('of %s, which is not scored, has no effect, and can expire', (id) => {
    const unscored = run.requirements.map((judged) => ({ ...judged, scored: false as const }));
    const entries = [entry(id, { expires: '2026-11-21' }), entry(id, { expires: '2026-11-20' })];
    const applied = applyBaseline(entries, { ...run, requirements: unscored });
    const remark = 'It has no effect: the requirement is newer than the edition that the run is scored by.';
    expect(applied).toMatchObject({
      requirements: unscored,
      baseline: [{ state: 'unjudged', remark }, { state: 'expired' }],
    });
    expect(applyBaseline(entries.slice(0, 1), { ...run, requirements: unscored }).isOutOfDate).toBe(false);
  });
});

describe('an entry with a cause', () => {
  const causes = [
    { id: 'gateway', requirements: ['a.fail', 'a.warn'] },
    { id: 'driver', requirements: ['a.fail'] },
  ];
  const applyTo = (...entries: BaselineEntry[]) => applyBaseline(entries, { ...run, causes });

  test('does not cover what has another cause as well, until each has an entry', () => {
    const first = entry('a.fail', { cause: 'gateway' });
    const applied = applyTo(first);
    expect([knownIds(applied), applied.baseline?.[0]?.state]).toEqual([[], 'known']);
    expect(knownIds(applyTo(first, entry('a.fail', { cause: 'driver' })))).toEqual(['a.fail']);
  });

  test('is no longer needed where the requirement is broken by other causes', () => {
    const remark = 'It is no longer needed: the requirement is broken, but not by this cause. Delete the entry.';
    const [result] = applyTo(entry('a.warn', { cause: 'driver' })).baseline ?? [];
    expect(result).toMatchObject({ state: 'unneeded', remark });
  });
});

test('an entry for a requirement covers one that is broken beside it, by the same findings, and none of another cause', () => {
  const causes = [
    { id: 'lost', requirements: ['a.fail', 'a.warn'] },
    { id: 'other', requirements: ['a.warn'] },
  ];
  const beside = new Set(['a.warn']);
  const known = (...of: typeof causes) => knownIds(applyBaseline([entry('a.fail')], { ...run, causes: of, beside }));
  expect(known(...causes.slice(0, 1))).toEqual(['a.fail', 'a.warn']);
  expect(known(...causes)).toEqual(['a.fail']);
});
