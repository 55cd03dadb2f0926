import { createHash, type KeyObject } from 'node:crypto';
import { EvidenceFileError, type LoadedEvidence } from '../runner/evidence/file/reader.js';
import { type JudgedContract, judge } from '../runner/judge/judge.js';
import type { Report } from '../runner/judge/report.js';
import { BundleError, type BundleFile, filesOf, hashed, STATEMENT_FILE, sha256, textOfFile } from './bundle.js';
import {
  checkAge,
  checkDigest,
  checkEvidence,
  checkNonce,
  checkReport,
  checkStatement,
  checkVerdict,
} from './checks.js';
import { envelopeIn, payloadOf } from './dsse.js';
import { checkSignature, isAmong } from './signature.js';
import { notApplicableIn, type Statement, statementIn } from './statement.js';
import { folderOf } from './subject.js';
import {
  type CertificateClass,
  type Check,
  certificateOf,
  checkThat,
  type Difference,
  notProven,
  type Signature,
  type Verification,
} from './verification.js';

/** What this version derives a verdict with: handed in, since nothing here plans or renders. */
export interface Derivation {
  readonly tool: Report['tool'];
  readonly contract: JudgedContract;
  /** @throws EvidenceFileError */
  load(name: string, source: AsyncIterable<Buffer>): Promise<LoadedEvidence>;
  /** `report.json` as a bundle has it. */
  reportText(report: Report): string;
}

export interface VerifyOptions {
  /** Keys whose signature counts; none: whoever signed is told. */
  readonly trusted: readonly KeyObject[];
  /** Keys of programmes: what they sign, they ran themselves. */
  readonly programmes?: readonly KeyObject[];
  /** Whether a programme says that it derived the verdict of the statement with this digest again. */
  readonly isSummarized?: (statementSha256: string) => boolean;
  readonly nonce?: string | undefined;
  readonly maxAgeDays?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Verified {
  readonly verification: Verification;
  /** Judged again; absent where that was not possible. */
  readonly derived?: Report;
}

/**
 * Checks a bundle, offline: what it says of itself, and whether its verdict follows from its evidence. Never rejects for
 * what is in it.
 */
export async function verify(path: string, derivation: Derivation, options: VerifyOptions): Promise<Verified> {
  const verifying = new Verifying(derivation, options);
  const files = filesOf(path);
  try {
    for await (const file of files) if (!(await verifying.take(file))) break;
    verifying.end();
  } catch (error) {
    verifying.refuse('files', reasonOf(error));
  }
  const { result, derived } = verifying;
  return { verification: result, derived };
}

function reasonOf(error: unknown): string {
  if (error instanceof BundleError || error instanceof EvidenceFileError) return error.message;
  return `The bundle cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}

class Verifying {
  derived: Report | undefined;
  readonly #derivation: Derivation;
  readonly #options: VerifyOptions;
  readonly #checks: Check[] = [];
  readonly #notChecked: string[] = [];
  #statement: Statement | undefined;
  /** Of the statement, as it is signed. */
  #sha256 = '';
  #signature: Signature | undefined;
  #reportText = '';
  #differences: readonly Difference[] = [];

  constructor(derivation: Derivation, options: VerifyOptions) {
    this.#derivation = derivation;
    this.#options = options;
  }

  refuse(check: Check['check'], message: string): void {
    this.#checks.push({ check, ok: false, message });
  }

  /** Whether the next file is worth reading: the statement is the first. */
  async take(file: BundleFile): Promise<boolean> {
    switch (file.name) {
      case 'statement.dsse.json':
        return this.#open(await textOfFile(file), file.folder);
      case 'report.json':
        this.#reportText = await textOfFile(file);
        return this.#isReportStated(sha256(this.#reportText));
      case 'evidence.jsonl.gz':
        return this.#derive(file);
    }
  }

  end(): void {
    if (this.derived) this.#checks.unshift(checkThat('files', [], 'Statement, report and evidence, and nothing else.'));
  }

  #open(text: string, folder: string | undefined): boolean {
    const envelope = envelopeIn(text);
    const statement = typeof envelope === 'string' ? envelope : statementIn(payloadOf(envelope));
    if (typeof envelope === 'string' || typeof statement === 'string') {
      this.refuse('envelope', `${STATEMENT_FILE}: ${typeof statement === 'string' ? statement : ''}`);
      return false;
    }
    const { conformance } = statement.predicate;
    const expected = folderOf(conformance.subject);
    const misnamed =
      folder === undefined || folder === expected
        ? []
        : [`The folder in the archive is ${folder}/; the statement is about ${expected}.`];
    const { signature, check } = checkSignature(envelope, conformance.publicKey, this.#options.trusted);
    this.#checks.push(checkThat('envelope', misnamed, 'An in-toto statement in a DSSE envelope.'), check);
    this.#statement = statement;
    this.#sha256 = sha256(payloadOf(envelope));
    this.#signature = signature;
    return true;
  }

  /** Evidence of a gigabyte is not read for a report that is not the one. */
  #isReportStated(digest: string): boolean {
    const check = this.#statement && checkDigest(this.#statement, 'report.json', digest);
    if (check && !check.ok) this.#checks.push(check);
    return check?.ok === true;
  }

  async #derive(file: BundleFile): Promise<boolean> {
    const statement = this.#statement;
    const hash = createHash('sha256');
    const loaded = await this.#derivation.load(file.name, hashed(file.content, hash)).catch((error: unknown) => {
      this.refuse('evidence', reasonOf(error));
      return undefined;
    });
    if (!loaded || !statement) return false;
    const digests = { report: sha256(this.#reportText), evidence: hash.digest('hex') };
    const checks = [
      checkDigest(statement, 'evidence.jsonl.gz', digests.evidence),
      checkEvidence(loaded, this.#derivation.contract),
    ];
    this.#checks.push(...checks);
    // What the statement is not about, and what is not whole, is not judged.
    if (checks.every(({ ok }) => ok)) this.#judge(statement, loaded, digests);
    return true;
  }

  #judge(statement: Statement, loaded: LoadedEvidence, digests: Parameters<typeof checkStatement>[3]): void {
    const { header, evidence } = loaded;
    const redacted = evidence.exchanges.filter((exchange) => exchange.redacted);
    const { contract, tool, reportText } = this.#derivation;
    const { nonce, maxAgeDays, now } = this.#options;
    const edition = contract.editions.find(({ id }) => id === header.edition);
    if (!edition) {
      const known = contract.editions.map(({ id }) => id).join(', ');
      this.refuse('verdict', `The run was scored by edition "${header.edition}"; this version knows ${known}.`);
      return;
    }
    const { strict } = header;
    const derived = judge(contract, evidence, { tool: header.tool, strict, edition });
    const { check, differences } = checkReport(this.#reportText, reportText(derived), derived, tool);
    this.derived = derived;
    this.#differences = differences;
    this.#checks.push(
      ...(maxAgeDays === undefined ? [] : [checkAge(derived, maxAgeDays, now)]),
      ...checkNonce(statement.predicate.conformance, loaded, nonce),
      checkVerdict(derived, edition),
      check,
      checkStatement(statement, derived, declaredIn(loaded), digests),
    );
    if (header.tool.version !== tool.version) {
      const wrote = `version ${header.tool.version} wrote it, and ${tool.version} judged the evidence again`;
      this.#notChecked.push(`The wording of the report: ${wrote}.`);
    }
    if (redacted.length > 0) {
      const these = `the bodies of ${redacted.length} exchanges, out of which a secret was left`;
      this.#notChecked.push(`Whether ${these}, are as they were received: their digests are of other bytes.`);
    }
  }

  get result(): Verification {
    const verified = this.derived !== undefined && this.#checks.every(({ ok }) => ok);
    const derived = this.derived && {
      verdict: this.derived.verdict,
      complete: this.derived.complete,
      requirementCounts: this.derived.requirementCounts,
      notApplicable: notApplicableIn(this.derived),
    };
    const certificate = this.#statement && certificateOf(this.#statement, this.#sha256, derived);
    const isFresh = this.#options.nonce !== undefined;
    return {
      format: 'store-orders-conformance/verification/1',
      tool: this.#derivation.tool,
      verifiedAt: new Date(this.#options.now).toISOString(),
      verified,
      class: verified ? this.#class : 'self-attested',
      certificate,
      signature: this.#signature,
      checks: this.#checks,
      differences: this.#differences,
      notChecked: this.#notChecked,
      notProven: certificate ? notProven(certificate, this.#signature, isFresh) : [],
    };
  }

  get #class(): CertificateClass {
    const { programmes = [], isSummarized } = this.#options;
    const signer = this.#signature && 'keyid' in this.#signature ? this.#signature.keyid : '';
    if (isAmong(programmes, signer)) return 'programme-run';
    return isSummarized?.(this.#sha256) ? 'verified' : 'self-attested';
  }
}

/** The one thing that can be declared away. */
export const declaredIn = ({ evidence }: LoadedEvidence): readonly string[] =>
  evidence.plan.orders.otherIsNone ? ['other: none'] : [];
