// in-toto Statement v1, https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../judge/report/report.js';
import { notAskedIn } from '../judge/results/results.js';
import { printableJson } from '../reporters/printable.js';
import { isScored } from '../reporters/wording.js';
import { notSeen as notSeenIn } from '../suites/orders/following.js';
import { EVIDENCE_FILE, REPORT_FILE, Refusal, STATEMENT_FILE, sha256 } from './bundle.js';
import { jsonText, parsed, type Signer, seal } from './dsse.js';
import { publicKeyText } from './keys.js';
import { type CertifiedRun, judgeAgain, readRun } from './run.js';
import { validateStatement } from './validators.generated.js';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/** The parts of a statement that do not follow from the evidence. Only a signature protects them. */
export interface Claims {
  /** The certified product and its version, as its maker calls them. */
  readonly subject: { readonly name: string; readonly version: string };
  /** The digest of the artifact that its maker ships: `sha256:` and hexadecimal digits. */
  readonly subjectDigest?: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** The signer's key: SPKI, DER, Base64. Absent: unsigned. */
  readonly publicKey?: string;
}

type Subject = Claims['subject'];

export const subjectText = ({ name, version }: Subject): string => `${name}@${version}`;

/** `schemas/statement.schema.json` describes it. */
export type Statement = ReturnType<typeof statementOf>;

/** Our addition to the predicate. Readers of the standard ignore it. */
export type Conformance = Statement['predicate']['conformance'];

/**
 * The statement for a report, a run and claims. Its JSON, in one line, is signed.
 * @param digest the digest of the report
 */
export function statementOf(report: Report, run: CertifiedRun, digest: string, claims: Claims) {
  const { edition, tool, contract, target, startedAt } = report;
  const { subject, subjectDigest, issuedAt, publicKey } = claims;
  const idsWith = (verdict: string): readonly string[] =>
    report.requirements
      .filter((entry) => isScored(entry) && entry.verdict === verdict)
      .map(({ id }) => `${edition.id}/${id}`);
  const warned = idsWith('warn');
  const notAsked = notAskedIn(report.requirements);
  const notSeen = notSeenIn(run.evidence);
  const name = subjectText(subject);
  return {
    _type: STATEMENT_TYPE,
    subject: [
      // A deployment has no bytes to digest: its name is digested where its maker names no artifact.
      resource(name, subjectDigest?.replace(/^sha256:/, '') ?? sha256(name)),
      resource(REPORT_FILE, digest),
      resource(EVIDENCE_FILE, run.sha256),
    ],
    // https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      // A lost answer takes no warning away.
      result: warned.length + idsWith('inconclusive').length > 0 ? ('WARNED' as const) : ('PASSED' as const),
      configuration: [resource(`editions/${edition.id}`, edition.digest.replace(/^sha256:/, ''))],
      passedTests: idsWith('pass'),
      warnedTests: warned,
      failedTests: [],
      conformance: {
        subject,
        subjectDigest,
        issuedAt,
        tool,
        contract: { name: contract.name, version: contract.version },
        edition,
        target,
        startedAt,
        // The only part of the contract that a declaration can exclude.
        declared: run.evidence.plan.inputs.orders.otherIsNone ? ['other: none'] : [],
        notApplicable: notApplicableIn(report),
        ...(notAsked.length > 0 && { notAsked }),
        ...(notSeen.length > 0 && { notSeen }),
        publicKey,
      },
    },
  };
}

const resource = (name: string, digest: string) => ({ name, digest: { sha256: digest } });

/** Requirements that have no subject here, and why. */
export const notApplicableIn = ({ requirements }: Report) =>
  requirements
    .filter((entry) => isScored(entry) && entry.verdict === 'not-applicable')
    .map(({ id, reason = '' }) => ({ requirement: id, reason }));

/** @throws Refusal */
export function statementIn(payload: Buffer): Statement {
  const value = parsed(payload.toString());
  const [error] = validateStatement(value);
  if (!error) return value as Statement;
  throw new Refusal('envelope', `The statement${error.instancePath} ${error.message ?? 'is not what is expected'}.`);
}

/**
 * Writes report and statement of a bundle next to its evidence. Without a signer, the statement is not signed.
 * @returns the length of the text in the evidence
 */
export async function writeBundle(directory: string, claims: Claims, signer?: Signer): Promise<number> {
  const run = await readRun(createReadStream(join(directory, EVIDENCE_FILE)), Number.POSITIVE_INFINITY);
  const report = judgeAgain(run);
  const text = printableJson(report);
  const publicKey = signer && publicKeyText(signer.publicKey);
  const statement = statementOf(report, run, sha256(text), { ...claims, publicKey });
  const envelope = await seal(JSON.stringify(statement), signer);
  await writeFile(join(directory, REPORT_FILE), text, { flush: true });
  await writeFile(join(directory, STATEMENT_FILE), jsonText(envelope), { flush: true });
  return run.characters;
}
