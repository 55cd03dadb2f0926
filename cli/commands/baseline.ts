import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf, UsageError } from '../../interface/helpers/usage-error.js';
import type { Report } from '../../judge/report/report.js';
import { type Acceptance, baselineTemplate, causesToAccept } from '../../reporters/baseline-template.js';
import { countOf } from '../../reporters/wording.js';
import { parseBaseline } from '../../runner/settings/baseline.js';
import { demandPlaces, writeWhole } from '../shell/files.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { readReport } from '../shell/report-file.js';

interface BaselineFlags extends Acceptance {
  readonly output?: string;
  readonly force?: boolean;
}

/** Writes a baseline of the causes in a report. The flags fill in reason and date. */
export async function baselineCommand(path: string, flags: BaselineFlags, io: Io): Promise<ExitCode> {
  const { output, force } = flags;
  const report = await readReport(path, io);
  const text = prose(baselineTemplate(report, flags), { ...io, columns: undefined });
  demandUsable(flags);
  if (output === undefined) {
    io.out(text);
    return 0;
  }
  const place = resolve(io.cwd, output);
  await demandPlaces([{ option: '--output', path: place }], [resolve(io.cwd, path)]);
  // Reasons that a person wrote are worth more than this template.
  const { size } = await stat(place).catch(() => ({ size: 0 }));
  if (size > 0 && !force) {
    throw new UsageError(`${output} would be overwritten. Nothing was written; use --force, or another path.`);
  }
  try {
    await writeWhole(place, text);
  } catch (error) {
    io.err(`Writing ${output} failed: ${reasonOf(error)}.\n`);
    return 4;
  }
  io.out(`Wrote ${output}. ${adviceOn(report, flags)}\n`);
  return 0;
}

/** Refuses a reason or a day that `--baseline` would refuse, or a day in the past, before it is in a file. */
function demandUsable({ reason = 'Accepted.', expires = '9999-12-31' }: Acceptance): void {
  try {
    parseBaseline('', JSON.stringify({ entries: [{ cause: 'any', reason, expires }] }));
  } catch (error) {
    const message = reasonOf(error).replaceAll(/^.*entries\[0\]\.(reason|expires): /gm, '--$1: ');
    throw new UsageError(message, { cause: error });
  }
  const [today = ''] = new Date().toISOString().split('T');
  if (expires >= today) return;
  throw new UsageError(`--expires: expected today (${today} in UTC) or a later day, found ${expires}.`);
}

function adviceOn(report: Report, { reason, expires }: Acceptance): string {
  const causes = causesToAccept(report).length;
  if (causes === 0) return 'No further deviation is to be accepted, so there is nothing to fill in.';
  const what = [...(reason === undefined ? ['a reason'] : []), ...(expires === undefined ? ['its last day'] : [])];
  const accepted = `${countOf(causes, 'cause')} of deviations`;
  return what.length === 0
    ? `${accepted} will be accepted until ${expires}.`
    : `${accepted}: give each entry ${what.join(' and ')}.`;
}
