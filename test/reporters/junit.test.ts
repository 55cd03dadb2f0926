import { readFileSync } from 'node:fs';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { renderReport } from '../../reporters/index.js';
import { printable, printableLines } from '../../reporters/printable.js';
import { testCases } from '../../reporters/test-cases.js';
import type { Report } from '../../runner/judge/report.js';
import { hostileReport, readable } from './sample-changes.js';
import { cleanReport, nothingJudged, sampleReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'junit');

test.each([
  ['of which nothing was judged', nothingJudged, 'error', 'must 0 of 1 held (1 skipped).'],
  ['that is nonconformant although no requirement is', { ...cleanReport, verdict: 'nonconformant' }, 'failure', ''],
] as const)('a run %s is red', (_, report, outcome, details) => {
  const cases = testCases(report, {});
  expect(cases.map(({ name }) => name)).toEqual([expect.anything(), 'The run is conformant']);
  expect(cases[1]).toMatchObject({ outcome, verdict: report.verdict, details: expect.stringContaining(details) });
  expect(render(report)).toContain(
    `<testsuites name="store-orders-conformance" tests="2" failures="${outcome === 'failure' ? 1 : 0}" errors="${outcome === 'error' ? 1 : 0}"`,
  );
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
