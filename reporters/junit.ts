import type { Report } from '../judge/report/report.js';
import { documentOf, type Markup, markup } from './printable.js';
import type { Reporter } from './reporter.js';
import { type TestCase, type TestOutcome, testCases } from './test-cases.js';
import { viewOf } from './view.js';

/**
 * A test suite for each part of the contract, and a test case for each requirement. One is red whenever the run does
 * not exit with 0.
 */
export const junit: Reporter = (report, options) => {
  const cases = testCases(report, options);
  const properties = viewOf(report).facts.map(
    ([name, value]) => markup`      <property name="${name}" value="${value}"/>\n`,
  );
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((suite) => {
    const suiteCases = cases.filter((testCase) => testCase.suite === suite);
    const title = report.suites.find(({ id }) => id === suite)?.title ?? 'The run';
    // The common schemas do not allow a time zone; the time is UTC.
    const timestamp = report.startedAt.slice(0, 19);
    return markup`  <testsuite name="${title}"${amounts(suiteCases)} skipped="${countOf(['skipped', 'known'], suiteCases)}" timestamp="${timestamp}">
    <properties>
${properties}    </properties>
${suiteCases.map((testCase) => caseElement(testCase, report))}  </testsuite>
`;
  });
  return documentOf(markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${report.tool.name}"${amounts(cases)} time="${(report.durationMs / 1000).toFixed(3)}">
${suites}</testsuites>
`);
};

const countOf = (outcomes: readonly TestOutcome[], cases: readonly TestCase[]): number =>
  cases.filter(({ outcome }) => outcomes.includes(outcome)).length;

const amounts = (cases: readonly TestCase[]): Markup =>
  markup` tests="${cases.length}" failures="${countOf(['failure'], cases)}" errors="${countOf(['error'], cases)}"`;

/**
 * Readers identify a test case by these names. For Jenkins, the part of a class name before its last dot is a package.
 */
const caseElement = (testCase: TestCase, { tool }: Report): Markup =>
  markup`    <testcase classname="${tool.name}.${testCase.suite}" name="${testCase.name}" time="0.000">${outcomeElement(testCase)}</testcase>\n`;

function outcomeElement({ outcome, verdict, message, details }: TestCase): Markup {
  switch (outcome) {
    case 'passed':
      return details === '' ? markup`` : markup`<system-out>${details}</system-out>`;
    case 'skipped':
      // Jenkins shows the attribute, GitLab the text.
      return markup`<skipped message="${message}">${message}</skipped>`;
    case 'known':
      return markup`<skipped message="${message}">${message}</skipped><system-out>${details}</system-out>`;
    case 'failure':
    case 'error':
      return markup`<${outcome} message="${message}" type="${verdict}">${details}</${outcome}>`;
  }
}
