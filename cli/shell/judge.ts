import type { Exchange } from '../../evidence/exchange.js';
import { STAGES, type Stage } from '../../evidence/stages.js';
import { planOf } from '../../runner/engine/plan-of-settings.js';
import { select } from '../../runner/engine/selection.js';
import type { Recorder } from '../../runner/engine/traffic.js';
import { withStandIns } from '../../runner/fixtures/provision.js';
import { type GatherOptions, gather, judge, planRun, tearDown } from '../../runner/run.js';
import { whyLeftOut, writerFor } from '../../runner/saved-evidence.js';
import { redactor } from '../../runner/settings/secrets.js';
import type { Settings } from '../../runner/settings/settings.js';
import { coverage } from '../../suites/contract.js';
import { type ExitCode, type Io, interruptedCode, prose } from './io.js';
import { planText } from './plan-text.js';
import { StatusLine } from './progress.js';
import { earlierReport } from './report-file.js';
import { exitCodeOf, requestedReports, tellOutcome, writeReports } from './reports.js';
import { beginFiles } from './run-files.js';

export async function judgeTarget(settings: Settings, io: Io, resume = false): Promise<ExitCode> {
  io.keepSecret(redactor(settings));
  if (!settings.dryRun) {
    const reports = requestedReports(settings.reports);
    const earlier = await earlierReport(reports);
    const { report, code, files } = await judgeAndReport(settings, io, { resume });
    tellOutcome(report, files, io, earlier);
    return code;
  }
  requestedReports(settings.reports);
  const { orders, provision, readOnly } = settings;
  const whole = provision && !readOnly ? { ...settings, orders: withStandIns(orders, coverage) } : settings;
  io.out(prose(planText(planOf(whole), whole), io));
  return 0;
}

/** With `demandsSeed`, a listing that contradicts the output of a seed ends the run before any DELETE. */
interface ResumeOptions extends Pick<GatherOptions, 'demandsSeed'> {
  /** The run goes on after one that was cut off, without the orders in its ledger. Else that ledger is refused. */
  readonly resume?: boolean;
  /** If the run is interrupted, its ledger remains, so that another one goes on. */
  readonly keepsLedger?: boolean;
}

export async function judgeAndReport(
  input: Settings,
  io: Io,
  { resume = false, keepsLedger = resume, ...demands }: ResumeOptions = {},
) {
  const say = (...texts: readonly (string | undefined)[]) => {
    for (const text of texts) if (text !== undefined) io.err(prose(`${text}\n`, io));
  };
  const { interrupted, killed } = io;
  const reports = requestedReports(input.reports);
  select(input.select); // a misspelt id is reported before files of an earlier run are removed
  io.endsItself();
  const { settings, ledger, notice, isResumed } = await beginFiles(input, reports, resume);
  say(notice);
  const run = await planRun(settings, { interrupted, killed, waiting: say }).catch((error: unknown) => {
    ledger?.end(isResumed === true);
    throw error;
  });
  const writer = writerFor(run);
  const progress = progressOf(io);
  const recorder: Recorder = {
    delete: ledger && ((request) => ledger.note(request)),
    body: writer && ((request) => writer.body(request)),
    exchange: (exchange) => {
      progress.exchange(exchange);
      writer?.exchange(exchange);
    },
    stage: progress.stage,
    end: (gathered) => writer?.end(gathered),
  };
  const evidence = await gather(run, { recorder, ...demands }).finally(progress.end);
  const report = judge(run, evidence);
  const whyNotSaved = writer && (writer.problem ?? (await whyLeftOut(writer, run, report, evidence)));
  say(whyNotSaved, ledger?.problem);
  const path = whyNotSaved === undefined ? writer?.path : undefined;
  const { areWritten, written } = await writeReports(report, reports, settings.detail, io, path);
  const isWritten = areWritten && writer?.problem === undefined && ledger?.problem === undefined;
  say(await tearDown(run));
  if (isWritten) ledger?.end(keepsLedger && interruptedCode(io) !== undefined);
  return {
    report,
    /** The paths of the files that were written. */
    files: [...written, ...(path === undefined ? [] : [path])],
    /** 4 if a file could not be written. Evidence that is left out on purpose changes no verdict. */
    code: isWritten ? (interruptedCode(io) ?? exitCodeOf(report)) : 4,
  } as const;
}

/** `42 requests, 3 s: without a key` */
function progressOf(io: Io) {
  const started = performance.now();
  let current: Stage = 'look';
  let sent = 0;
  let isSlow = false;
  const status = new StatusLine(io, () => {
    const seconds = Math.floor((performance.now() - started) / 1000);
    return `${sent} requests, ${seconds} s: ${STAGES[current].label}`;
  });
  return {
    stage: (stage: Stage): void => {
      current = stage;
      status.draw();
    },
    exchange: ({ outcome }: Exchange): void => {
      sent += 1;
      if (isSlow || outcome.kind === 'response' || !['timeout', 'unfinished'].includes(outcome.failure.kind)) return;
      isSlow = true;
      status.clear();
      io.err(prose(`A request got no response in time; others may take as long. ${outcome.failure.message}\n`, io));
    },
    end: () => status.end(),
  };
}
