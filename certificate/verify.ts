import type { KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { printableJson } from '../reporters/printable.js';
import { EvidenceFileError } from '../runner/evidence/file/reader.js';
import { reasonOf } from '../runner/input/usage-error.js';
import type { Report } from '../runner/judge/report.js';
import { tool } from '../runner/settings/tool.js';
import { CERTIFICATE_PAGE, digestOf, EVIDENCE_FILE, filesOf, REPORT_FILE, STATEMENT_FILE, sha256 } from './bundle.js';
import { certificatePage } from './certificate-page.js';
import {
  demandAge,
  demandDigest,
  demandNone,
  problemsOfEvidence,
  problemsOfVerdict,
  SIGNED,
  signatureOf,
} from './checks.js';
import { envelopeIn, payloadOf } from './dsse.js';
import { isAmong } from './keys.js';
import { type CheckName, Refusal } from './refusal.js';
import { type CertifiedRun, judgeAgain, readRun } from './run.js';
import { notApplicableIn, statementIn, statementOf } from './statement.js';
import { summaryBeside, whyNoSummary } from './summary.js';
import { type Certificate, type Check, notProven, type Signature, type Verification } from './verification.js';

export interface VerifyOptions {
  /** Keys whose signature counts. */
  readonly trusted: readonly KeyObject[];
  /** Keys of programmes: what they sign, they ran themselves; their summaries beside a bundle count. */
  readonly programmes?: readonly KeyObject[];
  readonly maxAgeDays?: number | undefined;
  /** Of all text in the bundle. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Verified = Awaited<ReturnType<typeof verify>>;

interface Found {
  certificate?: Certificate;
  signature?: Signature;
  run?: CertifiedRun;
  derived?: Report;
  page?: string;
}

/**
 * Checks a bundle, offline: what it says of itself, and whether its verdict follows from its evidence. Never rejects for
 * what is in it.
 */
export async function verify(path: string, options: VerifyOptions) {
  const found: Found = {};
  const checks: Check[] = [];
  try {
    for await (const [check, message] of steps(path, options, found)) checks.push({ check, ok: true, message });
  } catch (error) {
    checks.push(refusalOf(error));
  }
  const { signature, run, derived, page } = found;
  const certificate = found.certificate && { ...found.certificate, derived: derived && derivedFrom(derived) };
  const holds = checks.every(({ ok }) => ok);
  const { why, ...result } = holds ? await worthOf(path, found, options) : REFUSED;
  const verification: Verification = {
    format: 'store-orders-conformance/verification/2',
    tool,
    verifiedAt: new Date(options.now).toISOString(),
    ...result,
    verified: result.result === 'verified',
    certificate,
    signature,
    checks,
    notProven: certificate ? notProven(certificate, signature, redactedIn(run)) : [],
  };
  return {
    verification,
    /** Judged again; undefined where that was not possible. */
    derived,
    /** For people, as `certify` puts it beside the bundle; undefined where that was not possible. */
    page,
    /** Why a verification summary beside the bundle does not count: a sentence. */
    remark: why && `The verification summary beside it does not count: ${why}.`,
  };
}

interface Worth extends Pick<Verification, 'result' | 'class'> {
  /** The summary beside it does not count. */
  readonly why?: string | undefined;
}

const REFUSED: Worth = { result: 'refused', class: 'self-attested' };

/** What a bundle whose checks all hold is worth to whoever named these keys. */
async function worthOf(path: string, found: Found, { programmes = [] }: VerifyOptions): Promise<Worth> {
  const { signature, certificate } = found;
  if (isAmong(programmes, signature?.keyid)) return { result: 'verified', class: 'programme-run' };
  const summary = programmes.length > 0 ? await summaryBeside(path) : undefined;
  const why = summary === undefined ? undefined : whyNoSummary(summary, certificate?.sha256, programmes);
  if (summary !== undefined && why === undefined) return { result: 'verified', class: 'verified' };
  return { result: signature?.state === 'trusted' ? 'verified' : 'derived', class: 'self-attested', why };
}

function refusalOf(error: unknown): Check {
  const message = reasonOf(error);
  if (error instanceof Refusal) return { check: error.check, ok: false, message };
  if (error instanceof EvidenceFileError) return { check: 'evidence', ok: false, message };
  return { check: 'files', ok: false, message: `The bundle cannot be read: ${message}.` };
}

/**
 * What each check saw, in their order; what was found goes into `found` as it is known.
 * @throws Refusal and EvidenceFileError at the first check that does not hold
 */
async function* steps(
  path: string,
  { trusted, programmes = [], maxAgeDays, maxBytes, now }: VerifyOptions,
  found: Found,
): AsyncGenerator<readonly [CheckName, string]> {
  const files = filesOf(path, maxBytes);
  try {
    const next = async () => (await files.next()).value ?? Readable.from([]);
    const envelope = envelopeIn(await text(await next()));
    if (!envelope) throw new Refusal('envelope', `${STATEMENT_FILE} is not a DSSE envelope as \`certify\` writes it.`);
    const payload = payloadOf(envelope);
    const statement = statementIn(payload);
    const { result, warnedTests: warned, conformance } = statement.predicate;
    found.certificate = { ...conformance, result, warned, sha256: sha256(payload) };
    yield ['envelope', 'An in-toto statement in a DSSE envelope.'];

    found.signature = signatureOf(envelope, conformance.publicKey, [...trusted, ...programmes]);
    yield ['signature', SIGNED[found.signature.state](found.signature.keyid ?? '')];

    const { version } = conformance.tool;
    const other = `Version ${version} made it, and this is ${tool.version}. Check it with that one: install ${tool.name} ${version}, and run \`${tool.name} verify\` again.`;
    if (version !== tool.version) throw new Refusal('version', other);
    yield ['version', `Made by version ${version}, which this is.`];

    const digest = await digestOf(await next());
    demandDigest(statement, REPORT_FILE, digest);
    const run = await readRun(await next(), maxBytes);
    const page = (await files.next()).value; // nothing else follows
    const pageDigest = page && (await digestOf(page));
    demandDigest(statement, EVIDENCE_FILE, run.sha256);
    const last = page ? `, evidence and ${CERTIFICATE_PAGE}` : ' and evidence';
    yield ['files', `Statement, report${last}, and nothing else.`];
    yield ['digests', 'Report and evidence have the SHA-256 that the statement names.'];

    demandNone('evidence', problemsOfEvidence(run));
    found.run = run;
    yield ['evidence', `${run.evidence.exchanges.length} exchanges; bodies have the digests that they came with.`];

    const derived = judgeAgain(run);
    found.derived = derived;
    yield ['age', demandAge(derived, conformance, maxAgeDays, now)];

    demandNone('verdict', problemsOfVerdict(derived));
    const { must, should } = derived.requirementCounts;
    const remark = should.warn > 0 ? `, ${should.warn} of level should broken` : '';
    yield ['verdict', `Judged again: conformant and complete, ${must.pass} must held${remark}.`];

    const isReport = sha256(printableJson(derived)) === digest;
    demandNone('report', isReport ? [] : ['report.json is not the report that follows from the evidence.']);
    yield ['report', 'report.json is the report that follows from the evidence, to the byte.'];

    const expected = JSON.stringify(statementOf(derived, run, digest, conformance));
    const isSame = sha256(expected) === found.certificate.sha256;
    demandNone('statement', isSame ? [] : ['The statement is not what report and files say, as `certify` spells it.']);
    yield ['statement', `${result}: it says what report and files say.`];

    found.page = certificatePage(
      { ...found.certificate, derived: derivedFrom(derived) },
      found.signature,
      redactedIn(run),
    );
    if (pageDigest === undefined) return;
    const isPage = sha256(found.page) === pageDigest;
    demandNone('page', isPage ? [] : [`${CERTIFICATE_PAGE} is not the page that follows from the bundle.`]);
    yield ['page', `${CERTIFICATE_PAGE} is the page that follows from the bundle, to the byte.`];
  } finally {
    await files.return(undefined);
  }
}

/** How many exchanges had a secret removed. */
const redactedIn = (run: CertifiedRun | undefined): number =>
  run?.evidence.exchanges.filter((exchange) => exchange.redacted).length ?? 0;

const derivedFrom = (report: Report): Certificate['derived'] => {
  const { verdict, complete, requirementCounts } = report;
  return { verdict, complete, requirementCounts, notApplicable: notApplicableIn(report) };
};
