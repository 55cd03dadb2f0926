import { readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { archiveOf, EVIDENCE_FILE, MAX_REPEAT } from '../../certificate/bundle.js';
import { type Signer, writeBundle } from '../../certificate/certify.js';
import { fingerprintOf, publicKeyIn } from '../../certificate/keys.js';
import type { SelfCheck } from '../../certificate/statement.js';
import { folderOf, type Subject, subjectFrom, subjectText } from '../../certificate/subject.js';
import { verify } from '../../certificate/verify.js';
import { UsageError } from '../../runner/input/usage-error.js';
import type { Report } from '../../runner/judge/report.js';
import { redactor } from '../../runner/run.js';
import { demandRedactableKey } from '../../runner/settings/checked.js';
import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import type { Settings } from '../../runner/settings/settings.js';
import { tool } from '../../runner/settings/tool.js';
import { derivation } from '../certificates/derivation.js';
import { type SignFlags, signerFrom } from '../certificates/signer.js';
import { lookAt } from '../preview/look.js';
import { coverageOf, needsOf } from '../preview/needs.js';
import { reasonOf, writeWhole } from '../shell/files.js';
import { type ExitCode, type Io, interruptedCode, prose } from '../shell/io.js';
import { judgeAndReport } from '../shell/judge.js';
import { requestedReports } from '../shell/reports.js';
import { selfCheck } from './self-check.js';

export interface CertifyFlags extends RunFlags, SignFlags {
  readonly subject: string;
  readonly output: string;
  readonly nonce?: string;
  readonly skipSelfCheck?: true;
}

/** Everything that is settled before anything is sent. */
interface Order {
  readonly subject: Subject;
  readonly settings: Settings;
  readonly signer: Signer | undefined;
  readonly nonce: string | undefined;
  readonly directory: string;
  readonly archive: string;
  /** Where the bundle is while it is not whole. */
  readonly partial: string;
  /** Paths of the files that were read. */
  readonly inputs: readonly string[];
}

/**
 * Looks whether a run can be complete, makes it, proves that the suite works here, and writes a bundle. Refused, with the
 * reason, unless conformant and complete.
 */
export async function certifyCommand(flags: CertifyFlags, io: Io): Promise<ExitCode> {
  const order = await orderFrom(flags, io);
  io.keepSecret(redactor(order.settings));
  io.endsItself();
  const lacking = await whatIsLacking(order.settings, io);
  if (lacking.length > 0 || io.interrupted.aborted) {
    const lines = [...lacking, 'Not certified, because a run could not be complete. No DELETE was sent.'];
    io.err(prose(`${lines.join('\n')}\n`, io));
    return interruptedCode(io) ?? 3;
  }
  const { report, code: ended } = await judgeAndReport(order.settings, io, order.inputs);
  const code = ended === 0 && !report.complete ? 3 : ended;
  if (code === 0) {
    const proof = await prove(flags, io);
    return typeof proof === 'object' ? finish(order, proof, io) : leave(order, proof, io);
  }
  io.err(prose(`${refusal(report, code)}\n`, io));
  // Where a report is missing, the ledger tells what was cancelled.
  if (ended !== 4) await rm(order.partial, { recursive: true, force: true });
  return code;
}

async function orderFrom(flags: CertifyFlags, io: Io): Promise<Order> {
  const subject = subjectFrom(flags.subject, '--subject');
  const nonce = flags.nonce === undefined ? undefined : nonceFrom(flags.nonce);
  const inputs: string[] = [];
  const loaded = await loadSettings({ flags, env: io.env, cwd: io.cwd, onRead: (path) => inputs.push(path) });
  demandRedactableKey(loaded.apiKey);
  demandComplete(loaded);
  if (loaded.repeat > MAX_REPEAT) {
    throw new UsageError(
      `--repeat: The run of a certificate has at most ${MAX_REPEAT} repetitions, so that verifying takes seconds; found ${loaded.repeat}. Nothing was sent.`,
    );
  }
  const coverage = coverageOf(loaded);
  if (coverage.state === 'missing') throw new UsageError(`${coverage.text} Nothing was sent.`);
  requestedReports(loaded.reports);
  const signer = await signerFrom(flags, io);
  const directory = resolve(io.cwd, flags.output);
  const [archive, partial] = [`${directory}.tar.gz`, `${directory}.partial`];
  await demandFree(directory, archive);
  const evidence = join(partial, EVIDENCE_FILE);
  const settings = { ...loaded, evidence, nonce };
  return { subject, settings, signer, nonce, directory, archive, partial, inputs };
}

/** What a look without a DELETE shows to be missing, a sentence each; a deviation in the listing is for the run to tell. */
async function whatIsLacking(settings: Settings, io: Io): Promise<readonly string[]> {
  const needs = needsOf(settings, await lookAt(settings, io));
  return needs
    .filter(({ state, about }) => state === 'missing' && about !== 'listing')
    .map(({ about, text }) => `${about}: ${text}`);
}

function nonceFrom(text: string): string {
  if (/^[A-Za-z0-9._~-]{8,128}$/.test(text)) return text;
  throw new UsageError('--nonce: Expected 8 to 128 letters, digits and . _ ~ -, as the programme handed it out.');
}

/** What would leave something out, or make an answer worth less. */
function demandComplete({ select, baseline, readOnly, dryRun, tls, evidence }: Settings): void {
  const isSelection = Object.values(select).some((patterns) => patterns.length > 0);
  const problems: readonly (readonly [boolean, string])[] = [
    [isSelection, 'a selection (--suite, --scenario, --requirement, --clause) leaves requirements out'],
    [baseline !== undefined, 'a baseline (--baseline) excuses what is broken'],
    [readOnly, 'a read-only run (--read-only) judges no cancel'],
    [dryRun, 'a dry run (--dry-run) judges nothing'],
    [tls.insecure, 'with --insecure, anybody on the way could have answered'],
    [evidence !== undefined, 'its evidence is in the bundle (--evidence)'],
  ];
  const found = problems.find(([applies]) => applies);
  if (!found) return;
  throw new UsageError(
    `A certificate is about a complete run, and ${found[1]}. Leave that option out. Nothing was sent.`,
  );
}

async function demandFree(directory: string, archive: string): Promise<void> {
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : ['?'],
  );
  const taken = entries.length > 0 ? directory : (await isThere(archive)) ? archive : undefined;
  if (taken === undefined) return;
  throw new UsageError(
    `--output: ${taken} exists already, and a certificate is never overwritten. Choose another path. Nothing was sent.`,
  );
}

const isThere = (path: string): Promise<boolean> =>
  readdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );

const PROVING =
  'The suite proves now that it catches every fault on this machine (--skip-self-check leaves that out) …';

/** The suite proves itself on this machine; or the exit code where it cannot. */
async function prove({ skipSelfCheck }: CertifyFlags, io: Io): Promise<SelfCheck | ExitCode> {
  if (skipSelfCheck) return { result: 'skipped' };
  io.err(prose(`${PROVING}\n`, io));
  const { holds, counts, text } = await selfCheck(io);
  const interrupted = interruptedCode(io);
  if (interrupted !== undefined) return interrupted;
  if (holds) return { result: 'passed', ...counts };
  io.err(prose(`${text}So nothing is certified. On a machine with less to do, run certify again.\n`, io));
  return 4;
}

async function leave({ partial }: Order, code: ExitCode, io: Io): Promise<ExitCode> {
  io.err(prose(`Not certified. ${left(partial)}\n`, io));
  return code;
}

/** The evidence of a run that used up orders, and how to look at it. */
const left = (partial: string): string =>
  `The evidence of the run is left: \`${tool.name} rejudge ${join(partial, EVIDENCE_FILE)}\` judges it.`;

function refusal(report: Report, code: ExitCode): string {
  const because =
    code === 1
      ? 'a requirement was broken (see the findings)'
      : code === 3
        ? `not everything was judged: ${whatIsOpen(report)}`
        : code === 4
          ? 'the suite itself failed, or a file could not be written'
          : 'the run was interrupted';
  return `Not certified, because ${because}. No bundle was written.`;
}

function whatIsOpen({ requirements }: Report): string {
  const open = requirements
    .filter(({ scored }) => scored !== false)
    .filter(
      ({ level, verdict }) => level === 'must' && ['blocked', 'inconclusive', 'skipped', 'error'].includes(verdict),
    );
  const [first] = open;
  if (!first) return 'see the report';
  const more = open.length > 1 ? ` (and ${open.length - 1} more)` : '';
  return `${first.id}${more}. ${first.reason ?? ''}`.replace(/\.\s*$/, '');
}

/** The bundle is verified by the same code that others verify it with, before anybody sees it. */
async function finish(
  { subject, signer, nonce, directory, archive, partial }: Order,
  proof: SelfCheck,
  io: Io,
): Promise<ExitCode> {
  const issuedAt = new Date();
  try {
    await clear(partial);
    const claims = { subject, issuedAt: issuedAt.toISOString(), selfCheck: proof, nonce };
    await writeBundle(partial, { derivation, claims, signer });
    const trusted = signer ? [publicKeyIn(signer.publicKey)] : [];
    const { verification } = await verify(partial, derivation, { trusted, nonce, now: issuedAt.getTime() });
    const wrong = verification.checks.find(({ ok }) => !ok);
    if (!verification.verified)
      throw new Error(`the bundle does not verify: ${wrong?.message ?? 'a check is missing'}`);
    await writeWhole(archive, archiveOf(partial, folderOf(subject)));
    await rm(directory, { recursive: true, force: true });
    await rename(partial, directory);
  } catch (error) {
    io.err(prose(`Writing the certificate in ${partial} failed: ${reasonOf(error)} ${left(partial)}\n`, io));
    return 4;
  }
  const by = signer ? `signed by ${fingerprintOf(signer.keyid)}` : 'unsigned (--sign-key signs it)';
  const where = `Bundle: ${directory}\n        ${archive}`;
  io.err(prose(`Certified ${subjectText(subject)}, self-attested, ${by}.\n${where}\n`, io));
  return 0;
}

/** What an earlier attempt that was cut off may have left. */
async function clear(partial: string): Promise<void> {
  const others = (await readdir(partial)).filter((name) => name !== EVIDENCE_FILE);
  await Promise.all(others.map((name) => rm(join(partial, name), { recursive: true })));
}
