import { resolve } from 'node:path';
import { chosen } from '../../interface/helpers/usage-error.js';
import { compareReports } from '../../judge/report/compare.js';
import { comparisonFormats } from '../../reporters/comparison.js';
import { demandPlaces, writeWhole } from '../shell/files.js';
import type { ExitCode, Io } from '../shell/io.js';
import { readReport } from '../shell/report-file.js';

/** Shows the changes from one report to the other. Exit code 1: a requirement newly broke, or is no longer judged. */
export async function compareCommand(
  older: string,
  newer: string,
  { report, format = report ?? 'text' }: { readonly format?: string; readonly report?: string },
  io: Io,
): Promise<ExitCode> {
  const [, name = '', place] = /^([^=]*)(?:=(.+))?$/s.exec(format) ?? [];
  const path = place === undefined ? undefined : resolve(io.cwd, place);
  const render = chosen(
    comparisonFormats,
    name,
    `${report === undefined ? '--format' : '--report'}: There is no format`,
  );
  await demandPlaces([{ option: '--report', path }], [resolve(io.cwd, older), resolve(io.cwd, newer)]);
  const comparison = compareReports(await readReport(older, io), await readReport(newer, io));
  const text = render(comparison);
  if (path === undefined) io.out(text);
  else await writeWhole(path, text);
  return comparison.worse ? 1 : 0;
}
