import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderReport } from '../../../reporters/index.js';
import type { Report } from '../../../runner/judge/report.js';
import { withoutAssets } from '../sample-changes.js';
import { cleanReport, sampleReport } from '../sample-report.js';

const render = (report: Report): string => renderReport(report, 'html');

const headingsOf = (report: Report): string[] =>
  [...render(report).matchAll(/<h[12]\b[^>]*>(.*?)<\/h[12]>/g)].map(([, heading = '']) =>
    heading.replaceAll(/<[^>]*>/g, ''),
  );

test('the HTML report of a conformant run opens with the contract, and says what comes next', () => {
  const noOther = sampleReport.requirements.filter(({ verdict }) => verdict === 'not-applicable');
  expect(headingsOf({ ...cleanReport, requirements: [...noOther, ...cleanReport.requirements] })).toEqual([
    'Store Orders Interface 1.0.0, edition 2026.1 conformant',
    'The contract, clause by clause',
    'Not judged',
    'Scenarios and exchanges',
  ]);
  const next = (report: Report) => /<p class="next">(.*?)<\/p>/.exec(render(report))?.[1];
  expect(next(cleanReport)).toContain(
    '<code>store-orders-conformance certify --subject NAME@VERSION --output DIR</code>',
  );
  expect(next({ ...cleanReport, complete: false })).toContain('needs a run that is complete');
  expect(next(sampleReport)).toBeUndefined();
});

test('a clause of which all that applies held has the sign of what held', () => {
  const [held] = cleanReport.requirements;
  const [exempt] = sampleReport.requirements.filter(({ verdict }) => verdict === 'not-applicable');
  if (!held || !exempt) throw new Error('The samples have both.');
  const page = render({ ...cleanReport, requirements: [held, { ...exempt, clause: held.clause }] });
  expect(page).toMatch(/<details class="clause" id="clause-4\.1" data-group><summary><span class="verdict pass">/);
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
  const [finding] = sampleReport.findings;
  if (!exchange || !finding) throw new Error('The samples have an exchange and a finding.');
  const exchanges = Array.from({ length: 12_000 }, (_, index) => ({ ...exchange, id: `list.schema/${index}` }));
  const findings = [{ ...finding, exchange: 'list.schema/11999' }];
  const page = render({ ...cleanReport, exchanges, findings });
  const shown = [...page.matchAll(/<details class="exchange" id="exchange-list\.schema\/(\d+)"/g)].map(([, id]) => id);
  expect(shown).toEqual([...Array.from({ length: 40 }, (_, index) => String(index)), '11999']);
  expect(page).toContain('and 11959 more exchanges; the JSON report has them');
  expect(page.length).toBeLessThan(200_000);
});
