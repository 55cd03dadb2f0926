import type { Report, Verdict } from '../runner/judge/report.js';
import { type Check, where } from './check.js';
import type { Conformance, Statement } from './statement.js';

/**
 * Who vouches for where the evidence came from. `self-attested`: its maker. `verified`: the same, and a programme says that
 * it derived the verdict again. `programme-run`: a programme, which made the run itself.
 */
export type CertificateClass = 'self-attested' | 'verified' | 'programme-run';

/** Who signed, as far as that is known. */
export interface Signature {
  readonly state: 'unsigned' | 'trusted' | 'unknown-signer' | 'refused';
  /** Of a key whose signature fits the statement. */
  readonly keyid?: string;
}

/** A requirement with another verdict than the bundle says; null: not among its requirements. */
export interface Difference {
  readonly requirement: string;
  readonly certified: Verdict | null;
  readonly derived: Verdict | null;
}

/** What `verify` found; `schemas/verification.schema.json` describes its JSON form. */
export interface Verification {
  readonly format: 'store-orders-conformance/verification/1';
  readonly tool: Report['tool'];
  /** ISO 8601. */
  readonly verifiedAt: string;
  readonly verified: boolean;
  readonly class: CertificateClass;
  /** Absent where the statement could not be read. */
  readonly certificate?: Certificate;
  /** Absent where there was nothing to check it on. */
  readonly signature?: Signature;
  readonly checks: readonly Check[];
  readonly differences: readonly Difference[];
  /** What could not be looked at, and why: a sentence each. */
  readonly notChecked: readonly string[];
  /** What cannot be known from a bundle: a sentence each. */
  readonly notProven: readonly string[];
}

/** What the statement says, and what follows from the evidence. */
export interface Certificate extends Omit<Conformance, 'selfCheck'> {
  readonly result: Statement['predicate']['result'];
  readonly warned: readonly string[];
  readonly selfCheck: Conformance['selfCheck']['result'];
  /** Of the statement, as it is signed. */
  readonly sha256: string;
  /** Judged again; absent where that was not possible. */
  readonly derived?: Pick<Report, 'verdict' | 'complete' | 'requirementCounts'> & Pick<Conformance, 'notApplicable'>;
}

/** What no bundle shows, in the words of this one. */
export function notProven(certificate: Certificate, signature: Signature | undefined, isFresh: boolean): string[] {
  const { subject, target, selfCheck } = certificate;
  const state = signature?.state;
  return [
    `That ${subject.name} ${subject.version} ran at ${target.baseUrl}: who controls both ends of a connection can invent a run.`,
    'That the orders were in the states that were declared.',
    ...where(state === 'unsigned', 'Who made it: anybody could have written subject, time and self-check.'),
    ...where(
      state === 'unknown-signer',
      'Who made it: compare the fingerprint of the key with the one that its owner tells you, and give the key to --trust.',
    ),
    ...where(!isFresh, 'That the run is not older than it says.'),
    ...where(selfCheck === 'skipped', 'That the suite worked on that machine: its self-check was skipped.'),
  ];
}
