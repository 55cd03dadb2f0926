import type { KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { printableJson } from '../reporters/printable.js';
import { EvidenceFileError } from '../runner/evidence/file/reader.js';
import { reasonOf } from '../runner/input/usage-error.js';
import type { Report } from '../runner/judge/report.js';
import { tool } from '../runner/settings/tool.js';
import { EVIDENCE_FILE, filesOf, REPORT_FILE, STATEMENT_FILE, sha256 } from './bundle.js';
import { type Check, checkThat, Refusal } from './check.js';
import { checkAge, checkEvidence, checkNonce, checkReport, checkSignature, checkVerdict } from './checks.js';
import { envelopeIn, payloadOf } from './dsse.js';
import { isAmong } from './keys.js';
import { type CertifiedRun, judgeAgain, readRun } from './run.js';
import { notApplicableIn, type Statement, statementIn, statementOf } from './statement.js';
import { summaryBeside, whyNoSummary } from './summary.js';
import { type Certificate, type Difference, notProven, type Signature, type Verification } from './verification.js';

export interface VerifyOptions {
  /** Keys whose signature counts; none: whoever signed is told. */
  readonly trusted: readonly KeyObject[];
  /** Keys of programmes: what they sign, they ran themselves; their summaries beside a bundle count. */
  readonly programmes?: readonly KeyObject[];
  readonly nonce?: string | undefined;
  readonly maxAgeDays?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Verified = Awaited<ReturnType<typeof resultOf>>;

interface Found {
  certificate?: Certificate;
  signature?: Signature;
  derived?: Report;
  readonly checks: Check[];
  readonly differences: Difference[];
  readonly notChecked: string[];
}

/**
 * Checks a bundle, offline: what it says of itself, and whether its verdict follows from its evidence. Never rejects for
 * what is in it.
 */
export async function verify(path: string, options: VerifyOptions): Promise<Verified> {
  const found: Found = { checks: [], differences: [], notChecked: [] };
  const files = filesOf(path);
  try {
    await lookInto(files, options, found);
    found.checks.unshift(checkThat('files', [], 'Statement, report and evidence, and nothing else.'));
  } catch (error) {
    found.checks.push(refusalOf(error));
  } finally {
    await files.return(undefined);
  }
  return resultOf(found, path, options);
}

function refusalOf(error: unknown): Check {
  const message = reasonOf(error);
  if (error instanceof Refusal) return { check: error.check, ok: false, message };
  if (error instanceof EvidenceFileError) return { check: 'evidence', ok: false, message };
  return { check: 'files', ok: false, message: `The bundle cannot be read: ${message}.` };
}

/** @throws Refusal where what follows needs what is not there */
async function lookInto(
  files: AsyncGenerator<AsyncIterable<Buffer>>,
  options: VerifyOptions,
  found: Found,
): Promise<void> {
  const next = async () => (await files.next()).value ?? Readable.from([]);
  const envelope = envelopeIn(String(await buffer(await next())));
  if (!envelope) throw new Refusal('envelope', `${STATEMENT_FILE} is not a DSSE envelope as \`certify\` writes it.`);
  const payload = payloadOf(envelope);
  const statement = statementIn(payload);
  const { result, warnedTests: warned, conformance } = statement.predicate;
  const selfCheck = conformance.selfCheck.result;
  found.certificate = { ...conformance, result, warned, selfCheck, sha256: sha256(payload) };
  const { signature, check } = checkSignature(envelope, conformance, options.trusted, options.programmes);
  found.signature = signature;
  found.checks.push(checkThat('envelope', [], 'An in-toto statement in a DSSE envelope.'), check);

  // Evidence of a gigabyte is not read for a report that is not the one.
  const report = await buffer(await next());
  demandDigest(statement, REPORT_FILE, sha256(report));
  const run = await readRun(await next());
  await files.next(); // nothing follows
  demandDigest(statement, EVIDENCE_FILE, run.sha256);
  const evidence = checkEvidence(run);
  const message = 'Report and evidence have the SHA-256 that the statement names.';
  found.checks.push(checkThat('digests', [], message), evidence);
  // What is not whole is not judged.
  if (evidence.ok) judgeInto(found, statement, report, run, options);
}

function demandDigest({ subject }: Statement, name: string, digest: string): void {
  const stated = subject.find((file) => file.name === name)?.digest.sha256 ?? 'nothing';
  if (stated === digest) return;
  throw new Refusal('digests', `${name} was changed: its SHA-256 is ${digest}; the statement says ${stated}.`);
}

/** @throws Refusal for an edition that this version does not have */
function judgeInto(
  found: Found,
  statement: Statement,
  report: Buffer,
  run: CertifiedRun,
  { nonce, maxAgeDays, now }: VerifyOptions,
): void {
  const derived = judgeAgain(run);
  const { conformance, result } = statement.predicate;
  const [check, differences] = checkReport(String(report), printableJson(derived), derived);
  const expected = JSON.stringify(statementOf(derived, run, sha256(report), conformance));
  const isSame = sha256(expected) === found.certificate?.sha256;
  found.derived = derived;
  found.differences.push(...differences);
  found.checks.push(
    ...(maxAgeDays === undefined ? [] : [checkAge(derived, maxAgeDays, now)]),
    ...(nonce === undefined && conformance.nonce === undefined ? [] : [checkNonce(conformance, run, nonce)]),
    checkVerdict(derived),
    check,
    checkThat(
      'statement',
      isSame ? [] : ['The statement is not what report and files say, as `certify` spells it.'],
      `${result}: it says what report and files say.`,
    ),
  );
  const { version } = run.header.tool;
  if (version !== tool.version) {
    const wrote = `version ${version} wrote it, and ${tool.version} judged the evidence again`;
    found.notChecked.push(`The wording of the report: ${wrote}.`);
  }
  const redacted = run.evidence.exchanges.filter((exchange) => exchange.redacted).length;
  if (redacted > 0) {
    const these = `the bodies of ${redacted} exchanges, out of which a secret was left`;
    found.notChecked.push(`Whether ${these}, are as they were received: their digests are of other bytes.`);
  }
}

async function resultOf(found: Found, path: string, options: VerifyOptions) {
  const { signature, derived, checks, differences, notChecked } = found;
  const { programmes = [], nonce, now } = options;
  const verified = derived !== undefined && checks.every(({ ok }) => ok);
  const certificate = found.certificate && { ...found.certificate, derived: derived && derivedFrom(derived) };
  const isOwn = verified && isAmong(programmes, signature?.keyid);
  const summary = verified && !isOwn && programmes.length > 0 ? await summaryBeside(path) : undefined;
  const why = summary === undefined ? undefined : whyNoSummary(summary, certificate?.sha256, programmes);
  const isAttested = summary !== undefined && why === undefined;
  const verification: Verification = {
    format: 'store-orders-conformance/verification/1',
    tool,
    verifiedAt: new Date(now).toISOString(),
    verified,
    class: isOwn ? 'programme-run' : isAttested ? 'verified' : 'self-attested',
    certificate,
    signature,
    checks,
    differences,
    notChecked,
    notProven: certificate ? notProven(certificate, signature, nonce !== undefined) : [],
  };
  return {
    verification,
    /** Judged again; undefined where that was not possible. */
    derived,
    /** Why a verification summary beside the bundle does not count: a sentence. */
    remark: why && `The verification summary beside it does not count: ${why}.`,
  };
}

const derivedFrom = (report: Report): Certificate['derived'] => {
  const { verdict, complete, requirementCounts } = report;
  return { verdict, complete, requirementCounts, notApplicable: notApplicableIn(report) };
};
