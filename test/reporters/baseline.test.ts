import { describe, expect, test } from 'vitest';
import { baselineTemplate } from '../../reporters/baseline-template.js';
import { comparisonFormats } from '../../reporters/comparison.js';
import { type ReportFormat, renderReport, reporters } from '../../reporters/index.js';
import { testCases } from '../../reporters/test-cases.js';
import { viewOf } from '../../reporters/view.js';
import { runSentence } from '../../reporters/wording.js';
import { compareReports } from '../../runner/judge/compare.js';
import type { Report } from '../../runner/judge/report.js';
import { parseBaseline } from '../../runner/settings/baseline.js';
import { baselineReport } from './sample-changes.js';
import { cleanReport, sampleReport } from './sample-report.js';

/** What is not shown as it is written; a line feed is the format's own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const acting = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;

/** The one broken requirement is known. */
const passing: Report = {
  ...baselineReport,
  verdict: 'conformant',
  requirements: baselineReport.requirements.slice(0, 1),
  requirementCounts: {
    ...cleanReport.requirementCounts,
    must: { ...cleanReport.requirementCounts.must, pass: 0, fail: 1 },
  },
  baseline: baselineReport.baseline?.slice(0, 1) ?? [],
};

describe('a run that is conformant but for a known deviation', () => {
  test('says so wherever it says its verdict', () => {
    expect(runSentence(passing)).toBe(
      'The run is conformant, but for 1 known deviation (not complete): must 0 of 1 held (1 fail; 1 known deviation).',
    );
    const formats = (Object.keys(reporters) as ReportFormat[]).filter(
      (format) => !['json', 'har', 'badge'].includes(format),
    );
    for (const format of formats)
      expect(renderReport(passing, format)).toMatch(/conformant, but for 1 known deviation/i);
  });

  test('has no test case that is red', () => {
    const requirements = passing.requirements.flatMap((entry): (typeof entry)[] => [
      entry,
      { ...entry, id: 'masked', verdict: 'blocked', reason: 'It waits.', known: undefined, masked: true },
    ]);
    expect(testCases({ ...passing, requirements }, {}).map(({ outcome, message }) => [outcome, message])).toEqual([
      ['known', expect.stringMatching(/^known deviation: The gateway .*; issue: https:\S+; until: 2027-01-31$/)],
      ['skipped', 'It waits.'],
    ]);
  });
});

test('a cause is known only if all that it breaks is', () => {
  const marksWith = (known?: true) => {
    const requirements = passing.requirements.flatMap((entry) => [entry, { ...entry, id: 'another', known }]);
    const causes = sampleReport.causes.slice(0, 1).map((cause) => ({
      ...cause,
      requirements: requirements.map(({ id }) => id),
    }));
    return viewOf({ ...passing, requirements, causes }).causes.map(({ mark }) => mark);
  };
  expect([marksWith(true), marksWith()]).toEqual([['known'], ['fail']]);
});

test('a remark on several entries is shown once', () => {
  const [, entry] = baselineReport.baseline ?? [];
  const baseline = ['a', 'b'].flatMap((requirement) => (entry ? [{ ...entry, requirement }] : []));
  expect(viewOf({ ...baselineReport, baseline }).baseline).toEqual([
    { severity: 'warning', text: 'a, b: It expires in 9 days.' },
  ]);
});

describe('the baseline that is written for a report', () => {
  test('has an entry for each cause, to be filled in', async () => {
    const text = baselineTemplate(sampleReport);
    expect(text).not.toMatch(acting);
    await expect(text).toMatchFileSnapshot('expected/baseline/template.yaml');
    expect(() => parseBaseline('b.yaml', text)).toThrow(
      /^b\.yaml:\d+:13: entries\[0\]\.reason: .*\n(?:b\.yaml:.*\n?)+$/,
    );
  });

  test('keeps what the baseline of the run says, but for what is no longer needed', async () => {
    const text = baselineTemplate({ ...baselineReport, baseline: baselineReport.baseline?.toSpliced(2, 1) ?? [] });
    expect(text).not.toMatch(acting);
    const [pending, members, shipped] = baselineReport.baseline?.toSpliced(2, 2) ?? [];
    const said = [pending, members, shipped].map((entry) => {
      const { state, remark, ...rest } = entry ?? {};
      return rest;
    });
    expect(parseBaseline('b.yaml', text).map(({ entry }) => entry)).toEqual(said);
  });

  test('asks for a new last day of what has expired', () => {
    const [known] = baselineReport.baseline ?? [];
    const report: Report = { ...passing, baseline: known ? [{ ...known, state: 'expired' }] : [] };
    expect(baselineTemplate(report)).toContain('    expires: # its last day was 2027-01-31\n');
    expect(() => parseBaseline('b.yaml', baselineTemplate(report))).toThrow(
      /^b\.yaml:\d+:\d+: entries\[0\]\.expires: [^\n]*$/,
    );
  });

  test('is empty where nothing is broken', () => {
    expect(parseBaseline('b.yaml', baselineTemplate(cleanReport))).toEqual([]);
  });

  test('holds no line that a forged report wrote', () => {
    const forged = '\nentries: []\n---\n\u001b[2J';
    const report: Report = {
      ...baselineReport,
      tool: { name: forged, version: forged },
      target: { baseUrl: forged },
      requirements: baselineReport.requirements.map((requirement) => ({ ...requirement, id: forged, text: forged })),
      baseline: (baselineReport.baseline ?? []).map((entry) => ({
        ...entry,
        ...{ requirement: forged, cause: forged, reason: forged, issue: forged },
      })),
    };
    const text = baselineTemplate(report);
    expect(text).not.toMatch(acting);
    expect(
      text
        .split('\n')
        .filter(
          (line) => !/^( *#|entries:$| {2}- (requirement|cause): | {4}(cause|reason|issue|expires):|$)/.test(line),
        ),
    ).toEqual([]);
  });
});

describe('a comparison', () => {
  const comparison = compareReports(sampleReport, baselineReport);

  test.each([
    ['text', 'comparison.txt'],
    ['markdown', 'comparison.md'],
  ] as const)('as %s', async (format, file) => {
    const text = comparisonFormats[format](comparison);
    expect(text).not.toMatch(acting);
    await expect(text).toMatchFileSnapshot(`expected/baseline/${file}`);
  });
});
