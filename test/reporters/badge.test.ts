import { DOMParser } from '@xmldom/xmldom';
import { makeBadge } from 'badge-maker';
import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { hostileReport, hostileTexts } from './sample-changes.js';
import { cleanReport, nothingJudged, sampleReport } from './sample-report.js';

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

test.each(runs)(
  "the badge says %s in words, in a colour of its own, and in the size that shields.io's own library draws",
  (message, report) => {
    const { root, all } = picture(report);
    expect(root.getAttribute('aria-label')).toBe(`store orders: ${message}`);
    expect(all('text').map(({ textContent }) => textContent)).toEqual(['store orders', message]);
    const { color, isError, ...rest } = endpoint(report);
    expect(rest).toEqual({ schemaVersion: 1, label: 'store orders', message });
    expect(isError).toBe(message !== 'conformant (complete)');
    expect(all('rect')[0]?.getAttribute('fill')).toBe(`#${color}`);
    expect(runs.filter(([, other]) => endpoint(other).color === color)).toHaveLength(1);
    const drawn = makeBadge({ label: rest.label, message, color });
    expect(drawn).toMatch(new RegExp(`^<svg [^>]*width="${root.getAttribute('width')}" height="20"`));
    expect(drawn).toContain(`fill="#${color}"`);
    for (const text of all('text')) expect(drawn).toContain(`textLength="${text.getAttribute('textLength')}0"`);
  },
);

test.each(hostileTexts)('the badge is the same whatever the target sends: %s', (_name, text) => {
  expect(renderReport(hostileReport(text), 'badge')).toBe(renderReport(sampleReport, 'badge'));
});

test('the badge escapes the name of the contract, and loads nothing', () => {
  const { root, all } = picture({
    ...cleanReport,
    contract: { name: '</title><script>"', version: '&\u0000', clauses: [] },
  });
  expect(all('title')[0]?.textContent).toMatch(/^<\/title><script>" &\\u0000, edition 2026/);
  expect(all('script')).toEqual([]);
  const names = [root, ...all('*')].flatMap((element) => Array.from(element.attributes, ({ name }) => name));
  expect(names.filter((name) => /href|src|style|^on|^id$/.test(name))).toEqual([]);
});

test('the badge says that the baseline is out of date', () => {
  expect(endpoint({ ...cleanReport, baselineOutOfDate: true }).message).toBe('conformant, baseline out of date');
});
