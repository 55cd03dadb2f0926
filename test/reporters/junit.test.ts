import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, nothingJudged, sampleReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'junit');

const summaryOf = (report: Report): string => render(report).split('\n')[1] ?? '';

test('the JUnit report shows a run with every verdict', async () => {
  await expect(render(sampleReport)).toMatchFileSnapshot('expected/junit.xml');
});

test('the JUnit report of a clean run is green', () => {
  expect(render(cleanReport)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="store-orders-conformance" tests="1" failures="0" errors="0" skipped="0" time="0.321">
  <testsuite name="The listing (§2, §4.1)" tests="1" failures="0" errors="0" skipped="0" timestamp="2026-11-21T03:00:00">
    <properties>
      <property name="target" value="http://127.0.0.1:8080/v1"/>
      <property name="contract" value="Store Orders Interface 1.0.0, edition 2026.1"/>
      <property name="verdict" value="conformant (complete)"/>
      <property name="requirements" value="must 1 of 1 held"/>
      <property name="scenarios" value="1 (1 pass)"/>
      <property name="requests" value="1 in 321 ms"/>
      <property name="DELETEs" value="none"/>
      <property name="started" value="2026-11-21T03:00:00.000Z"/>
      <property name="tool" value="store-orders-conformance 0.1.0"/>
    </properties>
    <testcase classname="list" name="list.array (§4.1, must): Text of list.array." time="0.000"></testcase>
  </testsuite>
</testsuites>
`);
});

test('a run of which nothing was judged is red', () => {
  expect(summaryOf(nothingJudged)).toContain('tests="2" failures="0" errors="1" skipped="1"');
  const sentence =
    'The run is inconclusive (not complete: 1 must requirement not judged): must 0 of 1 held (1 skipped).';
  expect(render(nothingJudged)).toContain(
    `    <testcase classname="run" name="The run is conformant" time="0.000"><error message="${sentence}" type="inconclusive">${sentence}</error></testcase>`,
  );
});

test('a run that is nonconformant is red although no requirement is', () => {
  expect(summaryOf({ ...cleanReport, verdict: 'nonconformant' })).toContain('tests="2" failures="1" errors="0"');
});

test('a defect of the suite that no requirement shows makes the run red', () => {
  const reason = 'TypeError: url is undefined';
  const scenarios = cleanReport.scenarios.map((scenario) => ({ ...scenario, verdict: 'error' as const, reason }));
  const text = render({ ...cleanReport, verdict: 'inconclusive', scenarios });
  expect(text.split('\n')[1]).toContain('tests="2" failures="0" errors="1" skipped="0"');
  expect(text).toContain(`<testcase classname="run" name="The run is conformant" time="0.000"><error `);
  expect(text).toContain(`must 1 of 1 held.\n\n${reason}</error></testcase>`);
});

test('the JUnit report holds only characters that XML can carry', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join(' ');
  const report: Report = {
    ...cleanReport,
    requirements: cleanReport.requirements.map((requirement) => ({ ...requirement, text: units })),
    scenarios: cleanReport.scenarios.map((scenario) => ({ ...scenario, notes: [units] })),
  };
  expect(render(report).match(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu)).toBeNull();
});
