import { dirname, resolve } from 'node:path';
import { schemasText } from '../../evidence/listing/index.js';
import { chosen, reasonOf, UsageError } from '../../interface/helpers/usage-error.js';
import { compareReports } from '../../judge/report/compare.js';
import type { Report } from '../../judge/report/report.js';
import { FORMATS } from '../../reporters/formats.generated.js';
import { excerpt } from '../../reporters/printable.js';
import type { Detail, Reporter } from '../../reporters/reporter.js';
import { completeness, countOf, someOf, verdictText } from '../../reporters/wording.js';
import { OPTIONS } from '../../runner/settings/option-table.js';
import type { OptionValue } from '../../runner/settings/settings.js';
import { nearPath } from '../../runner/settings/sources.js';
import { type Output, partialOf, writeWhole } from './files.js';
import { type ExitCode, type Io, WriteFailure } from './io.js';

export type ReportRequest = Output & { readonly format: string; load(): Promise<Reporter> };

/**
 * Parses each `FORMAT` or `FORMAT=PATH`. The default is the terminal.
 * @throws UsageError
 */
export const requestedReports = (values: readonly OptionValue[]): readonly ReportRequest[] =>
  values.length === 0 ? [request(OPTIONS.report.default, FORMATS[OPTIONS.report.default])] : values.map(requestOf);

function requestOf({ value, origin, directory }: OptionValue): ReportRequest {
  const [, format = '', path] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  const row = chosen(FORMATS, format, `${origin}: There is no report format`);
  if (path === '') {
    throw new UsageError(
      `${origin}: The path of the report ${format} is empty; write ${format}=PATH, or ${format} alone.`,
    );
  }
  return request(format, row, path === undefined ? undefined : resolve(directory, path));
}

const request = (format: string, { load }: Pick<ReportRequest, 'load'>, path?: string): ReportRequest => ({
  format,
  load,
  option: `--report ${format}`,
  path,
});

/**
 * Writes every requested report. One that fails does not stop the others.
 * @param evidence the path of the saved evidence
 */
export async function writeReports(
  report: Report,
  requests: readonly ReportRequest[],
  detail: Detail,
  io: Io,
  evidence?: string,
): Promise<{ readonly areWritten: boolean; readonly written: readonly string[] }> {
  const written: string[] = [];
  const options = { detail, command: io.command, rest: restIn(requests, evidence, io) };
  const ofTerminal = { ...options, color: io.outIsTty && !io.env.NO_COLOR, width: io.columns };
  let areWritten = true;
  // One after the other, since each text may be long.
  for (const { format, path, load } of requests) {
    try {
      const render = await load();
      if (path === undefined) io.document(render(report, ofTerminal));
      else {
        await writeWhole(path, render(report, { ...options, path }));
        written.push(path);
      }
    } catch (error) {
      areWritten = false;
      const defect = `The ${format} report could not be made: ${reasonOf(error)}.`;
      io.err(`${error instanceof WriteFailure ? error.message : defect}\n`);
    }
  }
  return { areWritten, written };
}

/**
 * The file or command that shows the parts omitted by the terminal report, without another run, which would use up
 * orders.
 */
function restIn(requests: readonly ReportRequest[], evidence: string | undefined, { cwd, command }: Io) {
  for (const format of ['html', 'markdown', 'json']) {
    const path = requests.find((request) => request.format === format && request.path !== undefined)?.path;
    if (path !== undefined) return nearPath(path, cwd);
  }
  // The evidence of a certificate is removed if the run fails, so it is not named.
  if (evidence === undefined || dirname(evidence).endsWith(partialOf(''))) return undefined;
  return `\`${command} rejudge ${nearPath(evidence, cwd)} --verbose\``;
}

/**
 * Writes one line to standard error, with the verdict and the paths of the files.
 * @param earlier the report that was replaced
 */
export function tellOutcome(report: Report, files: readonly string[], { cwd, err }: Io, earlier?: Report): void {
  const places = files.length === 0 ? '' : ` Written: ${files.map((path) => nearPath(path, cwd)).join(', ')}`;
  const changes = earlier === undefined ? '' : changesSince(earlier, report);
  err(`Verdict: ${verdictText(report)} (${completeness(report)}).${changes}${places}\n`);
}

/** Says how many causes of an earlier report on the same target are gone, as `compare` judges their requirements. */
function changesSince(earlier: Report, report: Report): string {
  if (schemasText(earlier.schemas) !== schemasText(report.schemas)) return '';
  if (earlier.target.baseUrl !== report.target.baseUrl || earlier.causes.length + report.causes.length === 0) return '';
  const changes = new Map(compareReports(earlier, report).requirements.map((entry) => [entry.id, entry]));
  const [before, broken] = [earlier, report].map(({ causes }) => new Set(causes.flatMap((each) => each.requirements)));
  const holds = (id: string) => !broken?.has(id) && changes.get(id)?.change !== 'no-longer-judged';
  const gone = earlier.causes.filter(({ requirements }) => requirements.every(holds));
  const nowOf = ({ requirements }: Report['causes'][number]) =>
    requirements.flatMap((id) => changes.get(id)?.now ?? []);
  const others = earlier.causes.filter((cause) => nowOf(cause).length > 0);
  const now = [...new Set(others.flatMap(nowOf))];
  const visible = report.causes.filter(({ requirements }) => !requirements.some((id) => before?.has(id)));
  const still = others.length === 0 ? '' : `, ${others.length} still broken, now ${someOf(now.map(excerpt))}`;
  const since = `${gone.length} of ${countOf(earlier.causes.length, 'cause')} gone${still}`;
  return ` Since the report that was here: ${since}, ${visible.length} newly visible.`;
}

const EXIT_CODES = { conformant: 0, nonconformant: 1, inconclusive: 3 } as const;

export const exitCodeOf = ({ counts, verdict, baselineOutOfDate }: Report): ExitCode =>
  counts.error > 0 ? 4 : baselineOutOfDate ? 1 : EXIT_CODES[verdict];
