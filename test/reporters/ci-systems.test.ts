import { expect, test } from 'vitest';
import { baselineTemplate } from '../../reporters/baseline-template.js';
import { comparisonFormats } from '../../reporters/comparison.js';
import { type ReportFormat, renderReport, reporters } from '../../reporters/index.js';
import { compareReports } from '../../runner/judge/compare.js';
import { inPart } from '../in-part.js';
import { hostileReport, hostileTexts } from './sample-changes.js';
import { sampleReport } from './sample-report.js';

// A report goes to the log of a pipeline, whose system looks for commands in it: https://docs.github.com (`::`, `##[`), Azure
// Pipelines (`##vso[`, `##[`), TeamCity (`##teamcity[`). White space before `::` does not matter.

const obeyedIn = (text: string): string[] =>
  text.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => /##\w*\[/.test(line) || /^\s*::/.test(line));

const isOwn = (line: string): boolean => /^::(?:error|warning|notice) title=[^:\n]*::(?!.*##\w*\[)/.test(line);

const formats = Object.keys(reporters) as ReportFormat[];

test.each(formats)('no pipeline obeys what a target puts into a report: %s', (format) => {
  for (const [, text] of inPart(hostileTexts, 2)) {
    for (const detail of ['normal', 'verbose'] as const) {
      const lines = obeyedIn(renderReport(hostileReport(text), format, { detail, width: 20 }));
      expect(format === 'github' ? lines.filter((line) => !isOwn(line)) : lines).toEqual([]);
    }
  }
});

test('nor into a baseline or a comparison', () => {
  for (const [, text] of inPart(hostileTexts, 2)) {
    const report = hostileReport(text);
    expect(obeyedIn(baselineTemplate(report, { reason: text, expires: text }))).toEqual([]);
    const comparison = compareReports(sampleReport, report);
    for (const render of Object.values(comparisonFormats)) {
      expect(obeyedIn(render(comparison))).toEqual([]);
    }
  }
});
