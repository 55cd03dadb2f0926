import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { judgeServer } from '../../cli/reference/detection.js';
import { type Report, renderReport } from '../../index.js';
import { faults } from '../../servers/faults/index.js';

/** A fault with one cause, the default of a framework. */
const FAULT = 'error-detail';

/** The report on a real run, without values that differ between runs. */
export async function picturedReport(): Promise<Report> {
  const report = await judgeServer(faults.find(({ id }) => id === FAULT));
  const text = JSON.stringify({ ...report, durationMs: 420 })
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://staging.example.com')
    .replaceAll(/127\.0\.0\.1:\d+|127\.0\.0\.1/g, 'staging.example.com')
    .replaceAll(/(?<="(?:startedAt|log)":")[^",]*/g, '2026-11-21T09:00:00.000Z')
    .replaceAll(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, 'Sat, 21 Nov 2026 09:00:00 GMT');
  return JSON.parse(text) as Report;
}

/** The part of the HTML report that is in the picture. */
export function picturedCauses(report: Report): string {
  const html = renderReport(report, 'html');
  const start = html.indexOf('<section id="causes"');
  return `${html.slice(start, html.indexOf('</section>', start))}</section>\n`;
}

const COLUMNS = 100;
const LINE = 19;
const COLUMN = 8.43;
const MARGIN = 18;

/** ECMA-48 §8.3.117, as a dark terminal shows it. */
const COLOURS: Readonly<Record<string, string>> = {
  '1': 'font-weight="bold"',
  '2': 'fill="#9aa4b2"',
  '31': 'fill="#ff7b72"',
  '32': 'fill="#56d364"',
  '33': 'fill="#e3b341"',
  '36': 'fill="#76e3ea"',
};

/** The terminal report, as a picture. */
export function terminalPicture(report: Report): string {
  const lines = renderReport(report, 'terminal', {
    color: true,
    width: COLUMNS,
    command: 'npx --no -- store-orders-conformance',
  })
    .trimEnd()
    .split('\n');
  // Commands and code are not wrapped.
  const longest = Math.max(...lines.map((line) => stripVTControlCharacters(line).length));
  const width = Math.round(longest * COLUMN + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN;
  const rows = lines.map(
    (line, index) => `<text x="${MARGIN}" y="${MARGIN + (index + 1) * LINE - 5}">${spans(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>The terminal report on a service whose errors have FastAPI's shape</title>
<rect width="100%" height="100%" rx="8" fill="#161b22"/>
<g fill="#e6edf3" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">
${rows.join('\n')}
</g>
</svg>
`;
}

function spans(line: string): string {
  const open: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colour codes are what is looked for
  const text = line.split(/\u001b\[(\d+)m/).map((part, index) => {
    if (index % 2 === 0) return escaped(part);
    if (part === '0') return '</tspan>'.repeat(open.splice(0).length);
    open.push(part);
    return `<tspan ${COLOURS[part] ?? expect.fail(`No colour has the code ${part}.`)}>`;
  });
  return `${text.join('')}${'</tspan>'.repeat(open.length)}`;
}

/** With non-breaking spaces: viewers collapse several ordinary ones. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');
