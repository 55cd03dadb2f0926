import { error, notice, warning } from '@actions/core';
import { expect, test, vi } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { renderReport } from '../../reporters/index.js';
import { hostileReport, hostileTexts } from './hostile-report.js';
import { sampleReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'github');

test('the GitHub report annotates eight causes, and says how many are left', () => {
  const causes = Array.from({ length: 11 }, () => sampleReport.causes.slice(0, 1)).flat();
  const text = render({ ...sampleReport, causes });
  expect(text.match(/^::error title=must%3A /gm)).toHaveLength(8);
  expect(text).toContain('\n::warning title=3 more causes::');
});

const commands = new Map(Object.entries({ error, notice, warning }));

/** As GitHub's own toolkit writes a command. */
function written(severity: string, title: string, message: string): string {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    commands.get(severity)?.(message, { title });
  } finally {
    write.mockRestore();
  }
  return lines.join('');
}

const decoded = (text = ''): string => decodeURIComponent(text.replaceAll(/%(?!25|0A|0D|3A|2C)/g, '%25'));

test.each(hostileTexts)("the GitHub report escapes %s as GitHub's own toolkit does", (_name, text) => {
  const lines = render(hostileReport(text)).trimEnd().split('\n');
  expect(lines).toHaveLength(render(hostileReport('plain')).trimEnd().split('\n').length);
  for (const line of lines) {
    const [, severity = '', title, message] = /^::(error|warning|notice) title=([^:,]+)::(.*)$/.exec(line) ?? [];
    expect(`${line}\n`).toBe(written(severity, decoded(title), decoded(message)));
  }
});
