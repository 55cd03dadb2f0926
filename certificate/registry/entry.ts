import type { AmbiguityResult, Report, RequirementResult } from '../../runner/judge/report.js';
import type { Certificate, CertificateClass } from '../verification.js';
import type { Verified } from '../verify.js';

/** A bundle of the folder, after it was verified. */
export type Entry = VerifiedEntry | RefusedEntry;

export interface VerifiedEntry {
  readonly state: 'verified';
  /** Its name in the folder. */
  readonly file: string;
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

/** @param badge of the report that was derived again */
export function entryOf(
  file: string,
  { verification, derived }: Verified,
  badge: (report: Report) => string,
  remark?: string,
): Entry {
  const { certificate, verified, checks, signature } = verification;
  if (!(verified && certificate && derived)) {
    const { name, version } = certificate?.subject ?? {};
    const reasons = checks.filter(({ ok }) => !ok).map(({ check, message }) => `${check}: ${message}`);
    return { state: 'refused', file, ...(name !== undefined && { claim: `${name}@${version}` }), reasons };
  }
  return {
    state: 'verified',
    file,
    class: verification.class,
    ...(remark !== undefined && { remark }),
    certificate,
    ...(signature && 'keyid' in signature && { signer: signature.keyid }),
    requirements: derived.requirements,
    ambiguities: derived.ambiguities,
    badge: badge(derived),
  };
}
