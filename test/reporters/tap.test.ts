import { Parser } from 'tap-parser';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderReport } from '../../reporters/index.js';
import { testCases } from '../../reporters/test-cases.js';
import type { Report } from '../../runner/judge/report.js';
import { readable } from './sample-changes.js';
import { cleanReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'tap');

test('the TAP report takes no text for a directive or a new line', () => {
  const text = 'a # SKIP b\\\nnot ok 2';
  const requirements = cleanReport.requirements.map((requirement) => ({ ...requirement, text }));
  expect(render({ ...cleanReport, requirements })).toContain(': a \\# SKIP b\\\\\\\\nnot ok 2\n');
});

test('the diagnostics of the TAP report are YAML, whatever the target sends', () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join(' ');
  const requirements = cleanReport.requirements.map((requirement) => {
    return { ...requirement, verdict: 'inconclusive' as const, reason: `  ---\n\n  ...\n# ${units}` };
  });
  const [, block = ''] = /^ {2}---\n([\s\S]*?)^ {2}\.\.\.$/m.exec(render({ ...cleanReport, requirements })) ?? [];
  const { verdict, details } = parse(block);
  expect([verdict, details.split('\n').length]).toEqual(['inconclusive', 5]);
  expect(details).toMatch(/^ {2}---\n\n {2}\.\.\.\n# \\u0000 .* \\uffff$/s);
});

/** What a TAP parser reads; `[event, value]` each. */
const eventsOf = (report: Report) => Parser.parse(render(report), { strict: true });

test.each(readable)('a TAP parser reads the test points of %s', (_name, report) => {
  const events = eventsOf(report);
  const points = events.flatMap(([event, value]) => (event === 'assert' ? [value] : []));
  const cases = testCases(report, {});
  expect(points.map(({ name, ok, skip }) => [name, ok, skip !== false])).toEqual(
    cases.map(({ name, outcome }) => [name, outcome === 'passed' || outcome === 'skipped', outcome === 'skipped']),
  );
  expect(points.map(({ diag }) => diag?.verdict)).toEqual(
    cases.map(({ verdict, outcome, details }) => (details === '' || outcome === 'skipped' ? undefined : verdict)),
  );
  expect(events.filter(([event]) => event === 'extra' || event === 'bailout' || event === 'child')).toEqual([]);
  const [, complete] = events.find(([event]) => event === 'complete') ?? [];
  const isRed = cases.some(({ outcome }) => outcome === 'failure' || outcome === 'error');
  expect(complete).toMatchObject({ ok: !isRed, count: cases.length, bailout: false });
});
