import { resolve } from 'node:path';
import { isTooComplex, MAX_TEXT, readText } from '../../interface/helpers/text-file.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { REPORT_FORMAT, type Report } from '../../judge/report/report.js';
import type { Output } from './files.js';
import type { Io } from './io.js';

/** Reads a report, which anybody may have written. */
export async function readReport(path: string, { cwd }: Pick<Io, 'cwd'>): Promise<Report> {
  const text = await readText(resolve(cwd, path), `The report ${path}`, MAX_TEXT);
  const fail = (what: string, cause?: unknown): never => {
    const expected = `Expected a report that \`--report json=PATH\` wrote, of the format ${REPORT_FORMAT}.`;
    throw new UsageError(`${path}: ${what} ${expected}`, { cause });
  };
  if (isTooComplex(text)) return fail('It has more values, or more of them within each other, than any report.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return fail('This is not JSON, or the file was cut off.', cause);
  }
  const { validateReport } = await import('../../judge/report/validators.generated.js'); // large, and few runs read a report
  const [error] = validateReport(value);
  if (!error) return value as Report;
  const { instancePath, message = 'is not what is expected' } = error;
  return fail(`${instancePath || 'The document'} ${message}.`);
}

/** The JSON report of an earlier run at its place. Undefined if there is none, or it is incomplete. */
export const earlierReport = async (outputs: readonly Output[]): Promise<Report | undefined> => {
  const path = reportPlace(outputs);
  return path === undefined ? undefined : readReport(path, { cwd: '/' }).catch(() => undefined);
};

export const reportPlace = (outputs: readonly Output[]): string | undefined =>
  outputs.find((output) => 'format' in output && output.format === 'json' && output.path !== undefined)?.path;
