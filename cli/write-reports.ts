import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ReportFormat, reporters } from '../reporters/index.js';
import { UsageError } from '../runner/input/usage-error.js';
import type { Report } from '../runner/judge/report.js';
import type { Io } from './io.js';

export interface FormatRequest {
  readonly format: ReportFormat;
  /** Absent: standard output. */
  readonly path?: string;
}

/** Writes every report that was asked for; one that fails does not stop the others. Returns whether all were written. */
export async function writeReports(report: Report, requests: readonly FormatRequest[], io: Io): Promise<boolean> {
  const written = await Promise.all(
    requests.map(async ({ format, path }) => {
      try {
        const color = path === undefined && io.outIsTty && !io.env.NO_COLOR;
        const text = reporters[format](report, { color, ...(io.columns !== undefined && { width: io.columns }) });
        if (path === undefined) io.out(text);
        else await writeTo(path, text);
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

/** Before anything is sent: a run whose report cannot be kept would have cancelled orders for nothing. */
export async function demandWritable(requests: readonly FormatRequest[]): Promise<void> {
  for (const { format, path } of requests) {
    if (path === undefined) continue;
    try {
      await mkdir(dirname(path), { recursive: true });
      await access(dirname(path), constants.W_OK);
      const existing = await stat(path).catch(() => undefined);
      if (existing && !existing.isFile()) throw new Error('it is no file');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`--report ${format}=${path} cannot be written: ${reason}. Nothing was sent.`, {
        cause: error,
      });
    }
  }
}

async function writeTo(path: string, text: string): Promise<void> {
  await writeFile(path, text);
}
