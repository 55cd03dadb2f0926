import { isReportFormat, reporters } from '../reporters/index.js';
import { conform, planOf } from '../runner/conform.js';
import type { Report } from '../runner/judge/report.js';
import { loadSettings, type RunFlags } from '../runner/settings/load.js';
import type { ReportRequest, Settings } from '../runner/settings/settings.js';
import { tool } from '../runner/settings/tool.js';
import { storeOrdersInterface } from '../suites/contract.js';
import type { ExitCode, Io } from './io.js';
import { planText } from './plan-text.js';
import { Progress } from './progress.js';
import { demandWritable, type FormatRequest, writeReports } from './write-reports.js';

export async function runCommand(flags: RunFlags, io: Io): Promise<ExitCode> {
  const settings = await loadSettings({ flags, env: io.env, cwd: io.cwd, reportFormats: Object.keys(reporters) });
  return judgeTarget(settings, io);
}

/** Judges what the settings name, and writes the reports that they ask for. */
export async function judgeTarget(settings: Settings, io: Io): Promise<ExitCode> {
  if (settings.dryRun) {
    io.out(planText(planOf(settings, storeOrdersInterface), settings));
    return 0;
  }
  const reports = requestedReports(settings.reports);
  await demandWritable(reports);
  const progress = new Progress(io);
  const report = await conform(settings, storeOrdersInterface, {
    tool,
    signal: io.interrupted,
    onPlan: (plan) => progress.plan(plan),
    onEnd: (outcome) => progress.end(outcome),
  }).finally(() => progress.clear());
  const written = await writeReports(report, reports, io);
  const code = exitCodeOf(report);
  return written || code !== 0 ? code : 4;
}

const requestedReports = (requests: readonly ReportRequest[]): FormatRequest[] =>
  requests.flatMap(({ format, path }) =>
    isReportFormat(format) ? [{ format, ...(path !== undefined && { path }) }] : [],
  );

export function exitCodeOf(report: Report): ExitCode {
  if (report.counts.error > 0) return 4;
  switch (report.verdict) {
    case 'conformant':
      return 0;
    case 'nonconformant':
      return 1;
    case 'inconclusive':
      return 3;
  }
}
