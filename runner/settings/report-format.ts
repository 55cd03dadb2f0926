import { suggest } from '../input/suggestion.js';
import { UsageError } from '../input/usage-error.js';

/**
 * The formats of `--report`, and what each is for. Help, schema, documentation and template list these; by its type,
 * reporters/index.ts has a reporter for each of them and for no other.
 */
export const REPORT_FORMATS = {
  terminal: 'text for people',
  json: 'the whole report, as `schemas/report.schema.json` describes it',
  junit: 'XML for Jenkins, GitLab and other continuous integration: a test case per requirement',
  html: 'a page to read and to pass on',
  markdown: 'for comments and job summaries: short, with the details folded',
  har: 'HTTP Archive 1.2: what was sent and what came, for the network tab of a browser',
  github: 'annotations of GitHub Actions',
  tap: 'TAP 14: a test point per requirement',
  badge: "SVG, or, where the path ends in `.json`, the JSON that shields.io's endpoint badge reads",
} as const satisfies Readonly<Record<string, string>>;

export type ReportFormat = keyof typeof REPORT_FORMATS;

export const reportFormats = Object.keys(REPORT_FORMATS) as readonly ReportFormat[];

/**
 * The format in `FORMAT` or `FORMAT=PATH`.
 * @throws UsageError
 */
export function reportFormatOf({ value, origin }: { readonly value: string; readonly origin: string }): ReportFormat {
  const [format = ''] = value.split('=');
  if (isReportFormat(format)) return format;
  throw new UsageError(`${origin}: There is no report format "${format}"; ${suggest(format, reportFormats)}`);
}

export const isReportFormat = (name: string): name is ReportFormat => Object.hasOwn(REPORT_FORMATS, name);
