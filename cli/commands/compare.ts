import { comparisonFormats, isComparisonFormat } from '../../reporters/comparison.js';
import { suggest } from '../../runner/input/suggestion.js';
import { UsageError } from '../../runner/input/usage-error.js';
import { compareReports } from '../../runner/judge/compare.js';
import type { ExitCode, Io } from '../shell/io.js';
import { readReport } from '../shell/report-file.js';

export interface CompareFlags {
  readonly format?: string;
}

export async function compareCommand(
  older: string,
  newer: string,
  { format = 'text' }: CompareFlags,
  io: Io,
): Promise<ExitCode> {
  if (!isComparisonFormat(format)) {
    const suggestion = suggest(format, Object.keys(comparisonFormats));
    throw new UsageError(`--format: There is no format of that name; ${suggestion}`);
  }
  const comparison = compareReports(await readReport(older, io), await readReport(newer, io));
  io.out(comparisonFormats[format](comparison));
  return comparison.worse ? 1 : 0;
}
