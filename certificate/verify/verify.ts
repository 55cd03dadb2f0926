import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { EvidenceFileError, type LoadedEvidence, loadEvidence } from '../../runner/evidence/file/reader.js';
import type { Report } from '../../runner/judge/report.js';
import { declaredIn } from '../bundle/configuration.js';
import { type Digests, digestsOf, EVIDENCE_FILE, KEY_FILE, STATEMENT_FILE, sha256 } from '../bundle/files.js';
import { folderOf } from '../bundle/subject.js';
import type { Derivation } from '../derivation.js';
import { editionIn, judgeAgain } from '../judge-again.js';
import { type Check, checkThat, refused } from './check.js';
import { checkOtherFiles, checkReport, checkStatement, checkVerdict, type Difference } from './derived.js';
import { type Opened, openEnvelope } from './envelope.js';
import { checkEvidence, checkPlan } from './evidence.js';
import { checkDigests, withoutStatement } from './files.js';
import { checkAge, checkNonce } from './freshness.js';
import { type OpenBundle, openBundle } from './open.js';
import type { Certificate, Verification } from './result.js';
import { checkSignature, type Signature } from './signature.js';
import { checkSigstore } from './sigstore.js';
import { checkTimes } from './times.js';

export interface VerifyOptions {
  /** Keys whose signature counts; none: whoever signed is told. */
  readonly trusted: readonly KeyObject[];
  /** A bundle of Sigstore that should be a signature of the same statement. */
  readonly sigstore?: string | undefined;
  readonly nonce?: string | undefined;
  readonly maxAgeDays?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Checks a bundle, offline: what it says of itself, and whether its verdict follows from its evidence. */
export const verify = async (path: string, derivation: Derivation, options: VerifyOptions): Promise<Verification> =>
  (await verifyAndDerive(path, derivation, options)).verification;

/** The same, with the report that was derived again; it is absent where that was not possible. */
export async function verifyAndDerive(
  path: string,
  derivation: Derivation,
  options: VerifyOptions,
): Promise<{ readonly verification: Verification; readonly derived: Report | undefined }> {
  const opening = await openBundle(path);
  try {
    const verifying = new Verifying(derivation, options, opening.checks);
    if (opening.bundle) await verifying.run(opening.bundle);
    return { verification: verifying.result, derived: verifying.derived };
  } finally {
    await opening.close();
  }
}

class Verifying {
  derived: Report | undefined;
  readonly #derivation: Derivation;
  readonly #options: VerifyOptions;
  readonly #checks: Check[];
  readonly #notChecked: string[] = [];
  #opened: Opened | undefined;
  #signature: Signature | undefined;
  #differences: readonly Difference[] = [];
  #digests: Digests = new Map();

  constructor(derivation: Derivation, options: VerifyOptions, checks: readonly Check[]) {
    this.#derivation = derivation;
    this.#options = options;
    this.#checks = [...checks];
  }

  async run(bundle: OpenBundle): Promise<void> {
    const opened = openEnvelope(await bundle.text(STATEMENT_FILE));
    if (typeof opened === 'string') {
      this.#checks.push(refused('envelope', opened));
      return;
    }
    this.#opened = opened;
    await this.#checkEnvelope(bundle, opened);
    // What the statement is not about is not read any further.
    if (this.#checks.some(({ check, ok }) => check === 'digests' && !ok)) return;
    const evidence = await this.#loadEvidence(bundle);
    if (evidence) await this.#deriveAgain(bundle, opened, evidence);
  }

  async #checkEnvelope(bundle: OpenBundle, { envelope, statement }: Opened): Promise<void> {
    const { conformance } = statement.predicate;
    const { trusted, sigstore, maxAgeDays, nonce, now } = this.#options;
    const folder = folderOf(conformance.subject);
    const misnamed =
      bundle.folder === undefined || bundle.folder === folder
        ? []
        : [`The folder in the archive is ${bundle.folder}/; the statement is about ${folder}.`];
    this.#checks.push(checkThat('envelope', misnamed, 'An in-toto statement in a DSSE envelope.'));
    const ownKey = bundle.names.includes(KEY_FILE) ? await bundle.text(KEY_FILE) : undefined;
    const { check, signature } = checkSignature(envelope, ownKey, trusted);
    this.#signature = signature;
    this.#digests = await digestsOf(bundle.directory, withoutStatement(bundle.names));
    this.#checks.push(check);
    if (sigstore !== undefined) this.#checks.push(checkSigstore(envelope, sigstore));
    this.#checks.push(checkDigests(statement, this.#digests));
    if (maxAgeDays !== undefined) this.#checks.push(checkAge(conformance, maxAgeDays, now));
    if (nonce !== undefined) this.#checks.push(checkNonce(conformance, nonce));
  }

  async #loadEvidence({ directory }: OpenBundle): Promise<LoadedEvidence | undefined> {
    try {
      const loaded = await loadEvidence(join(directory, EVIDENCE_FILE));
      this.#checks.push(checkEvidence(loaded, this.#derivation));
      return loaded;
    } catch (error) {
      if (!(error instanceof EvidenceFileError)) throw error;
      this.#checks.push(refused('evidence', error.message.replace(join(directory, ''), '')));
      return undefined;
    }
  }

  async #deriveAgain(bundle: OpenBundle, { statement }: Opened, loaded: LoadedEvidence): Promise<void> {
    const { header, evidence } = loaded;
    const { contract, retrace } = this.#derivation;
    const { nonce, issuedAt } = statement.predicate.conformance;
    const contradictions = retrace(evidence, nonce);
    this.#checks.push(
      checkPlan(loaded, this.#derivation),
      checkThat(
        'exchanges',
        contradictions,
        'What was sent, when, and what was not: as the plan and the deletion ledger say.',
      ),
      checkTimes(evidence, issuedAt, this.#options.now),
    );
    const edition = editionIn(loaded, contract);
    if (!edition) {
      const known = contract.editions.map(({ id }) => id).join(', ');
      this.#checks.push(
        refused(
          'verdict',
          `The run was scored by edition "${header.edition}"; this version knows ${known}. Verify with a newer version.`,
        ),
      );
      return;
    }
    const derived = judgeAgain(loaded, contract, edition);
    this.derived = derived;
    const { check, differences } = checkReport(await bundle.text('report.json'), derived, this.#derivation);
    this.#differences = differences;
    const files = {
      'report.html': await bundle.text('report.html'),
      'junit.xml': await bundle.text('junit.xml'),
      'catalogue.json': await bundle.text('catalogue.json'),
      'configuration.json': await bundle.text('configuration.json'),
    };
    this.#checks.push(
      checkVerdict(derived, edition),
      check,
      checkOtherFiles(files, derived, header, this.#derivation),
      checkStatement(
        statement,
        { report: derived, declared: declaredIn(header.plan), digests: this.#digests },
        this.#derivation,
      ),
    );
    this.#noteOtherVersion(header.tool.version);
    this.#noteRedaction(loaded);
  }

  #noteRedaction({ evidence }: LoadedEvidence): void {
    const redacted = evidence.exchanges.filter((exchange) => exchange.redacted);
    if (redacted.length === 0) return;
    const shown = redacted.slice(0, 3).map(({ id }) => id);
    const ids =
      shown.join(', ') + (redacted.length > shown.length ? ` and ${redacted.length - shown.length} others` : '');
    this.#notChecked.push(
      `Whether the bodies of ${ids} are as they were received: something was left out of them (a secret, or what a publishable bundle does not show), so their digests are of other bytes.`,
    );
  }

  #noteOtherVersion(version: string): void {
    const { tool } = this.#derivation;
    if (version === tool.version) return;
    this.#notChecked.push(
      `Whether report.html, junit.xml and catalogue.json follow from the evidence: version ${version} wrote them, and this is ${tool.version}. \`npx store-orders-conformance@${version} verify\` checks that, too.`,
    );
  }

  get result(): Verification {
    const verified = this.#opened !== undefined && this.derived !== undefined && this.#checks.every(({ ok }) => ok);
    const isWitnessed = verified && this.#options.nonce !== undefined;
    const certificate = this.#certificate();
    return {
      format: 'store-orders-conformance/verification/1',
      tool: this.#derivation.tool,
      verifiedAt: new Date(this.#options.now).toISOString(),
      verified,
      class: isWitnessed ? 'witnessed' : verified ? 'verified' : 'self-attested',
      ...(certificate && { certificate }),
      ...(this.#signature && { signature: this.#signature }),
      checks: this.#checks,
      differences: this.#differences,
      notChecked: this.#notChecked,
      notProven: certificate ? notProven(certificate, this.#signature, isWitnessed) : [],
    };
  }

  #certificate(): Certificate | undefined {
    if (!this.#opened) return undefined;
    const { envelope, statement } = this.#opened;
    const { result, warnedTests, conformance } = statement.predicate;
    const { subject, target, edition, tool, startedAt, issuedAt, declared, selfCheck, nonce, publishable } =
      conformance;
    const derived = this.derived;
    return {
      subject,
      target,
      edition,
      tool,
      startedAt,
      issuedAt,
      result,
      warned: warnedTests,
      declared,
      selfCheck: selfCheck.result,
      ...(nonce !== undefined && { nonce }),
      ...(publishable && { publishable }),
      sha256: sha256(Buffer.from(envelope.payload, 'base64')),
      ...(derived && { derived: { verdict: derived.verdict, complete: derived.complete } }),
    };
  }
}

function notProven(
  { subject: { name, version }, target, selfCheck, nonce }: Certificate,
  signature: Signature | undefined,
  isWitnessed: boolean,
): string[] {
  const who =
    signature?.state === 'unsigned'
      ? 'Who made it: it is unsigned, and subject, time, self-check and nonce are claims that anybody could have written.'
      : signature?.state === 'unknown-signer'
        ? 'Who made it: compare the fingerprint of the key with the one that its owner tells you, and give the key to --trust.'
        : undefined;
  return [
    `That the evidence came from ${name}: who makes up a whole run without a contradiction is not found out by reading it.`,
    `That version ${version} ran at ${target.baseUrl} at that time.`,
    ...(who === undefined ? [] : [who]),
    ...(isWitnessed
      ? []
      : [`That the run is not older than it says${nonce === undefined ? '' : ' (--nonce checks its nonce)'}.`]),
    ...(selfCheck === 'skipped' ? ['That the suite worked on that machine: its self-check was skipped.'] : []),
  ];
}
