import { describe, expect, test } from 'vitest';
import { progressLine, reporters } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report, width?: number): string =>
  reporters.terminal(report, { color: false, ...(width !== undefined && { width }) });

const withFinding = (actual: string, times: number): Report => ({
  ...cleanReport,
  scenarios: Array.from({ length: times }, (_, index) => ({
    id: `list.${index}`,
    suite: 'list',
    title: 'The listing is an array of orders',
    requirements: ['list.array'],
    verdict: 'fail' as const,
    durationMs: 1,
    notes: [],
    findings: [
      {
        requirement: 'list.array',
        level: 'must' as const,
        message: `Listing ${index} is no array.`,
        expected: 'a JSON array',
        actual,
        at: 'body',
        exchange: `list.${index}/list`,
      },
    ],
  })),
});

const sectionOf = (text: string, title: string): string => text.split(`\n${title}\n\n`)[1] ?? '';

describe('the terminal report', () => {
  test('shows a run with every verdict', async () => {
    await expect(render(sampleReport, 90)).toMatchFileSnapshot('expected/terminal.txt');
  });

  test('shows a clean run in colour', () => {
    expect(reporters.terminal(cleanReport, { color: true })).toBe(
      [
        '\u001b[1mstore-orders-conformance 0.1.0\u001b[0m',
        'target    http://127.0.0.1:8080/v1',
        'contract  Store Orders Interface 1.0.0',
        '',
        '\u001b[1mThe listing (§2, §4.1)\u001b[0m',
        '',
        '  \u001b[32m✔ pass        \u001b[0m\u001b[2m    12 ms\u001b[0m  The listing is an array of orders',
        '',
        '1 scenario: 1 pass',
        '1 request in 321 ms. No DELETE was sent.',
        '\u001b[32mCONFORMANT\u001b[0m (complete)',
        '',
      ].join('\n'),
    );
  });

  test('differs by nothing but colour codes when it is coloured', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colour codes are what is taken away
    const plain = reporters.terminal(sampleReport, { color: true }).replace(/\u001b\[\d+m/g, '');
    expect(plain).toBe(render(sampleReport));
  });

  test('shows three of many deviations from one requirement in full', () => {
    const section = sectionOf(render(withFinding('{}', 20)), 'Deviations');
    expect(section.match(/Listing \d+ is no array\./g)).toEqual([
      'Listing 0 is no array.',
      'Listing 1 is no array.',
      'Listing 2 is no array.',
    ]);
    expect(section).toContain('\n    and 17 more, 20 deviations in 20 scenarios\n');
  });

  test('cuts a long value and says so', () => {
    const section = sectionOf(render(withFinding('😀'.repeat(1000), 1)), 'Deviations');
    expect(section).toContain(
      `      got       ${'😀'.repeat(400)}\n                … (600 more characters; the JSON report has them)\n`,
    );
  });

  test('wraps at the width of the terminal what need not stay whole', () => {
    const section = sectionOf(render(withFinding('one two three four five six seven eight', 1), 40), 'Deviations');
    expect(section).toContain('      got       one two three four five\n                six seven eight\n');
  });

  test('keeps the spaces of a value', () => {
    expect(render(withFinding('  a  b ', 1))).toContain('      got         a  b \n');
  });

  test('writes no control character but the line feed, whatever the target sends', () => {
    const hostile = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('');
    const text = render(withFinding(`${hostile}\u202e\u2066\ufeff\ud800`, 1));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(text.match(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066\ufeff]|\p{Surrogate}/gu)).toBeNull();
    expect(text).toContain('\\u001b');
    expect(text).toContain('\\u202e\\u2066\\ufeff\\ud800');
  });

  test('names the requirement that a finding breaks although the report does not list it', () => {
    const section = sectionOf(render({ ...withFinding('{}', 1), requirements: [] }), 'Deviations');
    expect(section.split('\n')[0]).toBe('✘ must  list.array');
  });

  test('says so when no scenario was judged', () => {
    const counts = { ...cleanReport.counts, pass: 0 };
    const text = render({ ...cleanReport, verdict: 'inconclusive', complete: false, counts, scenarios: [] });
    expect(text.split('\n').slice(-5)).toEqual([
      '',
      '0 scenarios: none',
      '1 request in 321 ms. No DELETE was sent.',
      'INCONCLUSIVE (not complete)',
      '',
    ]);
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
