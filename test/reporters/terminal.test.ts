import { expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { type RenderOptions, renderReport } from '../../reporters/index.js';
import { holdCases } from '../cases.js';
import { expectGolden } from '../golden.js';
import { hostileReport } from './hostile-report.js';
import { cleanReport, knownDeviations, sampleReport } from './sample-report.js';

const rows: readonly (readonly [name: string, report: Report, options: RenderOptions])[] = [
  ['a clean run in colour', cleanReport, { color: true }],
  ['a clean run, quiet', cleanReport, { detail: 'quiet' }],
  ['a clean run in a narrow terminal', cleanReport, { width: 50 }],
  ['known deviations in a strict run, quiet', { ...knownDeviations, strict: true }, { detail: 'quiet' }],
  ['every detail', sampleReport, { width: 90, detail: 'verbose' }],
];

test('the terminal report follows its options', async () => {
  const shown = rows.map(([name, report, options]) => `=== ${name} ===\n${renderReport(report, 'terminal', options)}`);
  await expectGolden(shown.join('\n').replaceAll('\u001b', '␛'), 'expected/terminal.txt');
});

test('the terminal report lists all causes, shows five in full, and says how many are left', () => {
  const causes = Array.from({ length: 7 }, () => sampleReport.causes.slice(0, 1)).flat();
  const text = renderReport({ ...sampleReport, causes }, 'terminal');
  expect(text.match(/^✘ \d\. /gm)).toHaveLength(12);
  expect(text.match(/to fix/g)).toHaveLength(5);
  expect(text).toContain('\n2 more in full: --verbose, or --report html=report.html, in the next run\n');
  expect(renderReport({ ...sampleReport, causes }, 'terminal', { rest: 'report.html' })).toContain(
    '\n2 more in full: report.html\n',
  );
});

test('a quote cannot set colours', () => {
  const escapes = (text: string): string[] =>
    renderReport(hostileReport(text), 'terminal', { color: true })
      .split('\u001b')
      .map((part) => part.replace(/m.*/s, ''))
      .slice(1);
  expect(escapes('plain')).toContain('[31');
  expect(escapes('\u001b[32mgreen\u001b[0m')).toEqual(escapes('plain'));
});

/** The value of a cause in a narrow terminal. */
const shown = (actual: string): string => {
  const causes = sampleReport.causes.slice(0, 1).map((cause) => ({ ...cause, actual }));
  const text = renderReport({ ...sampleReport, causes }, 'terminal', { width: 40 });
  return /^ {2}got {9}(.*(?:\n {14}.*)*)/m.exec(text)?.[1] ?? '';
};

test('the terminal report wraps a value', async () => {
  const path = new URL('expected/terminal-texts.txt', import.meta.url).pathname;
  await holdCases(path, (input) => `|${shown(JSON.parse(input)).replaceAll(/\n {14}/g, '|\n|')}|`);
});

test('the terminal report cuts a long value and says so', () => {
  const end = '\n              … (600 more characters;\n              the JSON report has them)';
  expect(shown('😀'.repeat(1000))).toBe(`${'😀'.repeat(400)}${end}`);
});
