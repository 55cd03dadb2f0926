import { comparisonFormats } from '../../reporters/comparison.js';
import { chosen } from '../../runner/input/suggestion.js';
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
  const render = chosen(comparisonFormats, format, '--format: There is no format');
  const comparison = compareReports(await readReport(older, io), await readReport(newer, io));
  io.out(render(comparison));
  return comparison.worse ? 1 : 0;
}
