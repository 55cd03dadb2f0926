import { readFileSync } from 'node:fs';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { renderReport } from '../../reporters/index.js';
import { printable, printableLines } from '../../reporters/printable.js';
import { testCases } from '../../reporters/test-cases.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, hostileReport, nothingJudged, readable, sampleReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'junit');

const summaryOf = (report: Report): string => render(report).split('\n')[1] ?? '';

test('a run of which nothing was judged is red', () => {
  expect(summaryOf(nothingJudged)).toContain('tests="2" failures="0" errors="1" ');
  const sentence =
    'The run is inconclusive (not complete: 0 of 1 must requirement judged): must 0 of 1 held (1 skipped).';
  expect(render(nothingJudged)).toContain(
    `    <testcase classname="store-orders-conformance.run" name="The run is conformant" time="0.000"><error message="${sentence}" type="inconclusive">${sentence}</error></testcase>`,
  );
});

test('a run that is nonconformant is red although no requirement is', () => {
  expect(summaryOf({ ...cleanReport, verdict: 'nonconformant' })).toContain('tests="2" failures="1" errors="0"');
});

test('a defect of the suite that no requirement shows makes the run red', () => {
  const reason = 'TypeError: url is undefined';
  const scenarios = cleanReport.scenarios.map((scenario) => ({ ...scenario, verdict: 'error' as const, reason }));
  const text = render({ ...cleanReport, verdict: 'inconclusive', scenarios });
  expect(text.split('\n')[1]).toContain('tests="2" failures="0" errors="1" ');
  expect(text).toContain(
    `<testcase classname="store-orders-conformance.run" name="The run is conformant" time="0.000"><error `,
  );
  expect(text).toContain(`must 1 of 1 held.\n\n${reason}</error></testcase>`);
});

/** The schema of Jenkins' xunit plugin. */
const schema = readFileSync(new URL('./schemas/junit-10.xsd', import.meta.url), 'utf8');

const validated = (...documents: readonly string[]) =>
  validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [{ fileName: 'junit-10.xsd', contents: schema }],
  });

test("the JUnit report is valid by Jenkins' schema, whatever the target sends", async () => {
  const { errors, valid } = await validated(...readable.map(([, report]) => render(report)));
  expect([errors, valid]).toEqual([[], true]);
});

test("Jenkins' schema refuses what is not valid", async () => {
  const { valid } = await validated(render(cleanReport).replace('<testcase classname', '<testcase class'));
  expect(valid).toBe(false);
});

/** What an XML parser reads of each test case. */
function casesOf(xml: string) {
  const parser = new DOMParser({
    onError: (_level, message) => {
      throw new SyntaxError(message);
    },
  });
  return Array.from(parser.parseFromString(xml, 'text/xml').getElementsByTagName('testcase'), (element: Element) => {
    const [child] = Array.from(element.childNodes);
    return {
      name: element.getAttribute('name'),
      className: element.getAttribute('classname'),
      child: child?.nodeName,
      message: (child as Element | undefined)?.getAttribute('message') ?? null,
      text: child?.textContent ?? null,
    };
  });
}

const CHILDREN = {
  passed: 'system-out',
  skipped: 'skipped',
  known: 'skipped',
  failure: 'failure',
  error: 'error',
} as const;

test.each(readable)('an XML parser reads the test cases of %s', (_name, report) => {
  const order = report.suites.map(({ id }) => id);
  const expected = testCases(report, {}).map(({ suite, name, outcome, message, details }) => {
    const text = printableLines(outcome === 'skipped' || outcome === 'known' ? message : details);
    const isBare = outcome === 'passed' && details === '';
    return {
      name: printable(name),
      className: `store-orders-conformance.${suite}`,
      child: isBare ? undefined : CHILDREN[outcome],
      // A parser makes a space of a line break in an attribute (XML 1.0 §3.3.3).
      message: outcome === 'passed' ? null : printableLines(message).replaceAll('\n', ' '),
      text: isBare ? null : text,
    };
  });
  const rank = ({ className }: { className: string | null }) =>
    order.indexOf(String(className).split('.').at(-1) ?? '');
  const byPart = <Case extends { className: string | null }>(cases: readonly Case[]) =>
    cases.toSorted((a, b) => rank(a) - rank(b));
  expect(byPart(casesOf(render(report)))).toEqual(byPart(expected));
});

test('a test case is known by the same names in every run', () => {
  const names = (report: Report) => casesOf(render(report)).map(({ className, name }) => `${className} ${name}`);
  const later: Report = { ...hostileReport('text'), startedAt: '2027-01-01T00:00:00.000Z', durationMs: 1 };
  expect(names(later)).toEqual(names(sampleReport));
  expect(new Set(names(sampleReport)).size).toBe(sampleReport.requirements.length);
});
