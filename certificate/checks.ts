import type { KeyObject } from 'node:crypto';
import { isScored } from '../reporters/wording.js';
import type { Report } from '../runner/judge/report.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { type Envelope, isSignedBy } from './dsse.js';
import { fingerprintOf, isAmong, keyidOf, publicKeyIn } from './keys.js';
import { type CheckName, Refusal } from './refusal.js';
import type { CertifiedRun } from './run.js';
import type { Conformance, Statement } from './statement.js';
import type { Signature } from './verification.js';

/** @throws Refusal with the first of these problems, and how many more there are */
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
  const [found] = envelope.signatures;
  if (!found && publicKey === undefined) return { state: 'unsigned' };
  if (!found) throw new Refusal('signature', 'The statement names a key, but has no signature: was it removed?');
  if (publicKey === undefined) throw new Refusal('signature', 'The statement does not name the key of its signature.');
  const key = publicKeyIn(publicKey);
  const keyid = keyidOf(key);
  if (found.keyid === keyid && isSignedBy(envelope, found, key)) {
    return { state: isAmong(trusted, keyid) ? 'trusted' : 'unknown-signer', keyid };
  }
  const shown = fingerprintOf(keyid);
  throw new Refusal('signature', `The signature does not fit the statement: one of them was changed. Key: ${shown}.`);
}

export function demandDigest({ subject }: Statement, name: string, digest: string): void {
  const stated = subject.find((file) => file.name === name)?.digest.sha256 ?? 'nothing';
  if (stated === digest) return;
  throw new Refusal('digests', `${name} was changed: its SHA-256 is ${digest}; the statement says ${stated}.`);
}

/** Whether the evidence is of this contract and whole, and its bodies are those that were received. */
export function problemsOfEvidence({
  header: { contract, strict },
  evidence,
  altered,
}: CertifiedRun): readonly string[] {
  const { name, version } = storeOrdersInterface;
  const missing = evidence.missing(() => true);
  const of = `The evidence is of ${contract.name} ${contract.version}; this version judges ${name} ${version}.`;
  const scenario = missing[0]?.scenario;
  const gone =
    missing.length === 1
      ? `1 request of the plan has no exchange, one of ${scenario}: it was taken away, or the run was cut short.`
      : `${missing.length} requests of the plan have no exchange, such as one of ${scenario}: they were taken away, or the run was cut short.`;
  return [
    ...(contract.name === name && contract.version === version ? [] : [of]),
    ...(strict
      ? ['It says that the run was strict, which no evidence shows: what is broken is in the statement.']
      : []),
    ...(missing.length > 0 ? [gone] : []),
    ...evidence.defects.map(({ scenario }) => `The suite itself failed in ${scenario} of that run.`),
    ...altered.map((id) => `The body of ${id} was changed: its digest is another one.`),
  ];
}

const DAY_MS = 86_400_000;

/** The clocks of who certifies and who verifies differ. */
const CLOCKS_MS = 10 * 60_000;

/** Of the run, not of the signature: one that is signed again is not younger. */
export function demandAge(
  { startedAt, durationMs }: Report,
  { issuedAt }: Conformance,
  maxDays: number | undefined,
  now: number,
): string {
  const began = Date.parse(startedAt);
  const issued = Date.parse(issuedAt);
  const days = Math.max(0, Math.floor((now - began) / DAY_MS));
  const age = `The run began at ${startedAt}, ${days} days ago`;
  const isOld = maxDays !== undefined && now - began > maxDays * DAY_MS;
  const said = `It says that it was issued at ${issuedAt}`;
  demandNone('age', [
    ...(isInstant(startedAt) ? [] : [`The run began at ${startedAt}, which is not an instant.`]),
    ...(isInstant(issuedAt) ? [] : [`${said}, which is not an instant.`]),
    ...(began > now + CLOCKS_MS ? [`The run began at ${startedAt}, which is in the future.`] : []),
    ...(issued > now + CLOCKS_MS ? [`${said}, which is in the future.`] : []),
    ...(issued < began + durationMs - CLOCKS_MS ? [`${said}, before its run had ended.`] : []),
    ...(isOld ? [`${age}; at most ${maxDays} are allowed (--max-age). Certify again.`] : []),
  ]);
  return `${age}${maxDays === undefined ? '' : `; at most ${maxDays} are allowed`}.`;
}

/** As this suite writes it. */
const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

/** What was judged again entitles to a certificate: each requirement of its edition was looked at, and none broken. */
export function problemsOfVerdict({ requirements, edition, verdict, complete }: Report): readonly string[] {
  const scored = requirements.filter(isScored);
  const ids = new Set(scored.map(({ id }) => id));
  const wanted = storeOrdersInterface.editions.find(({ id }) => id === edition.id)?.requirements ?? {};
  const isEntitled = verdict === 'conformant' && complete;
  return [
    ...Object.keys(wanted)
      .filter((id) => !ids.has(id))
      .map((id) => `${id} is a requirement of edition ${edition.id}, and this version does not judge it.`),
    ...scored
      .filter((entry) => ['fail', 'error', 'skipped'].includes(entry.verdict))
      .map((entry) => `The evidence shows ${entry.id}: ${entry.verdict}.`),
    ...(isEntitled ? [] : [`Judged again, the run is ${verdict}${complete ? '' : ', and not complete'}.`]),
  ];
}
