import type { KeyObject } from 'node:crypto';
import type { Report } from '../judge/report/report.js';
import { isScored } from '../reporters/wording.js';
import { type CheckName, Refusal } from './bundle.js';
import { type Envelope, isSignedBy } from './dsse.js';
import { fingerprintOf, isAmong, keyidOf, publicKeyIn } from './keys.js';
import type { CertifiedRun } from './run.js';
import type { Statement } from './statement.js';
import type { Signature } from './verification.js';

/** @throws Refusal with the first problem, and the number of the others */
export function demandNone(check: CheckName, [first, ...more]: readonly string[]): void {
  if (first !== undefined) throw new Refusal(check, more.length > 0 ? `${first} (and ${more.length} more)` : first);
}

export const SIGNED: Readonly<Record<Signature['state'], (keyid: string) => string>> = {
  unsigned: () => 'Nobody signed the bundle.',
  trusted: (keyid) => `Signed by a key that you trust: ${fingerprintOf(keyid)}.`,
  'unknown-signer': (keyid) => `Signed by a key that you did not name (--trust): ${fingerprintOf(keyid)}.`,
};

/** @throws Refusal and UsageError */
export function signatureOf(
  envelope: Envelope,
  publicKey: string | undefined,
  trusted: readonly KeyObject[],
): Signature {
  const [signature] = envelope.signatures;
  if (!signature && publicKey === undefined) return { state: 'unsigned' };
  if (!signature || publicKey === undefined) throw new Refusal('signature', KEY_OR_SIGNATURE);
  const key = publicKeyIn(publicKey);
  const keyid = keyidOf(key);
  if (signature.keyid === keyid && isSignedBy(envelope, signature, key)) {
    return { state: isAmong(trusted, keyid) ? 'trusted' : 'unknown-signer', keyid };
  }
  const signer = fingerprintOf(keyid);
  throw new Refusal('signature', `The signature does not fit the statement: one of them was changed. Key: ${signer}.`);
}

const KEY_OR_SIGNATURE = 'The statement has a key or a signature, but not both: was one of them removed?';

export function demandDigest({ subject }: Statement, name: string, digest: string): void {
  const stated = subject.find((file) => file.name === name)?.digest.sha256 ?? 'nothing';
  if (stated === digest) return;
  throw new Refusal('digests', `${name} was changed: its SHA-256 is ${digest}; the statement says ${stated}.`);
}

/** Lists problems if the evidence is incomplete. */
export function problemsOfEvidence({ header: { strict }, evidence }: CertifiedRun): readonly string[] {
  const missing = evidence.missing(() => true);
  const gone = `Requests of the plan have no exchange (${missing.length}, the first of ${missing[0]?.scenario}): they were taken away, or the run was cut short.`;
  return [
    ...(strict
      ? ['It says that the run was strict, which no evidence shows: what is broken is in the statement.']
      : []),
    ...(missing.length > 0 ? [gone] : []),
    ...evidence.defects.map(({ scenario }) => `The suite itself failed in ${scenario} of that run.`),
  ];
}

/**
 * Lists problems if the run does not deserve a certificate: each requirement of its edition must be judged, and none
 * broken.
 */
export function problemsOfVerdict({ requirements, verdict, complete }: Report): readonly string[] {
  const scored = requirements.filter(isScored);
  const isEntitled = verdict === 'conformant' && complete;
  return [
    ...scored
      .filter((entry) => ['fail', 'error', 'skipped'].includes(entry.verdict))
      .map((entry) => `The evidence shows ${entry.id}: ${entry.verdict}.`),
    ...(isEntitled ? [] : [`Judged again, the run is ${verdict}${complete ? '' : ', and not complete'}.`]),
  ];
}
