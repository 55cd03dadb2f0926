import { readFileSync } from 'node:fs';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Report } from '../../judge/report/report.js';
import { renderReport } from '../../reporters/index.js';
import { safeLines } from '../../reporters/printable.js';
import { hostileReport, hostileTexts } from './hostile-report.js';
import { cleanReport, sampleReport, samples } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'junit');

/** The schema of Jenkins' xunit plugin. */
const schema = readFileSync(new URL('./schemas/junit-10.xsd', import.meta.url), 'utf8');

test("the JUnit report is valid by Jenkins' schema, whatever the target sends", async () => {
  const reports = [...samples.map(([, report]) => report), ...hostileTexts.map(([, text]) => hostileReport(text))];
  const { errors, valid } = await validateXML({
    xml: reports.map((report, index) => ({ fileName: `${index}.xml`, contents: render(report) })),
    schema: [{ fileName: 'junit-10.xsd', contents: schema }],
  });
  expect([errors, valid]).toEqual([[], true]);
});

/** The test cases that an XML parser reads: names, outcome and text of each. */
function casesOf(report: Report) {
  const parser = new DOMParser({
    onError: (_level, message) => {
      throw new SyntaxError(message);
    },
  });
  const cases = parser.parseFromString(render(report), 'text/xml').getElementsByTagName('testcase');
  return Array.from(cases, (element: Element) => {
    const [child] = Array.from(element.childNodes);
    const names = `${element.getAttribute('classname')} ${element.getAttribute('name')}`;
    return { names, outcome: child?.nodeName, text: child?.textContent ?? '' };
  });
}

test.each(hostileTexts)('an XML parser reads the same test cases, and the text itself: %s', (_name, text) => {
  const same = (report: Report) => casesOf(report).map(({ names, outcome }) => [names, outcome]);
  const report: Report = { ...hostileReport(text), startedAt: '2027-01-01T00:00:00.000Z', durationMs: 1 };
  expect(same(report)).toEqual(same(sampleReport));
  const red = casesOf(report).filter(({ outcome }) => outcome === 'failure' || outcome === 'error');
  expect(red.filter((one) => !one.text.startsWith(safeLines(`>${text}`).slice(1)))).toEqual([]);
});

test.each([
  ['inconclusive', 'error'],
  ['nonconformant', 'failure'],
] as const)('a run that is %s although no requirement is red has one %s', (verdict, outcome) => {
  const cases = casesOf({ ...cleanReport, verdict });
  expect(cases.at(-1)).toMatchObject({ names: expect.stringMatching(/ The run is conformant$/), outcome });
});
