import type { AmbiguityResult, Report, RequirementResult } from '../../runner/judge/report.js';
import type { Certificate, CertificateClass, Verification } from '../verify/result.js';
import type { SummaryFinding } from './summary.js';

/** A bundle of the folder, after it was verified. */
export type Entry = VerifiedEntry | RefusedEntry;

export interface VerifiedEntry {
  readonly state: 'verified';
  /** Its name in the folder. */
  readonly file: string;
  /** What is said of it by whom: `verified` and `witnessed` are words of a programme, never of the bundle itself. */
  readonly class: CertificateClass;
  /** Why a verification summary beside it does not count: a sentence. */
  readonly remark?: string;
  readonly certificate: Certificate;
  /** The fingerprint of the key; absent: unsigned. */
  readonly signer?: string;
  readonly requirements: readonly RequirementResult[];
  readonly ambiguities: readonly AmbiguityResult[];
  /** SVG. */
  readonly badge: string;
}

export interface RefusedEntry {
  readonly state: 'refused';
  readonly file: string;
  /** What it says of itself, which nobody should believe. */
  readonly claim?: string;
  /** A sentence each. */
  readonly reasons: readonly string[];
}

export interface Verified {
  readonly file: string;
  readonly verification: Verification;
  readonly derived: Report | undefined;
  readonly summary?: SummaryFinding;
}

/** @param badge of the report that was derived again */
export function entryOf({ file, verification, derived, summary }: Verified, badge: (report: Report) => string): Entry {
  const { certificate, verified, checks, signature } = verification;
  if (!(verified && certificate && derived)) {
    const { name, version } = certificate?.subject ?? {};
    const reasons = checks.filter(({ ok }) => !ok).map(({ check, message }) => `${check}: ${message}`);
    return { state: 'refused', file, ...(name !== undefined && { claim: `${name}@${version}` }), reasons };
  }
  const signed = signature !== undefined && signature.state !== 'unsigned' ? signature.keyid : undefined;
  return {
    state: 'verified',
    file,
    class: summary?.class ?? 'self-attested',
    ...(summary?.remark !== undefined && { remark: summary.remark }),
    certificate,
    ...(signed !== undefined && { signer: signed }),
    requirements: derived.requirements,
    ambiguities: derived.ambiguities,
    badge: badge(derived),
  };
}
