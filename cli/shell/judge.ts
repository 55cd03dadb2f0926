import { rm } from 'node:fs/promises';
import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { EvidenceWriter } from '../../evidence/file/writer.js';
import { STAGES, type Stage } from '../../evidence/stages.js';
import { mapLists } from '../../interface/declared.js';
import { tool } from '../../interface/helpers/helpers.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { ORDER_STATES } from '../../interface/interface.js';
import type { Report, Verdict } from '../../judge/report/report.js';
import { loadRun } from '../../runner/engine/saved-run.js';
import type { Recorder } from '../../runner/engine/traffic.js';
import { withStandIns } from '../../runner/fixtures/provision.js';
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
import { coverage, storeOrdersInterface } from '../../suites/contract.js';
import { type Output, type Places, placesOfInputs, removeOld, takePlaces } from './files.js';
import { type ExitCode, type Io, interruptedCode, prose } from './io.js';
import { type LedgerFile, ledgerOf } from './ledger-file.js';
import { planText } from './plan-text.js';
import { StatusLine } from './progress.js';
import { earlierReport } from './report-file.js';
import { exitCodeOf, type ReportRequest, requestedReports, tellOutcome, writeReports } from './reports.js';

export async function judgeTarget(settings: Settings, io: Io, resume = false): Promise<ExitCode> {
  io.keepSecret(redactor(settings));
  if (!settings.dryRun) {
    const reports = requestedReports(settings.reports);
    const earlier = await earlierReport(reports);
    const { report, code, files } = await judgeAndReport(settings, io, { resume });
    tellOutcome(report, reports, files, io, earlier);
    return code;
  }
  requestedReports(settings.reports);
  const { orders, provision, readOnly } = settings;
  const whole = provision && !readOnly ? { ...settings, orders: withStandIns(orders, coverage) } : settings;
  io.out(prose(planText(planOf(whole), whole), io));
  return 0;
}

/** With `demandsSeed`, a listing that contradicts the output of a seed ends the run before any DELETE. */
interface JudgeOptions extends Pick<GatherOptions, 'demandsSeed'> {
  /** The run goes on after one that was cut off, without the orders in its ledger. Else that ledger is refused. */
  readonly resume?: boolean;
  /** If the run is interrupted, its ledger remains, so that another one goes on. */
  readonly keepsLedger?: boolean;
}

export async function judgeAndReport(
  given: Settings,
  io: Io,
  { resume = false, keepsLedger = resume, ...demands }: JudgeOptions = {},
) {
  const tell = (texts: readonly (string | undefined)[]) => {
    for (const text of texts) if (text !== undefined) io.err(prose(`${text}\n`, io));
  };
  const reports = requestedReports(given.reports);
  io.endsItself();
  const outputs = outputsOf(reports, given);
  const { ledger, left } = await demandFiles(outputs, await placesOfInputs(given.inputs), resume);
  ledger?.begin(left);
  await removeOld(outputs);
  const settings = without(given, left);
  tell([leftAlone(given, left)]);
  const { interrupted, killed } = io;
  const waiting = (sentence: string) => tell([sentence]);
  const run = await plan(settings, { interrupted, killed, waiting }).catch((error: unknown) => {
    ledger?.end(left !== undefined);
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
  const report = judge(evidence, settings);
  const problems = [saved?.problem, ledger?.problem];
  const leftOut = saved?.hasRedacted && !saved.problem ? await discardUnlike(report, evidence, settings) : undefined;
  tell([...problems, leftOut]);
  const place = saved?.problem === undefined && leftOut === undefined ? settings.evidence : undefined;
  const { areWritten, written } = await writeReports(report, reports, settings.detail, io, place);
  const isWritten = areWritten && problems.every((text) => !text);
  tell([await run.tearDown()]);
  if (isWritten) ledger?.end(keepsLedger && interruptedCode(io) !== undefined);
  return {
    report,
    /** The paths of the files that were written. */
    files: [...written, ...(place === undefined ? [] : [place])],
    /** 4 if a file could not be written. Evidence that is left out on purpose changes no verdict. */
    code: isWritten ? (interruptedCode(io) ?? exitCodeOf(report)) : 4,
  } as const;
}

/**
 * Checks that a run can write its files. Returns its ledger, and the orders of a ledger that was left.
 * @param taken gets the places
 * @throws UsageError
 */
export async function demandFiles(outputs: readonly Output[], taken: Places, resume: boolean) {
  const ledger = ledgerOf(outputs);
  const left = await ledger?.leftOrders();
  if (ledger && left && !resume) throw new UsageError(whyRefused(ledger, left));
  await takePlaces(ledger ? [...outputs, ledger] : outputs, taken);
  return { ledger, left };
}

function whyRefused({ path }: LedgerFile, left: readonly string[]): string {
  const what = left.length === 0 ? 'It had not cancelled a declared order' : `It may have cancelled ${left.join(', ')}`;
  return `There is the ledger ${path} of another run. ${what}. If that run is under way, wait for its end, or write to another path. If it was cut off, add the option --resume of run, which leaves these orders alone; or move the ledger away, and declare others. Nothing was sent.`;
}

/** The settings without the orders that another run may have cancelled. */
function without(settings: Settings, left: readonly string[] = []): Settings {
  const lists = mapLists((list) => settings.orders[list].filter((id) => !left.includes(String(id))));
  return { ...settings, orders: { ...settings.orders, ...lists } };
}

function leftAlone({ orders }: Settings, left: readonly string[] = []): string | undefined {
  const used = ORDER_STATES.flatMap((state) => orders[state]).filter((id) => left.includes(String(id)));
  if (used.length === 0) return undefined;
  return `The target is judged without ${used.join(', ')}, which a run that was cut off may have cancelled.`;
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
      if (isSlow || outcome.kind === 'response' || !['timeout', 'unfinished'].includes(outcome.failure.kind)) return;
      isSlow = true;
      status.clear();
      io.err(prose(`A request got no response in time; others may take as long. ${outcome.failure.message}\n`, io));
    },
    end: () => status.end(),
  };
}

/**
 * Judges evidence again as it was saved, without secrets. If a verdict differs, the file is removed. Returns a sentence
 * that says why.
 */
async function discardUnlike(report: Report, evidence: Evidence, settings: Settings): Promise<string | undefined> {
  const { evidence: path = '', schemas } = settings;
  const verdictsIn = ({ requirements }: Pick<Report, 'requirements'>) =>
    new Map(requirements.map((of) => [of.id, of.verdict]));
  const saved = await loadRun(path, { schemas })
    .then((loaded) => verdictsIn(judge(loaded.evidence, settings)))
    .catch(() => new Map<string, Verdict>());
  const unlike = [...verdictsIn(report)].find(([id, verdict]) => saved.get(id) !== verdict);
  if (!unlike) return undefined;
  await rm(path, { force: true });
  const secrets = secretsIn(evidence, settings).join(', ') || 'A secret';
  const judged = saved.get(unlike[0]) ?? 'not judged at all';
  return `The evidence was left out, and not saved in ${path}; the verdict stands. Secrets are taken out of evidence, and without what the target repeats of them, ${unlike[0]} would be ${judged} instead of ${unlike[1]}. It repeats: ${secrets}. Use a value that is not an ordinary word, or leave that header out.`;
}

function openEvidence({ plan, target, settings }: Run): EvidenceWriter | undefined {
  const { evidence, strict, edition, schemas } = settings;
  if (evidence === undefined) return undefined;
  const { name, version } = storeOrdersInterface;
  const { id } = editionOf(edition);
  const header = {
    tool,
    contract: { name, version },
    target,
    strict,
    edition: id,
    schemas: schemas?.loaded,
    inputs: plan.inputs,
  };
  return new EvidenceWriter(evidence, header, secretsOf(settings));
}
