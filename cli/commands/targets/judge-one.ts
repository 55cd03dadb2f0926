import { createHash } from 'node:crypto';
import { printable } from '../../../reporters/printable.js';
import { requirementSummary, verdictText } from '../../../reporters/wording.js';
import { UsageError } from '../../../runner/input/usage-error.js';
import type { Report } from '../../../runner/judge/report.js';
import { mapLists } from '../../../runner/orders/declared.js';
import { redactor } from '../../../runner/run.js';
import type { NamedTarget } from '../../../runner/settings/load.js';
import type { Settings } from '../../../runner/settings/settings.js';
import { tool } from '../../../runner/settings/tool.js';
import type { Output } from '../../shell/files.js';
import { defectSentence, type ExitCode, type Io } from '../../shell/io.js';
import { judgeAndReport, outputsOf } from '../../shell/judge.js';
import { ledgerOf } from '../../shell/ledger-file.js';
import { earlierReport } from '../../shell/report-file.js';
import { exitCodeOf, requestedReports } from '../../shell/reports.js';

export type Outcome = Awaited<ReturnType<typeof judgeOne>>;

/** Judges a target like `run --target`. Never rejects: an error ends this target only. */
export async function judgeOne({ name, settings: read }: NamedTarget, io: Io, resume: boolean) {
  const started = performance.now();
  /** @param isKept an earlier run judged it */
  const ended = (code: ExitCode, text: string, report?: Report, isKept = false) => {
    return { name, code, text, durationMs: performance.now() - started, report, isKept };
  };
  try {
    const given = await read();
    const configuration = configurationOf(given);
    const earlier = resume ? await earlierRun(given, configuration) : [];
    if ('verdict' in earlier) return ended(exitCodeOf(earlier), textOf(earlier), earlier, true);
    const used = earlier;
    const own = ownIo(name, io, redactor(given));
    if (used.length > 0) {
      own.err(`It is judged without ${used.join(', ')}, which a run that was cut off may have cancelled.\n`);
    }
    const settings = { ...given, orders: without(given.orders, used), configuration };
    const { report, code } = await judgeAndReport(settings, own, used);
    return ended(code === 4 ? 4 : exitCodeOf(report), textOf(report), report);
  } catch (error) {
    if (error instanceof UsageError) return ended(3, `not judged: ${printable(error.message.replaceAll('\n', ' '))}`);
    return ended(4, defectSentence(error).trim());
  }
}

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
function ownIo(name: string, io: Io, redact: (text: string) => string): Io {
  return {
    ...io,
    errIsTty: false,
    out: () => undefined,
    err: (text) => io.err(redact(text).replaceAll(/^(?=.)/gm, `${name}: `)),
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

/**
 * The complete report of an earlier run with the same configuration, if there is one; else the declared orders that an
 * earlier run may have used up.
 */
async function earlierRun(settings: Settings, configuration: string) {
  const outputs = placedOutputs(settings);
  const noted = await ledgerOf(outputs)?.leftOrders();
  const report = await earlierReport(outputs);
  if (noted === undefined && report?.configuration === configuration) return report;
  // An interrupted run also wrote its report, and its cancels count.
  const wasInterrupted = report !== undefined && report.configuration === undefined;
  const sent = wasInterrupted ? report.deletions.flatMap(({ authorized, orderId }) => (authorized ? orderId : [])) : [];
  const used = new Set([...(noted ?? []), ...sent]);
  const { pending, shipped, other } = settings.orders;
  return [...pending, ...shipped, ...other].filter((id) => used.has(String(id)));
}

/**
 * A digest of all options of a target. With other options, the target must be judged again. Key and headers are in it
 * by name only.
 */
function configurationOf({ reports, evidence, detail, foundConfig, inputs, ...settings }: Settings): string {
  const text = JSON.stringify({ tool, ...settings }, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

const without = (orders: Settings['orders'], used: readonly bigint[]): Settings['orders'] => ({
  ...orders,
  ...mapLists((list) => orders[list].filter((id) => !used.includes(id))),
});
