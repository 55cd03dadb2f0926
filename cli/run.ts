import { conform, planOf } from '../runner/conform.js';
import type { EvidenceData } from '../runner/evidence/evidence.js';
import { EvidenceWriter } from '../runner/evidence/file/writer.js';
import type { Plan } from '../runner/evidence/plan.js';
import type { Report } from '../runner/judge/report.js';
import { loadSettings, type RunFlags } from '../runner/settings/load.js';
import type { Settings } from '../runner/settings/settings.js';
import { tool } from '../runner/settings/tool.js';
import { storeOrdersInterface } from '../suites/contract.js';
import type { ExitCode, Io } from './io.js';
import { planText } from './plan-text.js';
import { Progress } from './progress.js';
import { demandWritable, type ReportRequest, requestedReports, writeReports } from './reports.js';

export async function runCommand(flags: RunFlags, io: Io): Promise<ExitCode> {
  const settings = await loadSettings({ flags, env: io.env, cwd: io.cwd });
  return judgeTarget(settings, io);
}

/** Judges what the settings name, and writes the reports that they ask for. */
export async function judgeTarget(settings: Settings, io: Io): Promise<ExitCode> {
  const reports = requestedReports(settings.reports);
  if (settings.dryRun) {
    io.out(planText(planOf(settings, storeOrdersInterface), settings));
    return 0;
  }
  await demandWritable(reports, settings.evidence);
  const { warning } = settings.apiKey ?? {};
  if (warning !== undefined) io.err(`${warning}\n`);
  const progress = new Progress(io);
  let evidenceFile: EvidenceWriter | undefined;
  const report = await conform(settings, storeOrdersInterface, {
    tool,
    signal: io.interrupted,
    onPlan: (plan, target) => {
      progress.plan(plan);
      evidenceFile = openEvidence(settings, plan, target);
      return evidenceFile;
    },
    onEnd: (scenario) => progress.end(scenario),
  }).finally(() => progress.clear());
  const problem = evidenceFile?.problem;
  if (problem !== undefined) io.err(`${problem}\n`);
  return finishRun(report, reports, io, problem === undefined);
}

function openEvidence(
  { evidence, strict, apiKey }: Settings,
  plan: Plan,
  target: EvidenceData['target'],
): EvidenceWriter | undefined {
  if (evidence === undefined) return undefined;
  const { name, version } = storeOrdersInterface;
  return new EvidenceWriter(evidence, { tool, contract: { name, version }, target, strict, plan }, apiKey);
}

/** Writes the reports, and tells what the command ends with. A report that is missing is not a verdict on the target. */
export async function finishRun(
  report: Report,
  reports: readonly ReportRequest[],
  io: Io,
  isSaved = true,
): Promise<ExitCode> {
  const written = await writeReports(report, reports, io);
  const code = exitCodeOf(report);
  return (written && isSaved) || code !== 0 ? code : 4;
}

const EXIT_CODES = { conformant: 0, nonconformant: 1, inconclusive: 3 } as const;

export const exitCodeOf = ({ counts, verdict }: Report): ExitCode => (counts.error > 0 ? 4 : EXIT_CODES[verdict]);
