import { rm } from 'node:fs/promises';
import { loadRun } from '../../runner/engine/saved-run.js';
import type { Recorder } from '../../runner/engine/traffic.js';
import type { Evidence } from '../../runner/evidence/evidence.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import { EvidenceWriter } from '../../runner/evidence/file/writer.js';
import { STAGES, type Stage } from '../../runner/evidence/stages.js';
import type { Report, Verdict } from '../../runner/judge/report.js';
import {
  editionOf,
  type GatherOptions,
  gather,
  judge,
  plan,
  planOf,
  type Run,
  redactor,
  secretsIn,
  secretsOf,
} from '../../runner/run.js';
import { demandRedactableKey } from '../../runner/settings/checked.js';
import type { Settings } from '../../runner/settings/settings.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { type Output, type Places, placesOfInputs, removeEmpty, removeOld, takePlaces } from './files.js';
import { type ExitCode, type Io, interruptedCode, prose } from './io.js';
import { type LedgerFile, ledgerOf } from './ledger-file.js';
import { planText } from './plan-text.js';
import { StatusLine } from './progress.js';
import { earlierReport } from './report-file.js';
import { exitCodeOf, type ReportRequest, requestedReports, tellOutcome, writeReports } from './reports.js';

export async function judgeTarget(settings: Settings, io: Io): Promise<ExitCode> {
  io.keepSecret(redactor(settings));
  if (!settings.dryRun) {
    const earlier = await earlierReport(requestedReports(settings.reports));
    const { report, code, files } = await judgeAndReport(settings, io);
    tellOutcome(report, files, io, earlier);
    return code;
  }
  requestedReports(settings.reports);
  io.out(prose(planText(planOf(settings), settings), io));
  return 0;
}

/**
 * @param used orders that an earlier run cancelled, by its report; the ledger goes on listing them
 * @param demands with `demandsSeed`, a listing that contradicts the output of a seed ends the run before any DELETE
 */
export async function judgeAndReport(
  settings: Settings,
  io: Io,
  used: readonly bigint[] = [],
  demands: Pick<GatherOptions, 'demandsSeed'> = {},
) {
  const tell = (texts: readonly (string | undefined)[]) => {
    for (const text of texts) if (text !== undefined) io.err(prose(`${text}\n`, io));
  };
  const reports = requestedReports(settings.reports);
  io.endsItself();
  const { ledger, left, made } = await prepare(settings, reports, used.map(String));
  if (used.length === 0 && ledger && left) tell([leftover(ledger, left)]);
  const { interrupted, killed } = io;
  const waiting = (sentence: string) => tell([sentence]);
  const run = await plan(settings, { interrupted, killed, waiting, left }).catch(async (error: unknown) => {
    ledger?.end(false);
    await removeEmpty(made);
    throw error;
  });
  const progress = progressOf(io);
  const saved = openEvidence(run);
  const recorder: Recorder = {
    delete: ledger && ((request) => ledger.note(request)),
    body: saved && ((request) => saved.body(request)),
    exchange: (exchange) => {
      progress.sent(exchange);
      saved?.exchange(exchange);
    },
    stage: progress.stage,
    end: (evidence) => saved?.end(evidence),
  };
  const evidence = await gather(run, { recorder, ...demands }).finally(progress.end);
  const report = withConfiguration(judge(evidence, settings), settings, io);
  const notSaved = saved?.problem ?? (saved?.hasRedacted ? await discardUnlike(report, evidence, settings) : undefined);
  const problems = [notSaved, ledger?.problem];
  tell(problems);
  const place = notSaved === undefined ? settings.evidence : undefined;
  const { areWritten, written } = await writeReports(report, reports, settings.detail, io, place);
  const isWritten = areWritten && problems.every((text) => !text);
  tell([await run.tearDown()]);
  if (isWritten) ledger?.end(interruptedCode(io) === undefined);
  return {
    report,
    /** The paths of the files that were written. */
    files: [...written, ...(place === undefined ? [] : [place])],
    /** 4 if a file is missing that the run was to write. */
    code: isWritten ? (interruptedCode(io) ?? exitCodeOf(report)) : 4,
  } as const;
}

/** Checks the places of all files that a run writes, and clears them. Returns the result of `demandFiles`. */
async function prepare(settings: Settings, reports: readonly ReportRequest[], used: readonly string[]) {
  const outputs = outputsOf(reports, settings);
  const { ledger, left, made } = await demandFiles(outputs, await placesOfInputs(settings.inputs));
  ledger?.begin(settings, new Set([...(left ?? []), ...used]));
  await removeOld(outputs);
  return { ledger, left, made };
}

/**
 * Checks that a run can write its files. Returns its ledger, the orders of a ledger that was left, and the new folders.
 * @param taken gets the places
 * @throws UsageError
 */
export async function demandFiles(outputs: readonly Output[], taken: Places) {
  const ledger = ledgerOf(outputs);
  const left = await ledger?.leftOrders();
  const made = await takePlaces(ledger ? [...outputs, ledger] : outputs, taken);
  return { ledger, left, made };
}

/**
 * Every file that a run writes, and anything for standard output.
 * @throws UsageError if evidence would show the key
 */
export function outputsOf(
  reports: readonly ReportRequest[],
  { evidence, apiKey }: Pick<Settings, 'evidence' | 'apiKey'>,
): readonly Output[] {
  if (evidence === undefined) return reports;
  demandRedactableKey(apiKey);
  return [...reports, { option: '--evidence', path: evidence }];
}

/** Says what an earlier, interrupted run may have done. */
function leftover({ path }: LedgerFile, orders: readonly string[]): string {
  const none = 'It had not asked for the cancel of a declared order.';
  const what =
    orders.length === 0 ? none : `It may have cancelled ${orders.join(', ')}. This run uses other orders first.`;
  return `An earlier run was cut off before its report was written, and left ${path}. ${what}`;
}

/** `42 requests, 3 s: without a key` */
function progressOf(io: Io) {
  const started = performance.now();
  let now: Stage = 'look';
  let sent = 0;
  let isSlow = false;
  const status = new StatusLine(io, () => {
    const seconds = Math.floor((performance.now() - started) / 1000);
    return `${sent} requests, ${seconds} s: ${STAGES[now].shown}`;
  });
  return {
    stage: (stage: Stage): void => {
      now = stage;
      status.draw();
    },
    sent: ({ outcome }: Exchange): void => {
      sent += 1;
      if (isSlow || outcome.kind === 'response' || outcome.failure.kind !== 'timeout') return;
      isSlow = true;
      status.clear();
      io.err(prose(`A request got no response in time; others may take as long. ${outcome.failure.message}\n`, io));
    },
    end: () => status.end(),
  };
}

/** Adds the configuration, unless the run was interrupted and must be repeated. */
const withConfiguration = (report: Report, { configuration }: Settings, io: Io): Report =>
  configuration !== undefined && interruptedCode(io) === undefined ? { ...report, configuration } : report;

/**
 * Judges evidence again as it was saved, without secrets. If a verdict differs, the file is removed. Returns a sentence
 * that says why.
 */
async function discardUnlike(report: Report, evidence: Evidence, settings: Settings): Promise<string | undefined> {
  const { evidence: path = '' } = settings;
  const verdictsIn = ({ requirements }: Pick<Report, 'requirements'>) =>
    new Map(requirements.map((of) => [of.id, of.verdict]));
  const saved = await loadRun(path)
    .then((loaded) => verdictsIn(judge(loaded.evidence, settings)))
    .catch(() => new Map<string, Verdict>());
  const unlike = [...verdictsIn(report)].find(([id, verdict]) => saved.get(id) !== verdict);
  if (!unlike) return undefined;
  await rm(path, { force: true });
  const secrets = secretsIn(evidence, settings).join(', ') || 'A secret';
  const judged = saved.get(unlike[0]) ?? 'not judged at all';
  return `The evidence was not saved in ${path}: secrets are left out of it, and without what the target repeats of them, ${unlike[0]} would be ${judged} instead of ${unlike[1]}. It repeats: ${secrets}. Use a value that is not an ordinary word, or leave that header out.`;
}

function openEvidence({ plan, target, settings }: Run): EvidenceWriter | undefined {
  const { evidence, strict, edition } = settings;
  if (evidence === undefined) return undefined;
  const { name, version } = storeOrdersInterface;
  const { id } = editionOf(edition);
  const header = { tool, contract: { name, version }, target, strict, edition: id, inputs: plan.inputs };
  return new EvidenceWriter(evidence, header, secretsOf(settings));
}
