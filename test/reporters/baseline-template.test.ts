import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../judge/report/report.js';
import { type Acceptance, baselineTemplate } from '../../reporters/baseline-template.js';
import { validateBaseline } from '../../runner/settings/baseline-validators.generated.js';
import { ACTING } from './hostile-report.js';
import { cleanReport, knownDeviations, samples } from './sample-report.js';

test.each(samples)('the baseline for the %s sample', async (name, report) => {
  const text = baselineTemplate(report);
  expect(text).not.toMatch(ACTING);
  await expect(text).toMatchFileSnapshot(`expected/${name}/baseline.yaml`);
});

function readBack(report: Report, acceptance?: Acceptance): unknown {
  const baseline = parse(baselineTemplate(report, acceptance));
  expect(validateBaseline(baseline)).toEqual([]);
  return baseline.entries;
}

test("a filled-in baseline is read back, and keeps the entries of the run's baseline", () => {
  const kept = (knownDeviations.baseline ?? []).map(({ state, remark, ...entry }) => entry);
  const given = { reason: 'It is "old": # repaired soon', expires: '2027-01-31' };
  expect(readBack(knownDeviations, given)).toEqual([
    ...kept,
    { cause: 'gateway', requirements: ['list.repeated-members', 'list.distinct-ids'], ...given },
  ]);
  expect(readBack(cleanReport)).toEqual([]);
});

test('a baseline holds no line that a forged report wrote', () => {
  const forged = '\nentries: []\n---\n\u001b[2J ##[add-path]/evil\n::error::x';
  const text = baselineTemplate(
    {
      ...knownDeviations,
      tool: { name: forged, version: forged },
      target: { baseUrl: forged },
      startedAt: forged,
      causes: knownDeviations.causes.map((cause) => ({
        ...cause,
        id: forged,
        headline: forged,
        actual: forged,
        requirements: [...cause.requirements, forged],
      })),
      baseline: (knownDeviations.baseline ?? []).map((entry) => ({
        ...entry,
        ...{ requirement: forged, cause: forged, reason: forged, issue: forged, expires: forged },
      })),
    },
    { reason: forged },
  );
  expect(text).not.toMatch(ACTING);
  expect(text).not.toContain('##[');
  const own = /^( *#|entries:$| {2}- (requirement|cause): | {4}(cause|requirements|reason|issue|expires):|$)/;
  expect(text.split('\n').filter((line) => !own.test(line))).toEqual([]);
});
