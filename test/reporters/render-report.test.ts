import { expect, test } from 'vitest';
import { type ReportFormat, renderReport, reporters } from '../../reporters/index.js';
import { hostileReport, withFinding, withoutAssets } from './sample-changes.js';
import { cleanReport, sampleReport } from './sample-report.js';

const formats = Object.keys(reporters) as ReportFormat[];

/** A badge has none for what the target sent. */
const hasRoom = (format: string): boolean => format !== 'badge';

const files: Readonly<Record<string, string>> = {
  terminal: 'terminal.txt',
  junit: 'junit.xml',
  html: 'report.html',
  markdown: 'report.md',
  har: 'report.har',
  github: 'github.txt',
  tap: 'report.tap',
  badge: 'badge.svg',
};

/** What a terminal, a browser or an XML parser acts upon instead of showing it; a line feed is the format's own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const acting = /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

test.each(formats.filter((format) => format in files))('a run with every verdict, as %s', async (format) => {
  const text = withoutAssets(renderReport(sampleReport, format, { width: 90 }));
  expect(text).not.toMatch(acting);
  await expect(text).toMatchFileSnapshot(`expected/sample/${files[format]}`);
});

test.each(formats)('%s escapes what is not shown as it is written', (format) => {
  const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code))
    .join('')
    .replaceAll(/\P{Cc}/gu, '');
  const text = renderReport(
    hostileReport(`${controls}\u202e\u2066\u2069\u200b\u2028\ufeff\ud800 </script>]]>`),
    format,
  );
  expect([...new Set(text.match(acting))].map((character) => character.codePointAt(0)?.toString(16))).toEqual([]);
  if (hasRoom(format)) expect(text).toMatch(/\\u202e/i);
});

test.each(formats.filter((format) => format !== 'json'))(
  '%s shows how many requirements held at each level',
  (format) => {
    const { requirementCounts } = sampleReport;
    expect(renderReport({ ...cleanReport, requirementCounts }, format).replaceAll(/\s+/g, ' ')).toContain(
      'must 1 of 8 held (1 error, 2 fail, 2 inconclusive, 1 blocked, 1 skipped), ' +
        'should 0 of 2 held (1 warn, 1 blocked), 1 not applicable',
    );
  },
);

test('the JSON report is the report, indented, with what a terminal would obey escaped', () => {
  const text = renderReport(sampleReport, 'json');
  expect(JSON.parse(text)).toEqual(sampleReport);
  const [first, second] = text.split('\n');
  expect([first, second]).toEqual(['{', '  "format": "store-orders-conformance/report/2",']);
  expect(text).not.toMatch(acting);
});

/** The JSON report has all deviations, the archive those of its exchanges, and terminal and annotations the causes; a badge has none. */
const abridged = formats.filter((format) => !['terminal', 'github', 'json', 'har', 'badge'].includes(format));

test.each(abridged)('%s shows three of many deviations from one requirement, and how many it left out', (format) => {
  const text = renderReport(withFinding('{}', 20), format);
  expect(new Set(text.match(/Listing \d+ is not an array\./g))).toEqual(
    new Set([0, 1, 2].map((index) => `Listing ${index} is not an array.`)),
  );
  expect(text).toContain('and 17 more deviations; the JSON report has them');
});

test('renderReport names the formats that there are', () => {
  expect(() => renderReport(cleanReport, 'xml' as ReportFormat)).toThrow(
    new TypeError(`Unknown report format "xml"; expected one of ${formats.join(', ')}.`),
  );
});

test.each(formats.filter((format) => !['json', 'har', 'github', 'badge'].includes(format)))(
  '%s shows commands as they work where the reader is',
  (format) => {
    const text = renderReport(sampleReport, format, { command: 'npx --no -- store-orders-conformance' });
    const hints = text.match(/(?:npx --no -- )?store-orders-conformance explain/g);
    expect(new Set(hints)).toEqual(new Set(['npx --no -- store-orders-conformance explain']));
  },
);
