import { UsageError } from '../../../interface/helpers/usage-error.js';
import type { Report } from '../../../judge/report/report.js';
import { requirementSummary, verdictText } from '../../../reporters/wording.js';
import type { NamedTarget } from '../../../runner/settings/load.js';
import type { Settings } from '../../../runner/settings/settings.js';
import type { Output } from '../../shell/files.js';
import { defectSentence, type ExitCode, type Io } from '../../shell/io.js';
import { judgeAndReport } from '../../shell/judge.js';
import { ledgerOf } from '../../shell/ledger-file.js';
import { earlierReport } from '../../shell/report-file.js';
import { exitCodeOf, requestedReports } from '../../shell/reports.js';
import { outputsOf } from '../../shell/run-files.js';

export type Outcome = Awaited<ReturnType<typeof judgeOne>>;

/** Judges a target like `run --target`. Never rejects: an error ends this target only. */
export async function judgeOne({ name, settings: read }: NamedTarget, io: Io, resume: boolean) {
  const started = performance.now();
  /** @param isKept an earlier run judged it */
  const outcome = (code: ExitCode, text: string, report?: Report, isKept = false) => {
    return { name, code, text, durationMs: performance.now() - started, report, isKept };
  };
  try {
    const settings = await read();
    const earlier = resume ? await wholeReport(placedOutputs(settings)) : undefined;
    if (earlier) return outcome(exitCodeOf(earlier), textOf(earlier), earlier, true);
    const { report, code } = await judgeAndReport(settings, ownIo(name, io), { resume, keepsLedger: true });
    return outcome(code === 4 ? 4 : exitCodeOf(report), textOf(report), report);
  } catch (error) {
    if (error instanceof UsageError) return outcome(3, `not judged: ${error.message.replaceAll('\n', ' ')}`);
    return outcome(4, defectSentence(error).trim());
  }
}

/** The report of an earlier run. Undefined if there is none, or if its ledger says that it was interrupted. */
const wholeReport = async (outputs: readonly Output[]): Promise<Report | undefined> =>
  (await ledgerOf(outputs)?.earlierOrders()) ? undefined : earlierReport(outputs);

/** The verdict and its counts. If hardly anything could be judged, the reason takes the place of the counts. */
function textOf(report: Report): string {
  const obstacle = report.verdict === 'conformant' ? undefined : report.obstacle;
  const [why = requirementSummary(report)] = obstacle?.split(/(?<=[.?]) /) ?? [];
  return `${verdictText(report)}: ${why}`;
}

/**
 * An Io for one target. It writes nothing to standard output, which has a line for each target, and begins lines on
 * standard error with the name.
 */
function ownIo(name: string, io: Io): Io {
  return {
    ...io,
    errIsTty: false,
    out: () => undefined,
    document: () => undefined,
    err: (text) => io.err(text.replaceAll(/^(?=.)/gm, `${name}: `)),
    endsItself: () => undefined,
    keepSecret: () => undefined,
  };
}

/**
 * Every file that judging a target writes, and anything for standard output.
 * @throws UsageError
 */
export function placedOutputs(settings: Settings): readonly Output[] {
  const requested = requestedReports(settings.reports);
  const unplaced = requested.find(({ format, path }) => path === undefined && !['terminal', 'json'].includes(format));
  if (unplaced) {
    const what = `With --all-targets, only terminal and json can go to standard output`;
    throw new UsageError(`${unplaced.option}: ${what}; write ${unplaced.format}=PATH, with {target} in the path.`);
  }
  return outputsOf(requested, settings);
}
