import { type Markup, markup } from './markup.js';
import type { Reporter } from './reporter.js';
import { type TestCase, type TestOutcome, testCases } from './test-cases.js';
import { viewOf } from './view.js';

/** A test suite per part of the contract, a test case per requirement; red whenever the run does not exit with 0. */
export const junit: Reporter = (report) => {
  const cases = testCases(report);
  const properties = viewOf(report).facts.map(
    ([name, value]) => markup`      <property name="${name}" value="${value}"/>\n`,
  );
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((suite) => {
    const own = cases.filter((testCase) => testCase.suite === suite);
    const title = report.suites.find(({ id }) => id === suite)?.title ?? 'The run';
    // Without a zone, which the common schemas do not allow; the instant is UTC.
    const timestamp = report.startedAt.slice(0, 19);
    return markup`  <testsuite name="${title}"${tally(own)} timestamp="${timestamp}">
    <properties>
${properties}    </properties>
${own.map(caseElement)}  </testsuite>
`;
  });
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${report.tool.name}"${tally(cases)} time="${(report.durationMs / 1000).toFixed(3)}">
${suites}</testsuites>
`.source;
};

function tally(cases: readonly TestCase[]): Markup {
  const of = (...outcomes: TestOutcome[]) => cases.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return markup` tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped', 'known')}"`;
}

const caseElement = (testCase: TestCase): Markup =>
  markup`    <testcase classname="${testCase.suite}" name="${testCase.name}" time="0.000">${outcomeElement(testCase)}</testcase>\n`;

function outcomeElement({ outcome, verdict, message, details }: TestCase): Markup {
  switch (outcome) {
    case 'passed':
      return details === '' ? markup`` : markup`<system-out>${details}</system-out>`;
    case 'skipped':
      return markup`<skipped message="${message}"/>`;
    case 'known':
      return markup`<skipped message="${message}"/><system-out>${details}</system-out>`;
    case 'failure':
    case 'error':
      return markup`<${outcome} message="${message}" type="${verdict}">${details}</${outcome}>`;
  }
}
