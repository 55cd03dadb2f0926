import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { baselineTemplate, isBroken } from '../../reporters/baseline-template.js';
import { countOf } from '../../reporters/wording.js';
import { reasonOf, UsageError } from '../../runner/input/usage-error.js';
import type { Report } from '../../runner/judge/report.js';
import { demandPlaces, writeWhole } from '../shell/files.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { readReport } from '../shell/report-file.js';

export interface BaselineFlags {
  readonly output?: string;
  readonly force?: boolean;
}

/** Writes a baseline of what a report says is broken, for a person to fill in. */
export async function baselineCommand(path: string, { output, force }: BaselineFlags, io: Io): Promise<ExitCode> {
  const report = await readReport(path, io);
  const text = prose(baselineTemplate(report), { ...io, columns: undefined });
  if (output === undefined) {
    io.out(text);
    return 0;
  }
  const place = resolve(io.cwd, output);
  await demandPlaces([{ option: '--output', path: place }], [resolve(io.cwd, path)]);
  // Reasons that somebody wrote are worth more than this template.
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
  io.out(`Wrote ${output}. ${adviceOn(report)}\n`);
  return 0;
}

function adviceOn({ requirements }: Report): string {
  const broken = requirements.filter(isBroken).length;
  if (broken === 0) return 'The report has no broken requirement, so there is nothing to fill in.';
  return `${countOf(broken, 'requirement')} ${broken === 1 ? 'is' : 'are'} broken: give each entry a reason and its last day.`;
}
