import { resolve } from 'node:path';
import { type Detail, isReportFormat, type ReportFormat, reporters } from '../../reporters/index.js';
import { suggest } from '../../runner/input/suggestion.js';
import { UsageError } from '../../runner/input/usage-error.js';
import type { Report } from '../../runner/judge/report.js';
import { OPTIONS } from '../../runner/settings/option-table.js';
import type { Given } from '../../runner/settings/settings.js';
import { type Output, reasonOf, writeWhole } from './files.js';
import type { ExitCode, Io } from './io.js';

export interface ReportRequest extends Output {
  readonly format: ReportFormat;
}

/** Reads each `FORMAT` or `FORMAT=PATH`; none given means the terminal. Throws `UsageError`. */
export const requestedReports = (given: readonly Given[]): readonly ReportRequest[] =>
  given.length === 0 ? [request(OPTIONS.report.default)] : given.map(requestOf);

function requestOf({ value, origin, directory }: Given): ReportRequest {
  const [, format = '', path] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  if (!isReportFormat(format)) {
    const suggestion = suggest(format, Object.keys(reporters));
    throw new UsageError(`${origin}: There is no report format "${format}"; ${suggestion}`);
  }
  if (path === '') {
    throw new UsageError(
      `${origin}: The path of the report ${format} is empty; write ${format}=PATH, or ${format} alone.`,
    );
  }
  return request(format, path === undefined ? undefined : resolve(directory, path));
}

const request = (format: ReportFormat, path?: string): ReportRequest => ({
  format,
  option: `--report ${format}`,
  ...(path !== undefined && { path }),
});

/** Writes every report that was asked for; one that fails does not stop the others. Returns whether all were written. */
export async function writeReports(
  report: Report,
  requests: readonly ReportRequest[],
  detail: Detail,
  io: Io,
): Promise<boolean> {
  let areWritten = true;
  // One after the other: each text may be long.
  for (const { format, path } of requests) {
    try {
      const width = io.columns;
      const text = reporters[format](report, {
        color: path === undefined && io.outIsTty && !io.env.NO_COLOR,
        detail,
        ascii: path === undefined && isAscii(io.env),
        ...(width !== undefined && { width }),
        ...(path !== undefined && { path }),
      });
      if (path === undefined) io.out(text);
      else await writeWhole(path, text);
    } catch (error) {
      areWritten = false;
      io.err(`Writing the ${format} report${path === undefined ? '' : ` to ${path}`} failed: ${reasonOf(error)}\n`);
    }
  }
  return areWritten;
}

/** Whether the locale says that the terminal shows ASCII alone; one that is not set says nothing (POSIX, ch. 8.2). */
function isAscii({ LC_ALL, LC_CTYPE, LANG }: Io['env']): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return locale !== undefined && locale !== '' && !/utf-?8/i.test(locale);
}

const EXIT_CODES = { conformant: 0, nonconformant: 1, inconclusive: 3 } as const;

export const exitCodeOf = ({ counts, verdict }: Report): ExitCode => (counts.error > 0 ? 4 : EXIT_CODES[verdict]);
