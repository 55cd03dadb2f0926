import type { Report } from '../judge/report/report.js';
import type { CheckName } from './bundle.js';
import { fingerprintOf } from './keys.js';
import { type Conformance, type Statement, subjectText } from './statement.js';

/**
 * The maker of the evidence: the vendor (`self-attested`), or a programme that made the run itself (`programme-run`).
 */
export type CertificateClass = 'self-attested' | 'programme-run';

export interface Check {
  readonly check: CheckName;
  readonly ok: boolean;
  /** A sentence: what was found, or what is wrong and what that may mean. */
  readonly message: string;
}

/**
 * The signer: a key that the caller named, or another one. The fingerprint is that of a key whose signature is valid.
 */
export type Signature =
  | { readonly state: 'unsigned'; readonly keyid?: undefined }
  | { readonly state: 'trusted' | 'unknown-signer'; readonly keyid: string };

/** The result of `verify`; `schemas/verification.schema.json` describes its JSON form. */
export interface Verification {
  readonly format: 'store-orders-conformance/verification/2';
  readonly tool: Report['tool'];
  /** ISO 8601. */
  readonly verifiedAt: string;
  /** derived: every check passed. verified: also signed with a key that the caller named. refused: a check failed. */
  readonly result: 'verified' | 'derived' | 'refused';
  /** True if the result is `verified`, for gates. */
  readonly verified: boolean;
  readonly class: CertificateClass;
  /** Absent if the statement could not be read. */
  readonly certificate?: Certificate;
  /** Absent if it could not be checked, or is not valid. */
  readonly signature?: Signature;
  readonly checks: readonly Check[];
  /** Facts that a bundle cannot prove: a sentence each. */
  readonly notProven: readonly string[];
}

/** The contents of the statement, and facts that follow from the evidence. */
export interface Certificate extends Conformance {
  readonly result: Statement['predicate']['result'];
  readonly warned: readonly string[];
  /** The digest of the statement as it is signed. */
  readonly sha256: string;
  /** The result of judging again. Absent if that was not possible. */
  readonly derived?: Pick<Report, 'verdict' | 'complete' | 'requirementCounts'> & Pick<Conformance, 'notApplicable'>;
}

/** Facts that a bundle cannot prove, for this one. */
export function notProven({ subject, target }: Certificate, signature: Signature | undefined) {
  const who = {
    trusted: [],
    unsigned: ['Who made it: anybody could have written its subject and the time of issue.'],
    'unknown-signer': [
      `Who made it: compare ${fingerprintOf(signature?.keyid ?? '')} with the fingerprint that its owner tells you, and give the key to --trust.`,
    ],
  };
  return [
    `That ${subjectText(subject)} ran at ${target.baseUrl}, or when: who controls both ends of a connection can invent a run, its date included. Only a programme that makes the run itself, or the log of the deployment, shows where evidence came from.`,
    'That the orders were in the states that were declared.',
    ...(signature ? who[signature.state] : []),
  ];
}
