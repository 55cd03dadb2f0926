// in-toto Statement v1, https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
import type { Report, RequirementResult } from '../runner/judge/report.js';
import { EVIDENCE_FILE, REPORT_FILE, sha256 } from './bundle.js';
import { Refusal } from './check.js';
import { parsed } from './dsse.js';
import { validateStatement } from './validators.generated.js';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1';

/** https://github.com/in-toto/attestation/blob/main/spec/v1/resource_descriptor.md */
export interface ResourceDescriptor {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** `schemas/statement.schema.json` describes it. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly ResourceDescriptor[];
  readonly predicateType: typeof TEST_RESULT;
  /** https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md */
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED';
    readonly configuration: readonly ResourceDescriptor[];
    /** `<edition>/<id>` of requirements. */
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
    /** What this suite adds; readers of the standard predicate leave it out. */
    readonly conformance: Conformance;
  };
}

export interface Conformance extends Claims, Pick<Report, 'tool' | 'edition' | 'target' | 'startedAt' | 'strict'> {
  readonly contract: { readonly name: string; readonly version: string };
  /** What was declared away, such as `other: none`. */
  readonly declared: readonly string[];
  readonly notApplicable: readonly NotApplicable[];
}

/** A requirement without a subject here, and why. */
export interface NotApplicable {
  readonly requirement: string;
  readonly reason: string;
}

/** What does not follow from the evidence: only a signature protects it. */
export interface Claims {
  /** What was certified: a product and its version, as its maker calls them. */
  readonly subject: { readonly name: string; readonly version: string };
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly selfCheck: SelfCheck;
  /** Handed out by a programme, and sent along with every request of the run. */
  readonly nonce?: string;
  /** Of who signs: SPKI, DER, Base64. Absent: nobody does. */
  readonly publicKey?: string;
}

type Subject = Claims['subject'];

export const subjectText = ({ name, version }: Subject): string => `${name}@${version}`;

/** The folder in the archive: what is unpacked says what it is. */
export const folderOf = ({ name, version }: Subject): string =>
  `${name}-${version}`.replaceAll('/', '_').slice(0, LONGEST_FOLDER);

const LONGEST_FOLDER = 64;

/** Whether the suite proved on that machine that it catches every fault and passes every variant. */
export type SelfCheck =
  | { readonly result: 'passed'; readonly faults: number; readonly variants: number; readonly requirements: number }
  | { readonly result: 'skipped' };

/** SHA-256 of the files that a statement is about. */
export interface Digests {
  readonly evidence: string;
  readonly report: string;
}

/** The one statement that these files and claims have; what is signed is its JSON, in one line. */
export function statementOf(report: Report, declared: readonly string[], digests: Digests, claims: Claims): Statement {
  const { edition, tool, contract, target, startedAt, strict } = report;
  const { subject, issuedAt, selfCheck, nonce, publicKey } = claims;
  const having = (verdict: string) =>
    report.requirements
      .filter((entry) => isScored(entry) && entry.verdict === verdict)
      .map(({ id }) => `${edition.id}/${id}`);
  const warned = having('warn');
  const name = subjectText(subject);
  return {
    _type: STATEMENT_TYPE,
    // A deployment has no bytes to take a digest of: it is that of its name.
    subject: [
      descriptor(name, sha256(name)),
      descriptor(REPORT_FILE, digests.report),
      descriptor(EVIDENCE_FILE, digests.evidence),
    ],
    predicateType: TEST_RESULT,
    predicate: {
      result: warned.length > 0 ? 'WARNED' : 'PASSED',
      configuration: [descriptor(`editions/${edition.id}`, edition.digest.replace(/^sha256:/, ''))],
      passedTests: having('pass'),
      warnedTests: warned,
      failedTests: [],
      conformance: {
        subject,
        issuedAt,
        tool,
        contract: { name: contract.name, version: contract.version },
        edition,
        target,
        startedAt,
        strict,
        declared,
        notApplicable: notApplicableIn(report),
        selfCheck,
        nonce,
        publicKey,
      },
    },
  };
}

export const notApplicableIn = ({ requirements }: Report): readonly NotApplicable[] =>
  requirements
    .filter((entry) => isScored(entry) && entry.verdict === 'not-applicable')
    .map(({ id, reason = '' }) => ({ requirement: id, reason }));

/** Whether a requirement counts: it is of the edition that the run was scored by. */
export const isScored = ({ scored }: RequirementResult): boolean => scored !== false;

const descriptor = (name: string, digest: string): ResourceDescriptor => ({ name, digest: { sha256: digest } });

/** @throws Refusal */
export function statementIn(payload: Buffer): Statement {
  const value = parsed(payload.toString());
  const [error] = validateStatement(value);
  if (!error) return value as Statement;
  throw new Refusal('envelope', `The statement${error.instancePath} ${error.message ?? 'is not what is expected'}.`);
}
