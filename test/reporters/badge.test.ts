import { DOMParser } from '@xmldom/xmldom';
import { makeBadge } from 'badge-maker';
import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, hostileReport, hostileTexts, nothingJudged, sampleReport } from './sample-report.js';

const runs: readonly (readonly [name: string, report: Report])[] = [
  ['conformant (complete)', cleanReport],
  ['conformant, incomplete', { ...cleanReport, complete: false }],
  ['nonconformant', sampleReport],
  ['inconclusive', nothingJudged],
];

const endpoint = (report: Report) => JSON.parse(renderReport(report, 'badge', { path: '/tmp/conformance.JSON' }));

function picture(report: Report) {
  const document = new DOMParser({
    onError: (_level, message) => {
      throw new SyntaxError(message);
    },
  }).parseFromString(renderReport(report, 'badge', { path: '/tmp/badge.svg' }), 'image/svg+xml');
  const { documentElement: root } = document;
  if (root === null) throw new TypeError('The picture has no root element.');
  const all = (name: string) => Array.from(document.getElementsByTagName(name));
  return { root, all };
}

test('the badge of a clean run', () => {
  expect(
    renderReport(cleanReport, 'badge'),
  ).toBe(`<svg xmlns="http://www.w3.org/2000/svg" width="214" height="20" role="img" aria-label="store orders: conformant (complete)">
  <title>Store Orders Interface 1.0.0, edition 2026.1, 2026-11-21T03:00:00.000Z: The run is conformant (complete): must 1 of 1 held.</title>
  <rect width="214" height="20" rx="3" fill="#2e7d32"/>
  <path d="M3 0H77V20H3A3 3 0 0 1 0 17V3A3 3 0 0 1 3 0Z" fill="#555"/>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">
    <text x="38.5" y="14" textLength="67">store orders</text>
    <text x="145.5" y="14" textLength="127">conformant (complete)</text>
  </g>
</svg>
`);
  expect(endpoint(cleanReport)).toEqual({
    schemaVersion: 1,
    label: 'store orders',
    message: 'conformant (complete)',
    color: '2e7d32',
    isError: false,
  });
});

test.each(runs)('the badge says %s in words, and in a colour of its own', (message, report) => {
  const { root, all } = picture(report);
  expect(root.getAttribute('aria-label')).toBe(`store orders: ${message}`);
  expect(all('text').map(({ textContent }) => textContent)).toEqual(['store orders', message]);
  const { color, isError, ...rest } = endpoint(report);
  expect(rest).toEqual({ schemaVersion: 1, label: 'store orders', message });
  expect(isError).toBe(message !== 'conformant (complete)');
  expect(all('rect')[0]?.getAttribute('fill')).toBe(`#${color}`);
  expect(runs.filter(([, other]) => endpoint(other).color === color)).toHaveLength(1);
});

test.each(runs)("shields.io's own library draws %s from the JSON in the size that the SVG has", (_message, report) => {
  const { label, message, color } = endpoint(report);
  const drawn = makeBadge({ label, message, color });
  const { root, all } = picture(report);
  expect(drawn).toMatch(new RegExp(`^<svg [^>]*width="${root.getAttribute('width')}" height="20"`));
  expect(drawn).toContain(`fill="#${color}"`);
  for (const text of all('text')) expect(drawn).toContain(`textLength="${text.getAttribute('textLength')}0"`);
});

test.each(hostileTexts)('the badge is the same whatever the target sends: %s', (_name, text) => {
  expect(renderReport(hostileReport(text), 'badge')).toBe(renderReport(sampleReport, 'badge'));
});

test('the badge escapes the name of the contract, and loads nothing', () => {
  const { root, all } = picture({ ...cleanReport, contract: { name: '</title><script>"', version: '&\u0000' } });
  expect(all('title')[0]?.textContent).toMatch(/^<\/title><script>" &\\u0000, edition 2026/);
  expect(all('script')).toEqual([]);
  const names = [root, ...all('*')].flatMap((element) => Array.from(element.attributes, ({ name }) => name));
  expect(names.filter((name) => /href|src|style|^on|^id$/.test(name))).toEqual([]);
});
