import type { Report, ScenarioResult } from '../runner/judge/report.js';
import { findingWriter } from './finding-text.js';
import { type GateOutcome, gate, runTest } from './gate.js';
import type { Reporter } from './reporter.js';
import { countOf } from './wording.js';
import { xmlAttributes, xmlText } from './xml.js';

interface TestCase {
  readonly suite: string;
  readonly title: string;
  readonly durationMs: number;
  readonly outcome: GateOutcome;
  /** The verdict behind the outcome. */
  readonly type: string;
  readonly message: string;
  readonly text: string;
  readonly output: string;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** A test suite per suite, a test case per scenario; red whenever the run does not exit with 0 (see gate.ts). */
export const junit: Reporter = (report) => {
  const cases = testCases(report);
  const suites = [...new Set(cases.map(({ suite }) => suite))];
  const attributes = { name: report.tool.name, ...tally(cases), time: seconds(report.durationMs) };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${xmlAttributes(attributes)}>`,
    ...suites.flatMap((suite) =>
      suiteLines(
        report,
        suite,
        cases.filter((testCase) => testCase.suite === suite),
      ),
    ),
    '</testsuites>',
    '',
  ].join('\n');
};

function tally(cases: readonly TestCase[]) {
  const of = (outcome: GateOutcome) => cases.filter((testCase) => testCase.outcome === outcome).length;
  return { tests: cases.length, failures: of('failure'), errors: of('error'), skipped: of('skipped') };
}

function testCases(report: Report): TestCase[] {
  const writeFindings = findingWriter(report);
  const outcomeOf = gate(report);
  const cases = report.scenarios.map((scenario): TestCase => {
    const outcome = outcomeOf(scenario);
    const findings = writeFindings(scenario.findings);
    const explanation = joined(findings, scenario.reason ?? '');
    const passed = outcome === 'passed';
    return {
      suite: scenario.suite,
      title: scenario.title,
      durationMs: scenario.durationMs,
      outcome,
      type: scenario.verdict,
      message: messageOf(scenario),
      text: explanation,
      output: joined(passed ? explanation : '', ...scenario.notes),
    };
  });
  const run = runTest(
    report,
    cases.map(({ outcome }) => outcome),
  );
  if (!run) return cases;
  return [...cases, { ...run, suite: 'run', durationMs: 0, type: report.verdict, text: run.message, output: '' }];
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

function messageOf({ findings, reason, verdict }: ScenarioResult): string {
  const [first, ...others] = findings;
  if (!first) return reason ?? verdict;
  return others.length === 0 ? first.message : `${first.message} (and ${countOf(others.length, 'more deviation')})`;
}

function suiteLines(report: Report, suite: string, cases: readonly TestCase[]): string[] {
  const attributes = {
    name: suite,
    ...tally(cases),
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    // Without a zone, which the common schemas do not allow; the instant is UTC.
    timestamp: report.startedAt.slice(0, 19),
  };
  const properties = {
    target: report.target.baseUrl,
    contract: `${report.contract.name} ${report.contract.version}`,
    tool: `${report.tool.name} ${report.tool.version}`,
    verdict: report.verdict,
  };
  return [
    `  <testsuite${xmlAttributes(attributes)}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${xmlAttributes({ name, value })}/>`),
    '    </properties>',
    ...cases.flatMap(caseLines),
    '  </testsuite>',
  ];
}

function caseLines({ suite, title, durationMs, outcome, type, message, text, output }: TestCase): string[] {
  const start = `    <testcase${xmlAttributes({ classname: suite, name: title, time: seconds(durationMs) })}`;
  const children = [
    ...outcomeLines(outcome, type, message, text),
    ...(output === '' ? [] : [`      <system-out>${xmlText(output)}</system-out>`]),
  ];
  return children.length === 0 ? [`${start}/>`] : [`${start}>`, ...children, '    </testcase>'];
}

function outcomeLines(outcome: GateOutcome, type: string, message: string, text: string): string[] {
  switch (outcome) {
    case 'passed':
      return [];
    case 'skipped':
      return [`      <skipped${xmlAttributes({ message })}/>`];
    case 'failure':
    case 'error':
      return [`      <${outcome}${xmlAttributes({ message, type })}>${xmlText(text)}</${outcome}>`];
  }
}
