import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CERTIFICATE_PAGE, EVIDENCE_FILE } from '../../../certificate/bundle.js';
import { certificatePage } from '../../../certificate/certificate-page.js';
import { fingerprintOf, keyidOf } from '../../../certificate/keys.js';
import { whyNoCertificate } from '../../../certificate/run.js';
import { subjectText, writeBundle } from '../../../certificate/statement.js';
import { verify } from '../../../certificate/verify.js';
import { tool } from '../../../interface/helpers/helpers.js';
import { MAX_TEXT } from '../../../interface/helpers/text-file.js';
import { reasonOf, UsageError } from '../../../interface/helpers/usage-error.js';
import { demandRedactableKey, demandWithoutKey, parseSubject } from '../../../runner/settings/checked.js';
import { loadSettings, type RunFlags } from '../../../runner/settings/load.js';
import { redactor } from '../../../runner/settings/secrets.js';
import type { Settings } from '../../../runner/settings/settings.js';
import { optionsOf } from '../../../runner/settings/sources.js';
import { coverageOf, needsOf } from '../../preview/needs.js';
import { previewOf } from '../../preview/preview.js';
import { partialOf, placesOfInputs } from '../../shell/files.js';
import { type ExitCode, type Io, interruptedCode, prose } from '../../shell/io.js';
import { judgeAndReport } from '../../shell/judge.js';
import { requestedReports } from '../../shell/reports.js';
import { demandFiles, outputsOf } from '../../shell/run-files.js';
import { type SignFlags, signerFrom } from './signer.js';

interface CertifyFlags extends RunFlags, SignFlags {
  readonly subject: string;
  readonly subjectDigest?: string;
  readonly output: string;
  /** False if `--no-provision` is given. */
  readonly provision?: false;
}

/** Writes a bundle if a run is conformant and complete. */
export async function certifyCommand(flags: CertifyFlags, io: Io): Promise<ExitCode> {
  const order = await orderFrom(flags, io);
  const { settings, partial } = order;
  const tell = (text: string) => io.err(prose(`${text}\n`, io));
  io.keepSecret(redactor(settings));
  io.endsItself();
  const missing = needsOf(settings, await previewOf(settings, io))
    // The run itself reports deviations in the listing.
    .filter(({ state, about }) => state === 'missing' && about !== 'listing')
    .map(({ about, text }) => `${about}: ${text}\n`);
  if (missing.length > 0 || io.interrupted.aborted) {
    tell(`${missing.join('')}Not certified, because a run could not be complete. No DELETE was sent.`);
    await rm(partial, { recursive: true, force: true });
    return interruptedCode(io) ?? 3;
  }
  const { report, code: runCode, files } = await judgeAndReport(settings, io, { demandsSeed: true });
  const isUnproven = [report.complete, files.includes(settings.evidence)].includes(false);
  const isTooLax = flags.strict === true && report.requirementCounts.should.warn > 0;
  const code = runCode !== 0 ? runCode : isUnproven ? 3 : isTooLax ? 1 : 0;
  if (code !== 0) {
    tell(`Not certified, because ${REFUSALS[code] ?? 'the run was interrupted'}. No bundle was written.`);
    // If the report is missing, keep the ledger, which says what was cancelled.
    if (runCode !== 4) await rm(partial, { recursive: true, force: true });
    return code;
  }
  try {
    tell(await finish(order));
    return 0;
  } catch (error) {
    // The run used up orders, so its evidence is kept.
    const remedy = `\`${tool.name} rejudge ${join(partial, EVIDENCE_FILE)}\` judges the evidence of the run.`;
    tell(`Writing the certificate in ${partial} failed: ${reasonOf(error)}. ${remedy}`);
    return 4;
  }
}

const REFUSALS: Readonly<Partial<Record<ExitCode, string>>> = {
  1: 'a requirement was broken (see the findings)',
  3: 'not everything was judged (see the report), or the evidence cannot be saved (see above)',
  4: 'the suite itself failed, or a file could not be written',
};

type CertificateOrder = Awaited<ReturnType<typeof orderFrom>>;

/** Everything that is decided before the first request. `partial` is the place of the bundle until it is complete. */
async function orderFrom(flags: CertifyFlags, io: Io) {
  // The run is judged without the baseline of the configuration: a broken `should` is in the statement.
  const { provision, baseline: _, ...others } = await loadSettings({ ...io, flags });
  const loaded = { ...others, ...(flags.provision !== false && { provision }) };
  demandRedactableKey(loaded.apiKey);
  const subject = parseSubject('--subject', flags.subject);
  const subjectDigest = digestIn(flags.subjectDigest);
  demandWithoutKey(optionsOf([['subjectDigest', '--subject-digest', subjectDigest]], io.cwd), loaded.apiKey);
  demandComplete(loaded);
  const coverage = coverageOf(loaded);
  if (coverage.state === 'missing') throw new UsageError(`${coverage.text} Nothing was sent.`);
  const signer = await signerFrom(flags, io);
  const directory = resolve(io.cwd, flags.output);
  await demandFree(directory);
  const partial = partialOf(directory);
  await demandFree(partial);
  // Evidence does not show `--strict`. Broken `should` requirements are in the statement instead.
  const { settleMs = SETTLE_MS } = loaded;
  const settings = { ...loaded, settleMs, evidence: join(partial, EVIDENCE_FILE), strict: false };
  const outputs = outputsOf(requestedReports(settings.reports), settings);
  await demandFiles(outputs, await placesOfInputs(settings.inputs), false);
  return { subject, subjectDigest, settings, signer, directory, partial };
}

/** How long a certified run waits for what a job does after a cancel, without `--settle`. */
const SETTLE_MS = 3000;

/** @throws UsageError */
function digestIn(text: string | undefined): string | undefined {
  if (text === undefined || /^sha256:[0-9a-f]{64}$/.test(text)) return text;
  throw new UsageError(
    '--subject-digest: Expected sha256: and the 64 hexadecimal digits, in lower case, of what you ship. Nothing was sent.',
  );
}

/** Refuses options that leave something out, or make an answer less reliable. */
function demandComplete({ schemas, dryRun, tls, ...run }: Settings): void {
  const isDry = dryRun ? 'a dry run (--dry-run) judges nothing' : undefined;
  const why = isDry ?? whyNoCertificate(run, tls.insecure, schemas !== undefined);
  if (why === undefined) return;
  throw new UsageError(`A certificate is about a complete run, and ${why}. Leave that option out. Nothing was sent.`);
}

/** A directory is free if it is empty. A link is not: somebody may have planted it to redirect the bundle. */
async function demandFree(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry || (entry.isDirectory() && (await readdir(path)).length === 0)) return;
  throw new UsageError(
    `--output: ${path} exists already, and a certificate is never overwritten. Choose another path. Nothing was sent.`,
  );
}

/** Verifies the bundle, before anybody sees it, with the code that others verify it with. */
async function finish({ subject, subjectDigest, signer, directory, partial }: CertificateOrder): Promise<string> {
  const issuedAt = new Date();
  const length = await writeBundle(partial, { subject, subjectDigest, issuedAt: issuedAt.toISOString() }, signer);
  const trusted = signer ? [signer.publicKey] : [];
  const { verification } = await verify(partial, {
    trusted,
    maxBytes: Number.POSITIVE_INFINITY,
    now: issuedAt.getTime(),
  });
  const wrong = verification.checks.find(({ ok }) => !ok);
  if (wrong) throw new Error(`the bundle does not verify: ${wrong.message}`);
  const { certificate, signature } = verification;
  if (certificate && signature)
    await writeFile(join(partial, CERTIFICATE_PAGE), certificatePage(certificate, signature));
  await rm(directory, { recursive: true, force: true });
  await rename(partial, directory);
  const by = signer ? `signed by ${fingerprintOf(keyidOf(signer.publicKey))}` : 'unsigned (--sign-key signs it)';
  const large = `\nIt is larger than \`verify\` reads by itself: tell others to give it --max-bytes ${length}.`;
  const remark = length > MAX_TEXT ? large : '';
  return `Certified ${subjectText(subject)}, self-attested, ${by}.\nBundle: ${directory}${remark}`;
}
