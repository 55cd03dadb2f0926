import { resolve } from 'node:path';
import type { Evidence } from '../../evidence/evidence.js';
import { EvidenceFileError, type LoadedEvidence } from '../../evidence/file/reader.js';
import type { Schemas } from '../../evidence/listing/index.js';
import { tool } from '../../interface/helpers/helpers.js';
import { demandRegular } from '../../interface/helpers/text-file.js';
import { asUsageError, chosen, UsageError } from '../../interface/helpers/usage-error.js';
import { judgeEvidence } from '../../judge/judge.js';
import type { Report } from '../../judge/report/report.js';
import { loadRun } from '../../runner/engine/saved-run.js';
import { detailOf } from '../../runner/settings/assemble.js';
import { parseBaseline } from '../../runner/settings/baseline.js';
import { editionOf } from '../../runner/settings/checked.js';
import type { RunFlags } from '../../runner/settings/load.js';
import { loadSchemas } from '../../runner/settings/schemas.js';
import { flagsOf, readOptionFile } from '../../runner/settings/sources.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { writeExcerpt } from '../shell/excerpt.js';
import { demandPlaces, removeOld } from '../shell/files.js';
import type { ExitCode, Io } from '../shell/io.js';
import { exitCodeOf, requestedReports, tellOutcome, writeReports } from '../shell/reports.js';

interface RejudgeFlags
  extends Pick<RunFlags, 'report' | 'strict' | 'edition' | 'schemas' | 'baseline' | 'quiet' | 'verbose'> {
  readonly requirement?: string;
  readonly excerpt?: string;
}

/** Judges saved evidence with the rules of this version. Sends nothing. */
export async function rejudgeCommand(
  path: string,
  { requirement, excerpt, ...flags }: RejudgeFlags,
  io: Io,
): Promise<ExitCode> {
  const file = resolve(io.cwd, path);
  const input = { ...io, flags, inputs: [file], piped: new Map() };
  const options = flagsOf(input);
  const reports = requestedReports(options.report ?? []);
  const { baseline: [baselineFile] = [], schemas: [directory] = [], edition: [choice] = [] } = options;
  const entries = baselineFile && (await readOptionFile(input, baselineFile));
  const baseline = entries && parseBaseline(entries.origin, entries.value);
  const { header, evidence } = await evidenceIn(file, directory && (await loadSchemas(directory, input)));
  const edition = editionOf(choice ?? { value: header.edition, origin: path });
  const challenge = challengeIn(requirement, excerpt && resolve(io.cwd, excerpt));
  const outputs = challenge ? [...reports, { option: '--excerpt', path: challenge.path }] : reports;
  await demandPlaces(outputs, input.inputs);
  await removeOld(outputs);
  const strict = header.strict || flags.strict === true;
  const judged = (of: Evidence): Report => judgeEvidence(of, { tool, strict, edition, baseline });
  const report = judged(evidence);
  const isCut = !challenge || (await writeExcerpt(challenge, file, evidence, judged, io));
  const { areWritten, written } = await writeReports(report, reports, detailOf(options), io, file);
  tellOutcome(report, written, io);
  return areWritten && isCut ? exitCodeOf(report) : 4;
}

/** @throws UsageError */
async function evidenceIn(file: string, schemas?: Schemas): Promise<LoadedEvidence> {
  await demandRegular(file).catch(asUsageError((why) => `The evidence ${file} cannot be read: ${why}.`));
  return loadRun(file, { schemas }).catch((error: unknown) => {
    if (!(error instanceof EvidenceFileError)) throw error;
    throw new UsageError(error.message, { cause: error });
  });
}

/** @throws UsageError */
function challengeIn(requirement?: string, path?: string) {
  if (requirement === undefined && path === undefined) return undefined;
  if (requirement === undefined || path === undefined)
    throw new UsageError(
      '--requirement and --excerpt are only used together: the verdict, and the file for what it rests on.',
    );
  const ids = Object.fromEntries(storeOrdersInterface.requirements.map(({ id }) => [id, id]));
  return { requirement: chosen(ids, requirement, '--requirement: There is no requirement'), path };
}
