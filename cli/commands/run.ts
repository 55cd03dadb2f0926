import { conform, editionOf, planOf, redactor, secretsOf, type Teardown } from '../../runner/conform.js';
import type { EvidenceData } from '../../runner/evidence/evidence.js';
import { EvidenceWriter } from '../../runner/evidence/file/writer.js';
import type { Plan } from '../../runner/evidence/plan.js';
import { UsageError } from '../../runner/input/usage-error.js';
import type { Report } from '../../runner/judge/report.js';
import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import type { Settings } from '../../runner/settings/settings.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { planText } from '../preview/plan-text.js';
import { demandPlaces, type Output, removeOld } from '../shell/files.js';
import { type ExitCode, type Io, interruptedCode, prose } from '../shell/io.js';
import { LedgerFile } from '../shell/ledger-file.js';
import { Progress } from '../shell/progress.js';
import { exitCodeOf, type ReportRequest, requestedReports, tellOutcome, writeReports } from '../shell/reports.js';

export async function runCommand(flags: RunFlags, io: Io): Promise<ExitCode> {
  if (flags.allTargets) return (await import('../targets/all-targets.js')).runAllTargets(flags, io, judgeAndReport);
  const needless = (['shard', 'jobs', 'resume'] as const).find((name) => flags[name] !== undefined);
  if (needless) throw new UsageError(`--${needless} goes with --all-targets.`);
  const inputs: string[] = [];
  const settings = await loadSettings({ flags, env: io.env, cwd: io.cwd, onRead: (path) => inputs.push(path) });
  const { foundConfig, baseUrl } = settings;
  if (foundConfig !== undefined)
    io.err(prose(`Using settings from ${foundConfig}, found in this directory. Target: ${baseUrl}\n`, io));
  return judgeTarget(settings, io, inputs);
}

/**
 * Judges what the settings name, and writes the reports that they ask for.
 * @param inputs paths of the files that were read
 */
export async function judgeTarget(settings: Settings, io: Io, inputs: readonly string[] = []): Promise<ExitCode> {
  io.keepSecret(redactor(settings));
  if (!settings.dryRun) {
    const { report, code, files } = await judgeAndReport(settings, io, inputs);
    tellOutcome(report, files, io);
    return code;
  }
  requestedReports(settings.reports);
  io.out(prose(planText(planOf(settings, storeOrdersInterface), settings), io));
  return 0;
}

interface Judged {
  readonly report: Report;
  readonly code: ExitCode;
  /** Every file is there that the run was to write. */
  readonly isWritten: boolean;
  /** Where those are that it wrote. */
  readonly files: readonly string[];
}

/**
 * @param inputs paths of the files that were read
 * @param used orders that an earlier run may have cancelled: the ledger goes on saying so
 */
export async function judgeAndReport(
  settings: Settings,
  io: Io,
  inputs: readonly string[],
  used: readonly bigint[] = [],
): Promise<Judged> {
  const tell = (texts: readonly (string | undefined)[]) => {
    for (const text of texts) if (text !== undefined) io.err(prose(`${text}\n`, io));
  };
  const reports = requestedReports(settings.reports);
  io.endsItself();
  const ledger = await prepare(settings, reports, inputs, used);
  if (settings.waitMs !== undefined && io.errIsTty) io.err(`Waiting for an answer of ${settings.baseUrl}.\n`);
  tell([used.length === 0 ? ledger?.leftover() : undefined]);
  const { report, saved, teardown } = await conformTo(settings, io, ledger);
  const problems = [saved?.problem, ledger?.problem];
  tell(problems);
  const { areWritten, written } = await writeReports(report, reports, settings.detail, io);
  const evidence = saved && saved.problem === undefined ? settings.evidence : undefined;
  const isWritten = areWritten && problems.every((text) => !text);
  tell([await teardown?.()]);
  if (isWritten) ledger?.remove();
  return {
    report,
    isWritten,
    files: [...written, ...(evidence ? [evidence] : [])],
    code: isWritten ? (interruptedCode(io) ?? exitCodeOf(report)) : 4,
  };
}

/** Checks the places of all files that a run writes, and clears them. Returns the ledger, where there is such a file. */
async function prepare(
  { evidence }: Settings,
  reports: readonly ReportRequest[],
  inputs: readonly string[],
  used: readonly bigint[],
): Promise<LedgerFile | undefined> {
  const outputs: Output[] = [...reports, ...(evidence === undefined ? [] : [{ option: '--evidence', path: evidence }])];
  const first = outputs.find(({ path }) => path !== undefined);
  const ledger = first?.path === undefined ? undefined : new LedgerFile(first.path);
  await demandPlaces(
    [...outputs, ...(ledger ? [{ option: `The ledger of ${first?.option}`, path: ledger.path }] : [])],
    inputs,
  );
  if (used.length > 0) ledger?.carry(used);
  await removeOld(outputs);
  return ledger;
}

interface Ended {
  readonly report: Report;
  readonly saved: EvidenceWriter | undefined;
  /** Of a run that was interrupted: its reports come first. */
  readonly teardown: Teardown | undefined;
}

async function conformTo(settings: Settings, io: Io, ledger: LedgerFile | undefined): Promise<Ended> {
  const progress = new Progress(io);
  let saved: EvidenceWriter | undefined;
  let teardown: Teardown | undefined;
  const { configuration } = settings;
  const judged = await conform(settings, storeOrdersInterface, {
    tool,
    signal: io.interrupted,
    killed: io.killed,
    onPlan: (plan, target) => {
      progress.plan(plan);
      ledger?.begin(target);
      saved = openEvidence(settings, plan, target);
      return saved;
    },
    ...(ledger && { onDelete: (request) => ledger.note(request) }),
    onEnd: (scenario) => progress.end(scenario),
    onTeardownLeft: (left) => {
      teardown = left;
    },
  }).finally(() => progress.clear());
  const isOver = interruptedCode(io) === undefined;
  const report = configuration !== undefined && isOver ? { ...judged, configuration } : judged;
  return { report, saved, teardown };
}

function openEvidence(
  { evidence, strict, edition, ...settings }: Settings,
  plan: Plan,
  target: EvidenceData['target'],
): EvidenceWriter | undefined {
  if (evidence === undefined) return undefined;
  const { name, version } = storeOrdersInterface;
  const { id } = editionOf(storeOrdersInterface, edition);
  const header = { tool, contract: { name, version }, target, strict, edition: id, plan };
  return new EvidenceWriter(evidence, header, secretsOf(settings));
}
