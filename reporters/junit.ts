import type { Report } from '../judge/report/report.js';
import { documentOf, type Markup, markup, spelled } from './printable.js';
import type { Reporter } from './reporter.js';
import { type TestCase, type TestOutcome, testCases } from './test-cases.js';
import { viewOf } from './view.js';
import { byStart } from './wording.js';

/**
 * A test suite for each part of the contract, and a test case for each requirement. One is red whenever the run does
 * not exit with 0.
 */
export const junit: Reporter = (report, options) => {
  const cases = testCases(report, options);
  const { facts } = viewOf(report);
  const suites = [...new Set(cases.map(({ suite }) => suite))].map((suite) => {
    const suiteCases = cases.filter((testCase) => testCase.suite === suite);
    const title = report.suites.find(({ id }) => id === suite)?.title ?? 'The run';
    const warnings = suiteCases.filter(({ verdict }) => verdict === 'warn').length;
    const properties = [['title', title] as const, ...facts, ['warnings', String(warnings)] as const];
    // The common schemas do not allow a time zone; the time is UTC.
    const timestamp = report.startedAt.slice(0, 19);
    return markup`  <testsuite name="${className(suite, report)}"${amounts(suiteCases)} skipped="${countOf(['skipped', 'known'], suiteCases)}" time="${secondsOf(suiteCases, report)}" timestamp="${timestamp}">
    <properties>
${properties.map(([name, value]) => markup`      <property name="${name}" value="${value}"/>\n`)}    </properties>
${suiteCases.map((testCase) => caseElement(testCase, report))}  </testsuite>
`;
  });
  const document = documentOf(markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${report.tool.name}"${amounts(cases)} time="${(report.durationMs / 1000).toFixed(3)}">
${suites}</testsuites>
`);
  return document.replace(INSTRUCTION, spelled);
};

/** The brackets of `[[ATTACHMENT|/path]]`, `[[PROPERTY|name=value]]` and the like, which readers act on. */
const INSTRUCTION = /(?<!\[)\[{2,}(?!\[)(?=[^[\]|\n]*\|)/g;

const countOf = (outcomes: readonly TestOutcome[], cases: readonly TestCase[]): number =>
  cases.filter(({ outcome }) => outcomes.includes(outcome)).length;

const amounts = (cases: readonly TestCase[]): Markup =>
  markup` tests="${cases.length}" failures="${countOf(['failure'], cases)}" errors="${countOf(['error'], cases)}"`;

/** How long exchanges that show these cases were under way. Those at the same time count once. */
function secondsOf(cases: readonly TestCase[], { exchanges }: Report): string {
  const ids = new Set(cases.flatMap((testCase) => testCase.exchanges));
  let [ms, lastEnd] = [0, 0];
  for (const { startedAt, durationMs } of exchanges.filter(({ id }) => ids.has(id)).sort(byStart)) {
    const start = Date.parse(startedAt);
    ms += Math.max(0, start + durationMs - Math.max(start, lastEnd));
    lastEnd = Math.max(lastEnd, start + durationMs);
  }
  return (ms / 1000).toFixed(3);
}

/**
 * Readers identify a test case by its class name and its own. Some take the part of a class name before its last dot
 * for a package, and the name of a suite for that of a class.
 */
const className = (suite: string, { tool }: Report): string => `${tool.name}.${suite}`;

const caseElement = (testCase: TestCase, report: Report): Markup =>
  markup`    <testcase classname="${className(testCase.suite, report)}" name="${testCase.name}" time="${secondsOf([testCase], report)}">${outcomeElement(testCase)}</testcase>\n`;

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
