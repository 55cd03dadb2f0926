import { describe, expect, test } from 'vitest';
import { compareReports } from '../../judge/report/compare.js';
import { comparisonFormats } from '../../reporters/comparison.js';
import { type ReportFormat, renderReport } from '../../reporters/index.js';
import { reporters } from '../../reporters/reporters.generated.js';
import { expectGolden } from '../golden.js';
import { inPart } from '../in-part.js';
import { ACTING, hostileReport, hostileTexts, obeyedIn } from './hostile-report.js';
import { cleanReport, knownDeviations, sampleReport, samples, savedReport } from './sample-report.js';

const formats = Object.keys(reporters) as ReportFormat[];

const FILES = {
  terminal: 'terminal.txt',
  junit: 'junit.xml',
  html: 'report.html',
  markdown: 'report.md',
  har: 'report.har',
  github: 'github.txt',
  tap: 'report.tap',
  badge: 'badge.svg',
  repeat: 'repeat.sh',
} as const;

/** A format that is deleted may keep its row; one without a row does not compile. */
const fileOf: Readonly<Record<Exclude<ReportFormat, 'json'>, string>> = FILES;

/** The page without its style and script, which have their own tests. */
const withoutAssets = (page: string): string =>
  page.replaceAll(/(<(style|script)>).*(<\/\2>)/gs, '$1…$3').replaceAll(/sha256-[\w+/]+=*/g, 'sha256-…');

describe.each(samples)('the %s sample', (name, report) => {
  // Commands as an npx user types them.
  const options = report === sampleReport ? { width: 90, command: 'npx --no -- store-orders-conformance' } : {};

  test.each(formats)('as %s', async (format) => {
    const text = withoutAssets(renderReport(report, format, options));
    expect(text).not.toMatch(ACTING);
    if (format === 'json') expect(text).toBe(savedReport(name));
    else await expectGolden(text, `expected/${name}/${fileOf[format]}`);
  });
});

test.each([
  ['text', 'comparison.txt'],
  ['markdown', 'comparison.md'],
] as const)('a comparison as %s', async (format, file) => {
  const text = comparisonFormats[format](compareReports(sampleReport, knownDeviations));
  await expectGolden(text, `expected/${file}`);
});

test('renderReport names the known formats', () => {
  for (const format of ['xml', 'toString']) {
    expect(() => renderReport(cleanReport, format as ReportFormat)).toThrow(
      new TypeError(`Unknown report format "${format}"; expected one of ${formats.join(', ')}.`),
    );
  }
});

// Compared as strings, so that the types hold when a format is deleted.

const isOwn = (line: string): boolean => /^::(?:error|warning|notice) title=[^:\n]*::(?!.*##\w*\[)/.test(line);

describe.each(inPart(hostileTexts, 3))('where the target sends %s', (_, hostile) => {
  const report = hostileReport(hostile);

  test.each(formats)('nothing acts in %s', (format) => {
    for (const detail of ['normal', 'verbose'] as const) {
      const text = renderReport(report, format, { detail, width: 20 });
      expect(text).not.toMatch(ACTING);
      expect(obeyedIn(text).filter((line) => !['github'].includes(format) || !isOwn(line))).toEqual([]);
    }
  });

  test('nothing acts in a comparison', () => {
    const texts = Object.values(comparisonFormats).map((render) => render(compareReports(sampleReport, report)));
    expect(texts.join('\n')).not.toMatch(ACTING);
    expect(texts.flatMap(obeyedIn)).toEqual([]);
  });
});

// A badge quotes nothing from the target.
test.each(formats.filter((format) => !['badge'].includes(format)))('%s shows what it escapes', (format) => {
  expect(renderReport(hostileReport('\u202e'), format)).toMatch(/\\u202e/i);
});
