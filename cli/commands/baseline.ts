import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { type Acceptance, baselineTemplate, causesToAccept } from '../../reporters/baseline-template.js';
import { countOf } from '../../reporters/wording.js';
import { validateBaseline } from '../../runner/settings/baseline-validators.generated.js';
import { demandPlaces, writeWhole } from '../shell/files.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { readReport } from '../shell/report-file.js';

interface BaselineFlags extends Acceptance {
  readonly output?: string;
  readonly force?: boolean;
}

/** Writes a baseline of the causes in a report. The flags fill in reason and date. */
export async function baselineCommand(path: string, flags: BaselineFlags, io: Io): Promise<ExitCode> {
  const { output, force, reason, expires } = flags;
  const report = await readReport(path, io);
  demandDay(expires);
  const text = prose(baselineTemplate(report, flags), { ...io, columns: undefined });
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
  await writeWhole(place, text);
  const isFilled = reason !== undefined && expires !== undefined;
  const next = isFilled ? ` until ${expires}.` : '. Fill in each reason and last day that is missing.';
  io.out(`Wrote ${output}: it accepts ${countOf(causesToAccept(report).length, 'further cause')}${next}\n`);
  return 0;
}

/** Refuses a day that `--baseline` would refuse, or a day in the past, before it is in a file. */
function demandDay(day = '9999-12-31'): void {
  const [today = ''] = new Date().toISOString().split('T');
  const isDay = validateBaseline({ entries: [{ reason: 'accepted', expires: day }] }).length === 0;
  if (isDay && day >= today) return;
  throw new UsageError(`--expires: expected a day of the calendar, today (${today} in UTC) or later, found ${day}.`);
}
