import { resolve } from 'node:path';
import { suggest } from '../input/suggestion.js';
import type { ReportRequest } from './settings.js';

export type ReportReading = { readonly report: ReportRequest } | { readonly problem: string };

/** Reads `FORMAT[=PATH]`; the path counts from `directory`. */
export function readReport(text: string, formats: readonly string[], directory: string): ReportReading {
  const [, format = '', path] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (!formats.includes(format)) {
    return { problem: `There is no report format "${format}"; ${suggest(format, formats)}` };
  }
  if (path === '')
    return { problem: `The path of the report ${format} is empty; write ${format}=PATH, or ${format} alone.` };
  return { report: path === undefined ? { format } : { format, path: resolve(directory, path) } };
}

/** Two reports that would overwrite or interleave each other, as a sentence. */
export function collision(reports: readonly ReportRequest[]): string | undefined {
  for (const [index, { format, path }] of reports.entries()) {
    const other = reports.slice(0, index).find((earlier) => earlier.path === path);
    if (!other) continue;
    const where = path === undefined ? 'standard output' : path;
    return `The reports ${other.format} and ${format} both go to ${where}; give one of them another path, as FORMAT=PATH.`;
  }
  return undefined;
}
