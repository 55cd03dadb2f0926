import { resolve } from 'node:path';
import { loadRun } from '../../runner/engine/saved-run.js';
import { EvidenceFileError } from '../../runner/evidence/file/reader.js';
import { tool } from '../../runner/helpers/helpers.js';
import { demandRegular } from '../../runner/input/text-file.js';
import { reasonOf, UsageError } from '../../runner/input/usage-error.js';
import { judgeEvidence } from '../../runner/judge/judge.js';
import { baselineOf, editionOf } from '../../runner/run.js';
import { detailOf } from '../../runner/settings/assemble.js';
import { parseBaseline } from '../../runner/settings/baseline.js';
import type { RunFlags } from '../../runner/settings/load.js';
import { loadSchemas } from '../../runner/settings/schemas.js';
import { flagsOf, readGivenFile } from '../../runner/settings/sources.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { demandPlaces, removeOld } from '../shell/files.js';
import type { ExitCode, Io } from '../shell/io.js';
import { exitCodeOf, requestedReports, tellOutcome, writeReports } from '../shell/reports.js';

/** Judges saved evidence with the rules of this version. Sends nothing. */
export async function rejudgeCommand(
  path: string,
  flags: Pick<RunFlags, 'report' | 'strict' | 'edition' | 'schemas' | 'baseline' | 'quiet' | 'verbose'>,
  io: Io,
): Promise<ExitCode> {
  const { cwd } = io;
  const file = resolve(cwd, path);
  const input = { flags, cwd, inputs: [file] };
  const flagged = flagsOf(input);
  const reports = requestedReports(flagged.report ?? []);
  const [asked] = flagged.edition ?? [];
  if (asked) editionOf(asked);
  const [known] = flagged.baseline ?? [];
  const read = known && (await readGivenFile(input, known, 'the baseline'));
  const baseline = baselineOf({ baseline: read && parseBaseline(read.origin, read.value) });
  await demandRegular(file).catch((error: unknown) => {
    throw new UsageError(`The evidence ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  const [directory] = flagged.schemas ?? [];
  const schemas = directory && (await loadSchemas(directory, input));
  const { header, evidence } = await loadRun(file, { schemas }).catch((error: unknown) => {
    if (!(error instanceof EvidenceFileError)) throw error;
    throw new UsageError(error.message, { cause: error });
  });
  // As that run was scored, unless told otherwise.
  const edition = editionOf(asked ?? { value: header.edition, origin: path });
  await demandPlaces(reports, input.inputs);
  await removeOld(reports);
  const strict = header.strict || flags.strict === true;
  const report = judgeEvidence(storeOrdersInterface, evidence, { tool, strict, edition, baseline });
  const { areWritten, written } = await writeReports(report, reports, detailOf(flagged), io, file);
  tellOutcome(report, written, io);
  return areWritten ? exitCodeOf(report) : 4;
}
