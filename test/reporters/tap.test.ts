import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { reporters } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report): string => reporters.tap(report, { color: false });

const withTitle = (title: string): Report => ({
  ...cleanReport,
  scenarios: cleanReport.scenarios.map((scenario) => ({ ...scenario, title })),
});

test('the TAP report shows a run with every verdict', async () => {
  await expect(render(sampleReport)).toMatchFileSnapshot('expected/report.tap');
});

test('the TAP report of a clean run is one plan and its test points', () => {
  expect(render(cleanReport)).toBe(`TAP version 14
# store-orders-conformance 0.1.0, Store Orders Interface 1.0.0
# http://127.0.0.1:8080/v1
# conformant (complete)
1..1
ok 1 - list: The listing is an array of orders
  ---
  verdict: "pass"
  duration_ms: 12.4
  ...
`);
});

test('the TAP report fails a run without scenarios', () => {
  const report: Report = { ...cleanReport, verdict: 'inconclusive', complete: false, scenarios: [] };
  expect(render(report).split('\n').slice(4)).toEqual([
    '1..1',
    'not ok 1 - The run is conformant',
    '  ---',
    '  message: "The run is inconclusive (not complete)."',
    '  ...',
    '',
  ]);
});

test('the TAP report takes no title for a directive or a new line', () => {
  expect(render(withTitle('a # SKIP b\\\nnot ok 2'))).toContain('\nok 1 - list: a \\# SKIP b\\\\\\\\nnot ok 2\n');
});

test('the diagnostics of the TAP report are YAML that gives back the findings', () => {
  const blocks = [...render(sampleReport).matchAll(/^ {2}---\n([\s\S]*?)^ {2}\.\.\.$/gm)].map(([, yaml = '']) =>
    parse(yaml),
  );
  const findings = blocks.flatMap((block) => block.findings ?? []).map(({ repeat, ...finding }) => finding);
  expect(findings).toEqual(sampleReport.scenarios.flatMap((scenario) => scenario.findings));
});
