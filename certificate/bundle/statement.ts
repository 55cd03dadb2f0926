// in-toto Statement v1, https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
import type { Report, RequirementResult } from '../../runner/judge/report.js';
import { type Digests, type FileName, sha256 } from './files.js';
import { schemaDigests } from './schemas.generated.js';
import { type Subject, subjectText } from './subject.js';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1';

/** https://github.com/in-toto/attestation/blob/main/spec/v1/resource_descriptor.md */
export interface ResourceDescriptor {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly ResourceDescriptor[];
  readonly predicateType: typeof TEST_RESULT;
  readonly predicate: Predicate;
}

/** https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md */
export interface Predicate {
  readonly result: 'PASSED' | 'WARNED';
  readonly configuration: readonly ResourceDescriptor[];
  /** `<edition>/<id>` of requirements. */
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly string[];
  /** What this suite adds; readers of the standard predicate leave it out. */
  readonly conformance: Conformance;
}

export interface Conformance extends Claims {
  /** Signed, or handed in, by who ran it: nobody else has derived it again yet. */
  readonly class: 'self-attested';
  readonly tool: Report['tool'];
  readonly contract: Report['contract'];
  readonly edition: Report['edition'];
  readonly target: Report['target'];
  readonly startedAt: string;
  readonly strict: boolean;
  /** What was declared away, such as `other: none`. */
  readonly declared: readonly string[];
  /** Requirements without a subject here, and why. */
  readonly notApplicable: readonly { readonly requirement: string; readonly reason: string }[];
}

/** What follows from no other file of the bundle: only a signature protects it. */
export interface Claims {
  readonly subject: Subject;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly selfCheck: SelfCheck;
  /** Handed out by a programme, and sent along with every request of the run. */
  readonly nonce?: string;
  readonly publishable?: Publishable;
}

/** What was left out of a bundle that everybody may see. */
export interface Publishable {
  readonly leftOut: readonly string[];
  /** Requirements whose verdict does not follow from what is left. */
  readonly notDerivable: readonly string[];
  /** Open questions of the contract that what is left answers in other words. */
  readonly otherAnswers: readonly string[];
}

/** Whether the suite proved on that machine, before the run, that it catches every fault and passes every variant. */
export type SelfCheck =
  | { readonly result: 'passed'; readonly faults: number; readonly variants: number; readonly requirements: number }
  | { readonly result: 'skipped' };

export interface Stated {
  readonly report: Report;
  readonly declared: readonly string[];
  /** Of all files but the statement. */
  readonly digests: Digests;
  readonly claims: Claims;
}

/** The one statement that these files and claims have. */
export function statementOf({ report, declared, digests, claims }: Stated): Statement {
  const { edition } = report;
  const { subject, issuedAt, selfCheck, nonce, publishable } = claims;
  const having = (verdict: string) =>
    report.requirements
      .filter((entry) => isScored(entry) && entry.verdict === verdict)
      .map(({ id }) => `${edition.id}/${id}`);
  const warned = having('warn');
  return {
    _type: STATEMENT_TYPE,
    subject: [named(subject), ...[...digests].map(([name, digest]) => descriptor(name, digest))],
    predicateType: TEST_RESULT,
    predicate: {
      result: warned.length > 0 ? 'WARNED' : 'PASSED',
      configuration: configurationOf(digests),
      passedTests: having('pass'),
      warnedTests: warned,
      failedTests: [],
      conformance: {
        class: 'self-attested',
        subject: { name: subject.name, version: subject.version },
        issuedAt,
        tool: report.tool,
        contract: report.contract,
        edition,
        target: report.target,
        startedAt: report.startedAt,
        strict: report.strict,
        declared,
        notApplicable: report.requirements.flatMap(({ id, verdict, reason = '' }) =>
          verdict === 'not-applicable' ? [{ requirement: id, reason }] : [],
        ),
        selfCheck,
        ...(nonce !== undefined && { nonce }),
        ...(publishable && { publishable }),
      },
    },
  };
}

/** Whether a requirement counts: it is of the edition that the run was scored by. */
export const isScored = ({ scored }: RequirementResult): boolean => scored !== false;

/** A deployment has no bytes to take a digest of: it is that of its name. */
const named = (subject: Subject): ResourceDescriptor => {
  const name = subjectText(subject);
  return descriptor(name, sha256(name));
};

const descriptor = (name: string, digest: string): ResourceDescriptor => ({ name, digest: { sha256: digest } });

/** What the run was judged by: the files in the bundle, and the schemas of the package by their digests alone. */
function configurationOf(digests: Digests): ResourceDescriptor[] {
  const files: readonly FileName[] = ['catalogue.json', 'configuration.json'];
  return [
    ...files.flatMap((name) => {
      const digest = digests.get(name);
      return digest === undefined ? [] : [descriptor(name, digest)];
    }),
    ...schemaDigests.map(([name, digest]) => descriptor(`schemas/${name}`, digest)),
  ];
}

/** One line: what is signed has no white space that could be changed. */
export const statementText = (statement: Statement): string => JSON.stringify(statement);
