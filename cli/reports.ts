import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isReportFormat, type ReportFormat, reporters } from '../reporters/index.js';
import { suggest } from '../runner/input/suggestion.js';
import { UsageError } from '../runner/input/usage-error.js';
import type { Report } from '../runner/judge/report.js';
import { OPTIONS } from '../runner/settings/option-table.js';
import type { Given } from '../runner/settings/settings.js';
import type { Io } from './io.js';

export interface ReportRequest {
  readonly format: ReportFormat;
  /** Absolute; absent: standard output. */
  readonly path?: string;
}

/** Reads each `FORMAT` or `FORMAT=PATH`; none given means the terminal. Throws `UsageError`. */
export const requestedReports = (given: readonly Given[]): readonly ReportRequest[] =>
  given.length === 0 ? [{ format: OPTIONS.report.default }] : given.map(requestOf);

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
  return { format, ...(path !== undefined && { path: resolve(directory, path) }) };
}

/** Before anything is sent: a run whose report cannot be kept would have cancelled orders for nothing. */
export async function demandWritable(requests: readonly ReportRequest[], evidence?: string): Promise<void> {
  const outputs = [
    ...requests.map(({ format, path }) => ({ path, option: `--report ${format}` })),
    ...(evidence === undefined ? [] : [{ path: evidence, option: '--evidence' }]),
  ];
  for (const [index, { path, option }] of outputs.entries()) {
    const other = outputs.slice(0, index).find((earlier) => earlier.path === path);
    if (other) {
      throw new UsageError(
        `${other.option} and ${option} both go to ${path ?? 'standard output'}; give one of them another path.`,
      );
    }
    if (path === undefined) continue;
    try {
      await mkdir(dirname(path), { recursive: true });
      await access(dirname(path), constants.W_OK);
      const existing = await stat(path).catch(() => undefined);
      if (existing && !existing.isFile()) throw new Error('it is not a file');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`${option}: ${path} cannot be written: ${reason}. Nothing was sent.`, { cause: error });
    }
  }
}

/** Writes every report that was asked for; one that fails does not stop the others. Returns whether all were written. */
export async function writeReports(report: Report, requests: readonly ReportRequest[], io: Io): Promise<boolean> {
  const written = await Promise.all(
    requests.map(async ({ format, path }) => {
      try {
        const color = path === undefined && io.outIsTty && !io.env.NO_COLOR;
        const text = reporters[format](report, { color, ...(io.columns !== undefined && { width: io.columns }) });
        if (path === undefined) io.out(text);
        else await writeFile(path, text);
        return true;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        io.err(`Writing the ${format} report${path === undefined ? '' : ` to ${path}`} failed: ${reason}\n`);
        return false;
      }
    }),
  );
  return written.every(Boolean);
}
