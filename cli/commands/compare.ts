import { comparisonFormats } from '../../reporters/comparison.js';
import { chosen } from '../../runner/input/suggestion.js';
import { compareReports } from '../../runner/judge/compare.js';
import type { ExitCode, Io } from '../shell/io.js';
import { readReport } from '../shell/report-file.js';

/** Tells what changed from one report to the other. 1: something newly broke, or is no longer judged. */
export async function compareCommand(
  older: string,
  newer: string,
  { format = 'text' }: { readonly format?: string },
  io: Io,
): Promise<ExitCode> {
  const render = chosen(comparisonFormats, format, '--format: There is no format');
  const comparison = compareReports(await readReport(older, io), await readReport(newer, io));
  io.out(render(comparison));
  return comparison.worse ? 1 : 0;
}
