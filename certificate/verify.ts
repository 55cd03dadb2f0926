import type { KeyObject } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { EvidenceFileError } from '../evidence/file/reader.js';
import { tool } from '../interface/helpers/helpers.js';
import { reasonOf } from '../interface/helpers/usage-error.js';
import type { Report } from '../judge/report/report.js';
import { printableJson } from '../reporters/printable.js';
import {
  type CheckName,
  digestOf,
  EVIDENCE_FILE,
  openBundle,
  REPORT_FILE,
  Refusal,
  STATEMENT_FILE,
  sha256,
} from './bundle.js';
import { demandDigest, demandNone, problemsOfEvidence, problemsOfVerdict, SIGNED, signatureOf } from './checks.js';
import { envelopeIn, payloadOf } from './dsse.js';
import { isAmong } from './keys.js';
import { judgeAgain, readRun } from './run.js';
import { notApplicableIn, statementIn, statementOf } from './statement.js';
import { type Certificate, type Check, notProven, type Signature, type Verification } from './verification.js';

export interface VerifyOptions {
  /** Keys whose signature counts. */
  readonly trusted: readonly KeyObject[];
  /** Keys of programmes, which made the runs that they sign. */
  readonly programmes?: readonly KeyObject[];
  /** The limit for all text in the bundle. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Verified = Awaited<ReturnType<typeof verify>>;

interface Progress {
  certificate?: Certificate;
  signature?: Signature;
  derived?: Report;
}

/**
 * Checks a bundle, offline: its contents, and that its verdict follows from its evidence. Never rejects because of its
 * contents.
 */
export async function verify(path: string, options: VerifyOptions) {
  const progress: Progress = {};
  const checks: Check[] = [];
  try {
    for await (const [check, message] of steps(path, options, progress)) checks.push({ check, ok: true, message });
  } catch (error) {
    checks.push(refusalOf(error));
  }
  const { signature, derived } = progress;
  const certificate = progress.certificate && { ...progress.certificate, derived: derived && derivedFrom(derived) };
  const holds = checks.every(({ ok }) => ok);
  const result = !holds ? 'refused' : signature?.state === 'trusted' ? 'verified' : 'derived';
  const verification: Verification = {
    format: 'store-orders-conformance/verification/2',
    tool,
    verifiedAt: new Date(options.now).toISOString(),
    result,
    verified: result === 'verified',
    class: holds && isAmong(options.programmes ?? [], signature?.keyid) ? 'programme-run' : 'self-attested',
    certificate,
    signature,
    checks,
    notProven: certificate ? notProven(certificate, signature) : [],
  };
  return {
    verification,
    /** The report of judging again. Undefined if that was not possible. */
    derived,
  };
}

function refusalOf(error: unknown): Check {
  const message = reasonOf(error);
  if (error instanceof Refusal) return { check: error.check, ok: false, message };
  if (error instanceof EvidenceFileError) return { check: 'evidence', ok: false, message };
  return { check: 'files', ok: false, message: `The bundle cannot be read: ${message}.` };
}

/**
 * Makes the checks in order, and yields the message of each. Results are put into `progress` as they become known.
 * @throws Refusal and EvidenceFileError at the first check that fails
 */
async function* steps(
  path: string,
  { trusted, programmes = [], maxBytes }: VerifyOptions,
  progress: Progress,
): AsyncGenerator<readonly [CheckName, string]> {
  const open = await openBundle(path, maxBytes);
  const envelope = envelopeIn(await text(await open(STATEMENT_FILE)));
  if (!envelope) throw new Refusal('envelope', `${STATEMENT_FILE} is not a DSSE envelope as \`certify\` writes it.`);
  const payload = payloadOf(envelope);
  const statement = statementIn(payload);
  const { result, warnedTests: warned, conformance } = statement.predicate;
  progress.certificate = { ...conformance, result, warned, sha256: sha256(payload) };
  yield ['envelope', 'An in-toto statement in a DSSE envelope.'];

  progress.signature = signatureOf(envelope, conformance.publicKey, [...trusted, ...programmes]);
  yield ['signature', SIGNED[progress.signature.state](progress.signature.keyid ?? '')];

  const { version } = conformance.tool;
  const other = `Version ${version} made it, and this is ${tool.version}. Check it with that one: install ${tool.name} ${version}, and run \`${tool.name} verify\` again.`;
  if (version !== tool.version) throw new Refusal('version', other);
  yield ['version', `Made by version ${version}, which this is.`];

  const digest = await digestOf(await open(REPORT_FILE));
  demandDigest(statement, REPORT_FILE, digest);
  const run = await readRun(await open(EVIDENCE_FILE), maxBytes);
  demandDigest(statement, EVIDENCE_FILE, run.sha256);
  yield ['files', 'Statement, report and evidence, and nothing else that is read.'];
  yield ['digests', 'Report and evidence have the SHA-256 that the statement names.'];

  demandNone('evidence', problemsOfEvidence(run));
  const { name, version: named } = run.header.target.implementation ?? {};
  const isOther = name !== undefined && (name !== conformance.subject.name || named !== conformance.subject.version);
  const called = isOther ? ` It calls what was judged ${name}@${named}, which is not the subject.` : '';
  const exchanges = `${run.evidence.exchanges.length} exchanges, for every request of the plan that was called for.`;
  yield ['evidence', exchanges + called];

  const derived = judgeAgain(run);
  progress.derived = derived;
  demandNone('verdict', problemsOfVerdict(derived));
  const { must, should } = derived.requirementCounts;
  const remark = should.warn > 0 ? `, ${should.warn} of level should broken` : '';
  yield ['verdict', `Judged again: conformant and complete, ${must.pass} must held${remark}.`];

  const isReport = sha256(printableJson(derived)) === digest;
  demandNone('report', isReport ? [] : ['report.json is not the report that follows from the evidence.']);
  yield ['report', 'report.json is the report that follows from the evidence.'];

  const expected = JSON.stringify(statementOf(derived, run, digest, conformance));
  const isSame = sha256(expected) === progress.certificate.sha256;
  demandNone('statement', isSame ? [] : ['The statement is not what report and files say, as `certify` spells it.']);
  yield ['statement', `${result}: it says what report and files say.`];
}

const derivedFrom = (report: Report): Certificate['derived'] => {
  const { verdict, complete, requirementCounts } = report;
  return { verdict, complete, requirementCounts, notApplicable: notApplicableIn(report) };
};
