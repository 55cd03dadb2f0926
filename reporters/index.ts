import type { Report } from '../runner/judge/report.js';
import { github } from './github.js';
import { html } from './html/page.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import type { RenderOptions, Reporter } from './reporter.js';
import { tap } from './tap.js';
import { terminal } from './terminal.js';

export type { RenderOptions } from './reporter.js';

/** All formats of a report, by the name that `--report` takes. A new one is a file and a line here. */
export const reporters = { terminal, json, junit, html, markdown, github, tap } satisfies Record<string, Reporter>;

/** The name of a format: `terminal`, `json`, `junit`, `html`, `markdown`, `github` or `tap`. */
export type ReportFormat = keyof typeof reporters;

export const isReportFormat = (name: string): name is ReportFormat => Object.hasOwn(reporters, name);

/**
 * Renders a report as text, as `--report` does. Pure: it reads and writes nothing.
 *
 * @example
 * const report = await runConformance({ baseUrl, apiKey, orders });
 * await writeFile('conformance.xml', renderReport(report, 'junit'));
 *
 * @param report what `runConformance` resolves with
 * @param format one of the formats of `--report`
 * @param options colour and width, for `terminal`
 * @returns the whole document, with a newline at its end
 * @throws TypeError for a format that does not exist
 */
export function renderReport(report: Report, format: ReportFormat, options: RenderOptions = {}): string {
  if (isReportFormat(format)) return reporters[format](report, options);
  const formats = Object.keys(reporters).join(', ');
  throw new TypeError(`Unknown report format "${String(format)}"; expected one of ${formats}.`);
}
