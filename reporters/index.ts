import type { Report } from '../judge/report/report.js';
import type { ReportFormat } from './formats.generated.js';
import type { RenderOptions } from './reporter.js';
import { reporters } from './reporters.generated.js';

export type { ReportFormat } from './formats.generated.js';
export type { RenderOptions } from './reporter.js';

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
