import type { Report } from '../runner/judge/report.js';
import type { ReportFormat } from '../runner/settings/report-format.js';
import { badge } from './badge.js';
import { github } from './github.js';
import { har } from './har.js';
import { html } from './html/page.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import { printableJson } from './printable.js';
import type { RenderOptions, Reporter } from './reporter.js';
import { tap } from './tap.js';
import { terminal } from './terminal/terminal.js';

export type { ReportFormat } from '../runner/settings/report-format.js';
export type { Detail, RenderOptions } from './reporter.js';

/** A reporter for each format that `--report` takes. A new one is a file, a line here, and one in the list of formats. */
export const reporters: Readonly<Record<ReportFormat, Reporter>> = {
  terminal,
  /** As `schemas/report.schema.json` describes it. */
  json: printableJson,
  junit,
  html,
  markdown,
  har,
  github,
  tap,
  badge,
};

/**
 * Renders a report as text, as `--report` does. Pure: it reads and writes nothing.
 *
 * @example
 * const report = await runConformance({ baseUrl, apiKey, orders });
 * await writeFile('conformance.xml', renderReport(report, 'junit'));
 *
 * @param report what `runConformance` resolves with
 * @param format one of the formats of `--report`
 * @param options colour, width and detail for `terminal`, the path for `badge`
 * @returns the whole document, with a newline at its end
 * @throws TypeError for a format that does not exist
 */
export function renderReport(report: Report, format: ReportFormat, options: RenderOptions = {}): string {
  if (Object.hasOwn(reporters, format)) return reporters[format](report, options);
  const formats = Object.keys(reporters).join(', ');
  throw new TypeError(`Unknown report format "${String(format)}"; expected one of ${formats}.`);
}
