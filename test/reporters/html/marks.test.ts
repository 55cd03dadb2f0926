import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Finding } from '../../../judge/report/report.js';
import { renderReport } from '../../../reporters/index.js';
import { holdCases } from '../../cases.js';
import { cleanReport, sampleReport } from '../sample-report.js';

/** The page of a run with one finding, on an answer with this body. */
function page(given: Partial<Finding>, text = '{"code":401,"message":"No."}'): string {
  const findings = sampleReport.findings
    .slice(0, 1)
    .map((found) => ({ ...found, requirement: 'list.array', ...given }));
  const exchanges = cleanReport.exchanges.map(({ response, ...exchange }) => ({
    ...exchange,
    response: 'failure' in response ? response : { ...response, body: { ...response.body, text } },
  }));
  return renderReport({ ...cleanReport, findings, exchanges }, 'html');
}

test('the page marks what differs, in the finding and in the response', async () => {
  const path = new URL('expected/marks.txt', import.meta.url).pathname;
  await holdCases(path, (input) => {
    const { body, ...finding } = parse(input);
    const html = page(finding, body);
    const [, found = ''] = /<div class="finding">(.*?)<p class="note">/s.exec(html) ?? [];
    const [expected, actual] = [...found.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, text = '']) => text);
    const [, came = ''] = /<figcaption>Came<\/figcaption><pre[^>]*>(.*?)<\/pre>/s.exec(html) ?? [];
    return `expected: ${expected}\nactual: ${actual}\n${came.replaceAll('&#34;', '"')}`;
  });
});

test('brackets do not become a page of blanks', () => {
  const brackets = '['.repeat(4_000) + ']'.repeat(4_000);
  expect(page({}, brackets).length).toBeLessThan(page({}).length + 400_000);
});
