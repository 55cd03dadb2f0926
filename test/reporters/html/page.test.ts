import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Report } from '../../../judge/report/report.js';
import { renderReport } from '../../../reporters/index.js';
import { withTexts } from '../hostile-report.js';
import { cleanReport, sampleReport } from '../sample-report.js';

const render = (report: Report): string => renderReport(report, 'html');

test('the HTML report has the same elements whatever the texts of the report are', () => {
  const elements = (text: string) =>
    render(withTexts(sampleReport, text))
      .match(/<[^>]*>/g)
      ?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
  const hostile = `<script>alert(1)</script>" onclick='x' --> </style></pre>&lt;`;
  expect(elements(hostile)).toEqual(elements('plain'));
});

test('the policy of the HTML report names the style and the script that it has, and nothing else', () => {
  const page = render(sampleReport);
  const [style, script] = ['style', 'script'].map((element) => {
    const [[whole = '', content = ''] = [], ...more] = page.matchAll(
      new RegExp(`<${element}>(.*?)</${element}>`, 'gs'),
    );
    expect(more).toEqual([]);
    return { whole, source: `'sha256-${createHash('sha256').update(content).digest('base64')}'` };
  });
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${style?.source}; script-src ${script?.source}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'">`,
  );
  const rest = page.replace(style?.whole ?? '', '').replace(script?.whole ?? '', '');
  expect(rest.match(/<(?:link|img|iframe|base)\b|\s(?:on\w+|style)=|url\(|javascript:/g)).toBeNull();
});

test('the HTML report of thousands of cancels shows some of each scenario, and every one that deviates', () => {
  const exchanges = Array.from({ length: 12_000 }, (_, index) =>
    cleanReport.exchanges.map((exchange) => ({ ...exchange, id: `list.schema/${index}` })),
  ).flat();
  const findings = sampleReport.findings.slice(0, 1).map((found) => ({ ...found, exchange: 'list.schema/11999' }));
  const page = render({ ...cleanReport, exchanges, findings });
  const shown = [...page.matchAll(/<details class="exchange" id="exchange-list\.schema\/(\d+)"/g)].map(([, id]) => id);
  expect(shown).toEqual([...Array.from({ length: 40 }, (_, index) => String(index)), '11999']);
  expect(page).toContain('and 11959 more exchanges; the JSON report has them');
  expect(page.length).toBeLessThan(200_000);
});
