import { resolve } from 'node:path';
import { printable } from '../../reporters/printable.js';
import { readTextFile } from '../../runner/input/text-file.js';
import { UsageError } from '../../runner/input/usage-error.js';
import type { Report } from '../../runner/judge/report.js';
import { validateReport } from '../../runner/judge/validators.generated.js';
import { readJsonBody } from '../../runner/listing/index.js';
import type { Io } from './io.js';

/** More than the report of any run: it keeps the head of each body. */
const MAX_BYTES = 256 * 1024 * 1024;

const REMEDY = 'Expected a report that `--report json=PATH` wrote.';

/**
 * Reads a JSON report, which anybody may have written: nothing of it is quoted in a message as it is.
 * @throws UsageError for a file that is not a report
 */
export async function readReport(path: string, { cwd }: Pick<Io, 'cwd'>): Promise<Report> {
  const text = await readTextFile(resolve(cwd, path), `The report ${path}`, MAX_BYTES);
  const fail = (what: string, cause?: unknown): never => {
    throw new UsageError(`${path}: ${what} ${REMEDY}`, { cause });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return fail(syntaxProblem(text), cause);
  }
  const [error] = validateReport(value);
  if (error) {
    const { instancePath, message = 'is not what is expected' } = error;
    return fail(`${printable(instancePath) || 'The document'} ${message}.`);
  }
  const report = value as Report; // as its schema has it
  const repeated = repeatedId(report);
  return repeated === undefined ? report : fail(`"${printable(repeated).slice(0, 100)}" is listed twice.`);
}

/** Where the text stops being JSON, and why. */
function syntaxProblem(text: string): string {
  const body = readJsonBody(Buffer.from(text));
  if (body.kind !== 'problem') return 'This is not JSON.';
  const before = Buffer.from(text).subarray(0, body.problem.offset).toString().split('\n');
  const [last = ''] = before.slice(-1);
  return `Line ${before.length}, column ${last.length + 1}: this is not JSON, or the file was cut off here.`;
}

/** What is compared by its id has to be there once. */
function repeatedId({ requirements, scenarios, ambiguities }: Report): string | undefined {
  for (const list of [requirements, scenarios, ambiguities]) {
    const ids = list.map(({ id }) => id);
    const distinct = new Set(ids);
    if (distinct.size < ids.length) return ids.find((id) => !distinct.delete(id));
  }
  return undefined;
}
