import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderReport } from '../../../reporters/index.js';
import type { Report } from '../../../runner/judge/report.js';
import { cleanReport, sampleReport } from '../sample-report.js';
import { withTexts } from './with-texts.js';
import { withoutAssets } from './without-assets.js';

const render = (report: Report): string => renderReport(report, 'html');

test('the HTML report shows a run with every verdict', async () => {
  await expect(withoutAssets(render(sampleReport))).toMatchFileSnapshot('../expected/report.html');
});

test('the HTML report of a clean run has the verdict, the contract and the scenarios only', () => {
  const headings = [...render(cleanReport).matchAll(/<h[12]\b[^>]*>(.*?)<\/h[12]>/g)].map(([, heading = '']) =>
    heading.replaceAll(/<[^>]*>/g, ''),
  );
  expect(headings).toEqual([
    'Store Orders Interface 1.0.0, edition 2026.1 conformant',
    'Contents',
    'The contract, clause by clause',
    'Scenarios and exchanges',
  ]);
});

test('the HTML report has the same elements whatever the texts of the report are', () => {
  const elements = (text: string) =>
    render(withTexts(sampleReport, text) as Report)
      .match(/<[^>]*>/g)
      ?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
  const hostile = `<script>alert(1)</script>" onclick='x' --> </style></pre>&lt;`;
  expect(elements(hostile)).toEqual(elements('plain'));
});

test('the policy of the HTML report names the style and the script that it has, and nothing else', () => {
  const page = render(sampleReport);
  const contentOf = (element: string): string[] =>
    [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, content = '']) => content);
  const [style, script] = ['style', 'script'].map((element) => {
    const [content = '', ...more] = contentOf(element);
    expect(more).toEqual([]);
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${style}; script-src ${script}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'">`,
  );
  expect(withoutAssets(page).match(/<(?:link|img|iframe|base)\b|\s(?:on\w+|style)=|url\(|javascript:/g)).toBeNull();
});

test('the HTML report of thousands of cancels shows some of each scenario, and every one that deviates', () => {
  const [exchange] = cleanReport.exchanges;
  const [finding] = sampleReport.scenarios.flatMap(({ findings }) => findings);
  if (!exchange || !finding) throw new Error('The samples have an exchange and a finding.');
  const exchanges = Array.from({ length: 12_000 }, (_, index) => ({ ...exchange, id: `list.schema/${index}` }));
  const scenarios = cleanReport.scenarios.map((scenario) => ({
    ...scenario,
    findings: [{ ...finding, exchange: 'list.schema/11999' }],
  }));
  const page = render({ ...cleanReport, exchanges, scenarios });
  const shown = [...page.matchAll(/<details class="exchange" id="exchange-list\.schema\/(\d+)"/g)].map(([, id]) => id);
  expect(shown).toEqual([...Array.from({ length: 40 }, (_, index) => String(index)), '11999']);
  expect(page).toContain('and 11959 more exchanges; the JSON report has them');
  expect(page.length).toBeLessThan(200_000);
});
