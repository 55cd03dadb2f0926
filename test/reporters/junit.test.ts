import { expect, test } from 'vitest';
import { reporters } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report): string => reporters.junit(report, { color: false });

const summaryOf = (report: Report): string => render(report).split('\n')[1] ?? '';

test('the JUnit report shows a run with every verdict', async () => {
  await expect(render(sampleReport)).toMatchFileSnapshot('expected/junit.xml');
});

test('the JUnit report of a clean run is green', () => {
  expect(render(cleanReport)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="store-orders-conformance" tests="1" failures="0" errors="0" skipped="0" time="0.321">
  <testsuite name="list" tests="1" failures="0" errors="0" skipped="0" time="0.012" timestamp="2026-11-21T03:00:00">
    <properties>
      <property name="target" value="http://127.0.0.1:8080/v1"/>
      <property name="contract" value="Store Orders Interface 1.0.0"/>
      <property name="tool" value="store-orders-conformance 0.1.0"/>
      <property name="verdict" value="conformant"/>
    </properties>
    <testcase classname="list" name="The listing is an array of orders" time="0.012"/>
  </testsuite>
</testsuites>
`);
});

test('a warning is a failure of the JUnit report under strict', () => {
  const warned = sampleReport.scenarios.filter(({ verdict }) => verdict === 'warn');
  const report: Report = { ...sampleReport, scenarios: warned, strict: true };
  expect(summaryOf(report)).toContain('tests="1" failures="1" errors="0" skipped="0"');
  expect(render(report)).toContain('<failure message="An order repeats the member &quot;note&quot;." type="warn">');
  expect(render(report)).not.toContain('<system-out>');
});

test.each(['inconclusive', 'nonconformant'] as const)('a run that is %s is red although no scenario is', (verdict) => {
  const [colour, tally] =
    verdict === 'inconclusive' ? ['error', 'failures="0" errors="1"'] : ['failure', 'failures="1" errors="0"'];
  const report: Report = { ...cleanReport, verdict, complete: false };
  expect(summaryOf(report)).toContain(`tests="2" ${tally} skipped="0"`);
  expect(render(report)).toContain(`    <testcase classname="run" name="The run is conformant" time="0.000">
      <${colour} message="The run is ${verdict} (not complete)." type="${verdict}">The run is ${verdict} (not complete).</${colour}>
    </testcase>`);
});

test('a run without scenarios is red', () => {
  expect(summaryOf({ ...cleanReport, verdict: 'inconclusive', complete: false, scenarios: [] })).toContain(
    'tests="1" failures="0" errors="1" skipped="0"',
  );
});

test('the JUnit report holds only characters that XML can carry', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join(' ');
  const [first, ...others] = cleanReport.scenarios;
  const report: Report = {
    ...cleanReport,
    scenarios: [...(first ? [{ ...first, title: units, notes: [units] }] : []), ...others],
  };
  expect(render(report).match(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu)).toBeNull();
});
