import type { Report, RunVerdict } from '../../runner/judge/report.js';
import type { Conformance } from '../bundle/statement.js';
import type { Check } from './check.js';
import type { Difference } from './derived.js';
import type { Signature } from './signature.js';

/**
 * How far a certificate was looked into. `self-attested`: by who made it only; this is what a bundle that does not verify
 * remains. `verified`: its verdict was derived again. `witnessed`: that, and the run was made with the programme's nonce.
 */
export type CertificateClass = 'self-attested' | 'verified' | 'witnessed';

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
  /** Requirements with another verdict than the bundle says. */
  readonly differences: readonly Difference[];
  /** What could not be looked at, and why: a sentence each. */
  readonly notChecked: readonly string[];
  /** What cannot be known from a bundle: a sentence each. */
  readonly notProven: readonly string[];
}

/** What the bundle says of itself. */
export interface Certificate
  extends Pick<
    Conformance,
    'subject' | 'target' | 'edition' | 'tool' | 'startedAt' | 'issuedAt' | 'declared' | 'nonce' | 'publishable'
  > {
  readonly result: 'PASSED' | 'WARNED';
  readonly warned: readonly string[];
  readonly selfCheck: 'passed' | 'skipped';
  /** Of the statement, as it is signed. */
  readonly sha256: string;
  /** Judged again; absent where that was not possible. */
  readonly derived?: { readonly verdict: RunVerdict; readonly complete: boolean };
}
