import { describe, expect, test } from 'vitest';
import { progressLine } from '../../cli/progress.js';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, nothingJudged, sampleReport, withFinding } from './sample-report.js';

const render = (report: Report, width?: number): string =>
  renderReport(report, 'terminal', width === undefined ? {} : { width });

const sectionOf = (text: string, title: string): string => text.split(`\n${title}\n`)[1] ?? '';

describe('the terminal report', () => {
  test('shows a run with every verdict', async () => {
    await expect(render(sampleReport, 90)).toMatchFileSnapshot('expected/terminal.txt');
  });

  test('shows a clean run in colour', () => {
    expect(renderReport(cleanReport, 'terminal', { color: true })).toBe(
      [
        '\u001b[1mScenarios\u001b[0m',
        '  The listing (§2, §4.1): 1 pass',
        '',
        'target        http://127.0.0.1:8080/v1',
        'contract      Store Orders Interface 1.0.0, edition 2026.1',
        'requirements  must 1 of 1 held',
        'scenarios     1 (1 pass)',
        'requests      1 in 321 ms',
        'DELETEs       none',
        'started       2026-11-21T03:00:00.000Z',
        'tool          store-orders-conformance 0.1.0',
        '\u001b[32mCONFORMANT\u001b[0m (complete)',
        '',
      ].join('\n'),
    );
  });

  test('differs in nothing but colour codes when it is coloured', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colour codes are what is taken away
    const plain = renderReport(sampleReport, 'terminal', { color: true }).replace(/\u001b\[\d+m/g, '');
    expect(plain).toBe(render(sampleReport));
  });

  test('cuts a long value and says so', () => {
    const section = sectionOf(render(withFinding('😀'.repeat(1000), 1)), 'Deviations');
    expect(section).toContain(
      `      got           ${'😀'.repeat(400)}\n                    … (600 more characters; the JSON report has them)\n`,
    );
  });

  test('wraps at the width of the terminal what need not stay whole', () => {
    const section = sectionOf(render(withFinding('one two three four five six seven eight', 1), 40), 'Deviations');
    expect(section).toContain('      got           one two three four\n                    five six seven eight\n');
  });

  test('keeps the spaces of a value', () => {
    expect(render(withFinding('  a  b ', 1))).toContain('      got             a  b \n');
  });

  test('writes no control character but the line feed, whatever the target sends', () => {
    const hostile = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('');
    const text = render(withFinding(`${hostile}\u202e\u2066\ufeff\ud800`, 1));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(text.match(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066\ufeff]|\p{Surrogate}/gu)).toBeNull();
    expect(text).toContain('\\u001b');
    expect(text).toContain('\\u202e\\u2066\\ufeff\\ud800');
  });

  test('names a scenario where no requirement was left open for its reason', () => {
    const [scenario] = cleanReport.scenarios;
    const lacking = { id: 'list.again', verdict: 'blocked' as const, reason: 'Add 1 more pending order.' };
    const scenarios = scenario ? [scenario, { ...scenario, ...lacking }] : [];
    const lines = sectionOf(render({ ...cleanReport, scenarios }), 'Not judged').split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '  □ blocked, 1 scenario',
      '    Add 1 more pending order.',
      '      list.again',
      '',
    ]);
  });

  test('says so when no scenario was judged', () => {
    const text = render(nothingJudged);
    expect(text).toContain('\nscenarios     0 (none)\n');
    expect(text.split('\n').slice(-2)).toEqual(['INCONCLUSIVE (not complete: 1 must requirement not judged)', '']);
  });
});

describe('the progress line', () => {
  test('counts and names what runs', () => {
    expect(progressLine(7, 60, ['cancel.pending', 'auth.first'])).toBe(' 7/60  cancel.pending, auth.first');
  });

  test('shows the count alone when nothing runs', () => {
    expect(progressLine(60, 60, [])).toBe('60/60');
  });

  test('is cut one column before the edge of the terminal', () => {
    expect(progressLine(7, 60, ['cancel.pending', 'auth.first'], 20)).toBe(' 7/60  cancel.pend…');
  });
});
