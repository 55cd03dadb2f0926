import { expect, test } from 'vitest';
import { type ReportFormat, renderReport, reporters } from '../../reporters/index.js';
import { hostileReport } from './sample-report.js';

const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((text) =>
  /\p{Cc}/u.test(text),
);
const hostile = `${controls.join('')}\u202e\u2066\u2069\u200b\u2028\ufeff\ud800 </script>]]>`;

/** What a terminal, a browser or an XML parser acts upon instead of showing it; a line feed is the format's own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const acting = /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

test.each(Object.keys(reporters) as ReportFormat[])('%s escapes what is not shown as it is written', (format) => {
  const text = renderReport(hostileReport(hostile), format);
  expect([...new Set(text.match(acting))].map((character) => character.codePointAt(0)?.toString(16))).toEqual([]);
  // A badge has no room for what the target sent.
  if (format !== 'badge') expect(text).toMatch(/\\u202e/i);
});
