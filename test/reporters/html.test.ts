import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'html');

/** Every text of a value replaced; names of members stay. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((element) => withTexts(element, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, text)]));
}

test('the HTML report shows a run with every verdict', async () => {
  await expect(render(sampleReport)).toMatchFileSnapshot('expected/report.html');
});

test('the HTML report of a clean run has the verdict, the requirements and the scenarios only', () => {
  const headings = [...render(cleanReport).matchAll(/<h[12]>(.*)<\/h[12]>/g)].map(([, heading]) => heading);
  expect(headings).toEqual([
    '<span class="verdict conformant">conformant</span>: Store Orders Interface 1.0.0',
    'Requirements',
    'Scenarios',
  ]);
});

test('the HTML report has the same elements whatever the texts of the report are', () => {
  const elements = (text: string) => {
    const report = { ...(withTexts(sampleReport, text) as Report), counts: sampleReport.counts };
    return render(report)
      .match(/<[^>]*>/g)
      ?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
  };
  const hostile = `<script>alert(1)</script>" onclick='x' --> </style></pre>&lt;`;
  expect(elements(hostile)).toEqual(elements('plain'));
});

test('the HTML report loads nothing and runs nothing', () => {
  expect(render(sampleReport)).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
  );
  expect(render(sampleReport).match(/<(?:script|link|img|iframe)\b|\son\w+=|url\(/g)).toBeNull();
});
