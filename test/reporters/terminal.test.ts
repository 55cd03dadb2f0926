import { describe, expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { withFinding } from './sample-changes.js';
import { cleanReport, nothingJudged, sampleReport } from './sample-report.js';

const render = (report: Report, width?: number): string =>
  renderReport(report, 'terminal', width === undefined ? {} : { width });

const sectionOf = (text: string, title: string): string => text.split(`\n${title}\n`)[1] ?? '';

describe('the terminal report', () => {
  test('shows a clean run in colour', () => {
    expect(renderReport(cleanReport, 'terminal', { color: true })).toBe(
      [
        '\u001b[32m✔ CONFORMANT\u001b[0m (complete): http://127.0.0.1:8080/v1, must 1 of 1 held',
        '',
        '\u001b[32m✔ \u001b[0mThe listing (§2, §4.1): 1 of 1 held',
        '',
        '\u001b[1mAbout this run\u001b[0m',
        '  \u001b[2mcontract    \u001b[0mStore Orders Interface 1.0.0, edition 2026.1',
        '  \u001b[2mrequests    \u001b[0m1 in 321 ms',
        '  \u001b[2mDELETEs     \u001b[0mnone',
        '  \u001b[2mtool        \u001b[0mstore-orders-conformance 0.1.0',
        '',
      ].join('\n'),
    );
  });

  test('is quiet about what is right', () => {
    expect(renderReport(cleanReport, 'terminal', { detail: 'quiet' })).toBe(
      '✔ CONFORMANT (complete): http://127.0.0.1:8080/v1, must 1 of 1 held\n',
    );
  });

  test('tells every deviation, scenario, exchange and question when it is asked to', async () => {
    await expect(renderReport(sampleReport, 'terminal', { width: 90, detail: 'verbose' })).toMatchFileSnapshot(
      'expected/sample/terminal-verbose.txt',
    );
  });

  test('shows ASCII alone where the terminal shows nothing else', () => {
    const text = renderReport(sampleReport, 'terminal', { ascii: true, detail: 'verbose' });
    expect(text).toMatch(/^x NONCONFORMANT/);
    expect(text).toContain('section 4.1');
    expect(text.match(/[^\n\x20-\x7e]/u)).toBeNull();
  });

  test('says why hardly anything could be judged in place of naming it all', () => {
    const obstacle = 'Connecting to the target was refused (ECONNREFUSED).';
    const lines = render({ ...nothingJudged, obstacle }).split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '? INCONCLUSIVE (not complete: 0 of 1 must requirement judged): http://127.0.0.1:8080/v1',
      `  ${obstacle}`,
      '',
      'Not judged',
      '  1 requirement; --verbose names them, with the reason for each.',
    ]);
  });

  test('does not repeat in a note why hardly anything could be judged', () => {
    const obstacle = 'Your seed returned order 101, but the listing did not show it.';
    const text = render({ ...nothingJudged, obstacle, fixtures: [obstacle] });
    expect(text.split(obstacle)).toHaveLength(2);
  });

  test('says once what is wrong with several declared orders', () => {
    const requirements = [101, 102, 103].flatMap((id) =>
      nothingJudged.requirements.map((one): typeof one => ({
        ...one,
        ...{ id: `r-${id}`, verdict: 'blocked', reason: `Order ${id} is declared pending, but is not.` },
      })),
    );
    expect(render({ ...nothingJudged, requirements }).replaceAll(/\n */g, ' ')).toContain(
      'blocked, 3 requirements: Order 101 is declared pending, but is not. The same is true of orders 102, 103.',
    );
  });

  test('lists all causes, shows five in full, and says how many are left', () => {
    const causes = Array.from({ length: 7 }, (_, index) =>
      sampleReport.causes.slice(0, 1).map((cause) => ({ ...cause, id: `cause-${index}` })),
    ).flat();
    const text = render({ ...sampleReport, causes });
    expect(text.match(/^✘ \d\. /gm)).toHaveLength(12);
    expect(text.match(/\(cause cause-\d\)/g)).toHaveLength(5);
    expect(text.match(/to fix/g)).toHaveLength(5);
    expect(text).toContain('\n2 more in full: --verbose, or --report html=report.html, in the next run\n');
    expect(renderReport({ ...sampleReport, causes }, 'terminal', { rest: 'report.html' })).toContain(
      '\n2 more in full: report.html\n',
    );
    expect(text.split('\n').at(-2)).toMatch(/^✘ NONCONFORMANT/);
  });

  test('cuts a long value and says so', () => {
    expect(render(withFinding('😀'.repeat(1000), 1))).toContain(
      `  got         ${'😀'.repeat(400)}\n              … (600 more characters; the JSON report has them)\n`,
    );
  });

  test.each([
    [
      'wraps at the width what need not stay whole',
      'one two three four five six seven eight',
      ['one two three four five', 'six seven eight'],
    ],
    [
      'begins no line with what GitHub’s runner would take for a command',
      'one two three four five ::error::six seven',
      ['one two three four five ::error::six', 'seven'],
    ],
    ['keeps the spaces of a value', '  a  b ', ['  a  b ']],
  ])('%s', (_, actual, lines) => {
    const text = render(withFinding(actual, 1), 40);
    expect(text).toContain(`  got         ${lines.join('\n              ')}\n`);
  });

  test('names a scenario where no requirement was left open for its reason', () => {
    const [scenario] = cleanReport.scenarios;
    const lacking = { id: 'list.again', state: 'blocked' as const, reason: 'Add 1 more pending order.' };
    const scenarios = scenario ? [scenario, { ...scenario, ...lacking }] : [];
    const lines = sectionOf(render({ ...cleanReport, scenarios }), 'Not judged').split('\n');
    expect(lines.slice(0, 2)).toEqual(['  □ blocked, 1 scenario (list.again): Add 1 more pending order.', '']);
  });

  test('wraps the headline to a terminal alone', () => {
    const [first, second] = render(cleanReport, 50).split('\n');
    expect([first, second]).toEqual(['✔ CONFORMANT (complete): http://127.0.0.1:8080/v1,', '  must 1 of 1 held']);
  });
});
