import { Parser } from 'tap-parser';
import { expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { renderReport } from '../../reporters/index.js';
import { safeLines } from '../../reporters/printable.js';
import { hostileReport, hostileTexts } from './hostile-report.js';
import { cleanReport, sampleReport, samples } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'tap');

test('the TAP report shows no text as a directive or a new line', () => {
  const text = 'a # SKIP b\\\nnot ok 2';
  const requirements = cleanReport.requirements.map((requirement) => ({ ...requirement, text }));
  expect(render({ ...cleanReport, requirements })).toContain(': a \\u0023 SKIP b\\\\nnot ok 2\n');
});

/** The test points that a TAP parser reads. Nothing is outside of one, and a failed one fails the run. */
function pointsOf(report: Report) {
  const events = Parser.parse(render(report), { strict: true });
  expect(events.filter(([event]) => event === 'extra' || event === 'bailout' || event === 'child')).toEqual([]);
  const points = events.flatMap(([event, value]) => (event === 'assert' ? [value] : []));
  const [, complete] = events.find(([event]) => event === 'complete') ?? [];
  const ok = points.every((point) => point.ok || point.todo);
  expect(complete).toMatchObject({ ok, count: points.length, bailout: false });
  return points;
}

test('a TAP parser reads the samples', () => {
  expect(samples.map(([name, report]) => [name, pointsOf(report).filter(({ ok }) => !ok).length])).toEqual([
    ['nonconformant', 6],
    ['conformant', 0],
    ['inconclusive', 3],
    ['known', 2],
    ['outdated', 3],
  ]);
});

test.each(hostileTexts)('a TAP parser reads the same test points, and the text itself: %s', (_name, text) => {
  const same = (report: Report) => pointsOf(report).map(({ name, ok, skip }) => [name, ok, skip !== false]);
  const report = hostileReport(text);
  expect(same(report)).toEqual(same(sampleReport));
  const red = pointsOf(report).filter(({ ok }) => !ok);
  // A block does not begin with white space, and holds no line that could end it.
  const plain = (lines: unknown): string => String(lines).replaceAll('\\u002e', '.').replaceAll('\\u002d', '-');
  expect(red.filter(({ diag }) => !plain(diag?.details).startsWith(safeLines(text.trim())))).toEqual([]);
});
