import { DOMParser } from '@xmldom/xmldom';
import { makeBadge } from 'badge-maker';
import { expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { renderReport } from '../../reporters/index.js';
import { hostileReport, hostileTexts } from './hostile-report.js';
import { cleanReport, sampleReport, samples } from './sample-report.js';

function picture(report: Report) {
  const document = new DOMParser({
    onError: (_level, message) => {
      throw new SyntaxError(message);
    },
  }).parseFromString(renderReport(report, 'badge'), 'image/svg+xml');
  return Array.from(document.getElementsByTagName('*'));
}

test.each(samples)("the badge of the %s sample has the size that shields.io's own library draws", (name, report) => {
  const endpoint = JSON.parse(renderReport(report, 'badge', { path: '/tmp/conformance.JSON' }));
  const { label, message, color } = endpoint;
  expect(endpoint).toEqual({ schemaVersion: 1, label, message, color, isError: name !== 'conformant' });
  const [svg, ...inside] = picture(report);
  expect(svg?.getAttribute('aria-label')).toBe(`${label}: ${message}`);
  const drawn = makeBadge({ label, message, color });
  expect(drawn).toMatch(new RegExp(`^<svg [^>]*width="${svg?.getAttribute('width')}" height="20"`));
  expect(drawn).toContain(`fill="${inside.find(({ localName }) => localName === 'rect')?.getAttribute('fill')}"`);
  const texts = inside.filter(({ localName }) => localName === 'text');
  expect(texts.map(({ textContent }) => textContent)).toEqual([label, message]);
  for (const text of texts) expect(drawn).toContain(`textLength="${text.getAttribute('textLength')}0"`);
});

test('the badge is the same whatever the target sends', () => {
  const drawn = hostileTexts.map(([, text]) => renderReport(hostileReport(text), 'badge'));
  expect(new Set(drawn)).toEqual(new Set([renderReport(sampleReport, 'badge')]));
});

test('the badge escapes the name of the contract, and loads nothing', () => {
  const contract = { name: '</title><script>"', version: '&\u0000', clauses: [] };
  const elements = picture({ ...cleanReport, contract });
  const text = (name: string) => elements.filter(({ localName }) => localName === name).map((one) => one.textContent);
  expect(text('title')).toEqual([expect.stringMatching(/^<\/title><script>" &\\u0000, edition 2026/)]);
  expect(text('script')).toEqual([]);
  const names = elements.flatMap((element) => Array.from(element.attributes, ({ name }) => name));
  expect(names.filter((name) => /href|src|style|^on|^id$/.test(name))).toEqual([]);
});
