import { expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { type RenderOptions, renderReport } from '../../reporters/index.js';
import { holdCases } from '../cases.js';
import { expectGolden } from '../golden.js';
import { hostileReport } from './hostile-report.js';
import { cleanReport, knownDeviations, sampleReport } from './sample-report.js';

const rows: readonly (readonly [name: string, report: Report, options: RenderOptions])[] = [
  ['a clean run in colour', cleanReport, { color: true }],
  ['a clean run, quiet', cleanReport, { detail: 'quiet' }],
  ['a clean run in a narrow terminal', cleanReport, { width: 50 }],
  ['known deviations in a strict run, quiet', { ...knownDeviations, strict: true }, { detail: 'quiet' }],
  ['every detail', sampleReport, { width: 90, detail: 'verbose' }],
];

test('the terminal report follows its options', async () => {
  const shown = rows.map(([name, report, options]) => `=== ${name} ===\n${renderReport(report, 'terminal', options)}`);
  await expectGolden(shown.join('\n').replaceAll('\u001b', '␛'), 'expected/terminal.txt');
});

test('the terminal report lists all causes, shows five in full, and says how many are left', () => {
  const causes = Array.from({ length: 7 }, () => sampleReport.causes.slice(0, 1)).flat();
  const text = renderReport({ ...sampleReport, causes }, 'terminal');
  expect(text.match(/^✘ \d\. /gm)).toHaveLength(12);
  expect(text.match(/to fix/g)).toHaveLength(5);
  expect(text).toContain('\n2 more in full: --verbose, or --report html=report.html, in the next run\n');
  expect(renderReport({ ...sampleReport, causes }, 'terminal', { rest: 'report.html' })).toContain(
    '\n2 more in full: report.html\n',
  );
});

test('a quote cannot set colours', () => {
  const escapes = (text: string): string[] =>
    renderReport(hostileReport(text), 'terminal', { color: true })
      .split('\u001b')
      .map((part) => part.replace(/m.*/s, ''))
      .slice(1);
  expect(escapes('plain')).toContain('[31');
  expect(escapes('\u001b[32mgreen\u001b[0m')).toEqual(escapes('plain'));
});

/** The value of a cause in a narrow terminal. */
const shown = (actual: string): string => {
  const causes = sampleReport.causes.slice(0, 1).map((cause) => ({ ...cause, actual }));
  const text = renderReport({ ...sampleReport, causes }, 'terminal', { width: 40 });
  return /^ {2}got {9}(.*(?:\n {14}.*)*)/m.exec(text)?.[1] ?? '';
};

test('the terminal report wraps a value', async () => {
  const path = new URL('expected/terminal-texts.txt', import.meta.url).pathname;
  await holdCases(path, (input) => `|${shown(JSON.parse(input)).replaceAll(/\n {14}/g, '|\n|')}|`);
});

test('the terminal report cuts a long value and says so', () => {
  const end = '\n              … (600 more characters;\n              the JSON report has them)';
  expect(shown('😀'.repeat(1000))).toBe(`${'😀'.repeat(400)}${end}`);
});

const none = { pass: 0, fail: 0, warn: 0, blocked: 0, inconclusive: 0, skipped: 0, 'not-applicable': 0, error: 0 };
const may = none;
const held = { must: { ...none, pass: 82 }, should: { ...none, pass: 10 }, may };
const whole: Report = { ...cleanReport, requirementCounts: held };
const partly = { must: { ...none, pass: 41, skipped: 41 }, should: { ...none, pass: 10 }, may };
const [first] = cleanReport.requirements;
const readOnly = Array.from({ length: 41 }, () => ({
  ...first,
  verdict: 'skipped',
  reason: 'This run is read-only.',
}));
const known = Array.from({ length: 12 }, () => ({ ...first, level: 'must', verdict: 'fail', known: true }));
const broken = { ...held, must: { ...none, pass: 38, fail: 5, blocked: 39 }, should: { ...none, pass: 8, warn: 2 } };
const accepted = { ...held, must: { ...none, pass: 70, fail: 12 } };
const schemas = { directory: 'house', digests: {} };

/** Each form of the verdict, and the lines of the report up to the first empty one. */
const forms: readonly (readonly [name: string, report: object])[] = [
  ['conformant', whole],
  ['conformant, with warnings', { ...whole, requirementCounts: { ...held, should: { ...none, pass: 8, warn: 2 } } }],
  ['conformant, strict', { ...whole, strict: true }],
  [
    'conformant, one not applicable',
    { ...whole, requirementCounts: { ...held, may: { ...none, 'not-applicable': 1 } } },
  ],
  [
    'nonconformant',
    { ...whole, verdict: 'nonconformant', requirementCounts: { ...held, must: { ...none, pass: 80, fail: 2 } } },
  ],
  [
    'nonconformant, incomplete, strict',
    { ...whole, verdict: 'nonconformant', complete: false, strict: true, requirementCounts: broken },
  ],
  [
    'inconclusive',
    {
      ...whole,
      verdict: 'inconclusive',
      complete: false,
      requirementCounts: { ...held, must: { ...none, pass: 80, blocked: 2 } },
    },
  ],
  [
    'nothing could be judged',
    {
      ...whole,
      verdict: 'inconclusive',
      complete: false,
      obstacle: 'The target could not be reached.',
      requirementCounts: { ...held, must: { ...none, inconclusive: 82 } },
    },
  ],
  [
    'stopped',
    {
      ...whole,
      verdict: 'inconclusive',
      complete: false,
      requirementCounts: { must: { ...none, pass: 4, inconclusive: 78 }, should: { ...none, inconclusive: 10 }, may },
    },
  ],
  ['read-only', { ...whole, complete: false, requirementCounts: partly, requirements: readOnly }],
  [
    'a selection',
    {
      ...whole,
      complete: false,
      requirementCounts: partly,
      requirements: readOnly.map((each) => ({ ...each, reason: 'Not selected.' })),
    },
  ],
  ['known deviations', { ...whole, complete: false, requirementCounts: accepted, requirements: known }],
  [
    'known deviations, strict',
    { ...whole, complete: false, strict: true, requirementCounts: accepted, requirements: known },
  ],
  ['a baseline out of date', { ...whole, baselineOutOfDate: true }],
  [
    'a baseline out of date, incomplete',
    { ...whole, baselineOutOfDate: true, complete: false, requirementCounts: accepted, requirements: known },
  ],
  [
    'nonconformant, a baseline out of date',
    { ...whole, verdict: 'nonconformant', baselineOutOfDate: true, complete: false, requirementCounts: broken },
  ],
  ['other schemas', { ...whole, complete: false, schemas }],
  [
    'other schemas, nonconformant',
    { ...whole, verdict: 'nonconformant', complete: false, schemas, requirementCounts: broken },
  ],
];

test.each(['http://127.0.0.1:8080/v1', `https://${'orders.'.repeat(12)}example/v1`])(
  'beside the address %s, the line of each verdict has at most 60 characters',
  async (baseUrl) => {
    const heads = forms.map(([name, form]) => {
      const text = renderReport({ ...(form as Report), target: { baseUrl } }, 'terminal');
      const [line = '', ...others] = (text.split('\n\n')[0] ?? '').split('\n');
      const rest = line.replace(baseUrl, '');
      // This sentence is the verdict. It has a line of its own.
      if (!/^○ CONFORMANT SO FAR: 41 must requirements were left out by (?:--read-only|the selection)$/.test(rest))
        expect(rest.length, name).toBeLessThanOrEqual(60);
      return [`=== ${name} ===`, line, ...others].join('\n').replaceAll(baseUrl, 'URL');
    });
    await expectGolden(`${heads.join('\n\n')}\n`, 'expected/verdicts.txt');
  },
);
