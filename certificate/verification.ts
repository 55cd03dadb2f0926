import type { Report, RunVerdict, Verdict } from '../runner/judge/report.js';
import type { Conformance, NotApplicable, Statement } from './statement.js';

/**
 * Who vouches for where the evidence came from. `self-attested`: its maker. `verified`: the same, and a programme says that
 * it derived the verdict again. `programme-run`: a programme, which made the run itself.
 */
export type CertificateClass = 'self-attested' | 'verified' | 'programme-run';

/** What is looked at. A check that needs what an earlier one did not find is left out. */
type CheckName =
  | 'files'
  | 'envelope'
  | 'signature'
  | 'digests'
  | 'age'
  | 'nonce'
  | 'evidence'
  | 'verdict'
  | 'report'
  | 'statement';

/** One line of the result. */
export interface Check {
  readonly check: CheckName;
  readonly ok: boolean;
  /** A sentence: what was seen, or what is wrong and what that may mean. */
  readonly message: string;
}

/** Refused with the first of these problems, and how many more there are; else passed with the message. */
export function checkThat(check: CheckName, problems: readonly string[], message: string): Check {
  const [first] = problems;
  if (first === undefined) return { check, ok: true, message };
  const more = problems.length - 1;
  return { check, ok: false, message: more > 0 ? `${first} (and ${more} more)` : first };
}

/** Who signed, as far as that is known. */
export type Signature =
  | { readonly state: 'unsigned' }
  | { readonly state: 'trusted' | 'unknown-signer'; readonly keyid: string }
  | { readonly state: 'refused' };

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

/** What the bundle says of itself, and what follows from its evidence. */
export interface Certificate
  extends Pick<
    Conformance,
    'subject' | 'target' | 'edition' | 'tool' | 'startedAt' | 'issuedAt' | 'declared' | 'nonce'
  > {
  readonly result: 'PASSED' | 'WARNED';
  readonly warned: readonly string[];
  readonly selfCheck: 'passed' | 'skipped';
  /** Of the statement, as it is signed. */
  readonly sha256: string;
  /** Judged again; absent where that was not possible. */
  readonly derived?: {
    readonly verdict: RunVerdict;
    readonly complete: boolean;
    readonly requirementCounts: Report['requirementCounts'];
    readonly notApplicable: readonly NotApplicable[];
  };
}

export function certificateOf(
  { predicate: { result, warnedTests, conformance } }: Statement,
  sha256: string,
  derived: Certificate['derived'],
): Certificate {
  const { subject, target, edition, tool, startedAt, issuedAt, declared, selfCheck, nonce } = conformance;
  return {
    ...{ subject, target, edition, tool, startedAt, issuedAt, result, declared, sha256 },
    warned: warnedTests,
    selfCheck: selfCheck.result,
    nonce,
    derived,
  };
}

/** What no bundle shows, in the words of this one. */
export function notProven(
  { subject: { name, version }, target, selfCheck }: Certificate,
  signature: Signature | undefined,
  isFresh: boolean,
): string[] {
  return [
    `That ${name} ${version} ran at ${target.baseUrl}: who controls both ends of a connection can invent a run.`,
    'That the orders were in the states that were declared.',
    ...(signature?.state === 'unsigned'
      ? ['Who made it: anybody could have written subject, time and self-check.']
      : []),
    ...(signature?.state === 'unknown-signer'
      ? [
          'Who made it: compare the fingerprint of the key with the one that its owner tells you, and give the key to --trust.',
        ]
      : []),
    ...(isFresh ? [] : ['That the run is not older than it says.']),
    ...(selfCheck === 'skipped' ? ['That the suite worked on that machine: its self-check was skipped.'] : []),
  ];
}
