import type { KeyObject } from 'node:crypto';
import { isScored } from '../reporters/wording.js';
import { headerValues } from '../runner/evidence/exchange.js';
import { reasonOf } from '../runner/input/usage-error.js';
import type { Report } from '../runner/judge/report.js';
import { validateReport } from '../runner/judge/validators.generated.js';
import { tool } from '../runner/settings/tool.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { type Check, checkThat, Refusal, where } from './check.js';
import { type Envelope, isSignedBy, parsed } from './dsse.js';
import { fingerprintOf, isAmong, keyidOf, publicKeyIn } from './keys.js';
import type { CertifiedRun } from './run.js';
import type { Conformance } from './statement.js';
import type { Difference, Signature } from './verification.js';

/**
 * Whether the signature fits the statement, and whose it is.
 * @param trusted keys that the caller named: one of them must have signed, where there are any
 * @param programmes keys of programmes that the caller named: they are trusted as well, and need not have signed
 */
export function checkSignature(
  envelope: Envelope,
  { publicKey }: Conformance,
  trusted: readonly KeyObject[],
  programmes: readonly KeyObject[] = [],
): { readonly signature: Signature; readonly check: Check } {
  try {
    const { message, ...signature } = signatureOf(envelope, publicKey, [...trusted, ...programmes]);
    const isMissed = trusted.length > 0 && !isAmong(trusted, signature.keyid);
    const remark = isMissed ? ' With --trust, a key that you trust must have signed.' : '';
    return { signature, check: { check: 'signature', ok: !isMissed, message: message + remark } };
  } catch (error) {
    return { signature: { state: 'refused' }, check: checkThat('signature', [reasonOf(error)], '') };
  }
}

/** @throws Refusal and UsageError */
function signatureOf(
  envelope: Envelope,
  publicKey: string | undefined,
  trusted: readonly KeyObject[],
): Signature & { readonly message: string } {
  const [found] = envelope.signatures;
  if (!found && publicKey === undefined) return { state: 'unsigned', message: 'Nobody signed the bundle.' };
  if (!found) throw new Refusal('signature', 'The statement names a key, but has no signature: was it removed?');
  if (publicKey === undefined) throw new Refusal('signature', 'The statement does not name the key of its signature.');
  const key = publicKeyIn(publicKey);
  const keyid = keyidOf(key);
  const shown = fingerprintOf(keyid);
  if (found.keyid !== keyid || !isSignedBy(envelope, found, key)) {
    throw new Refusal('signature', `The signature does not fit the statement: one of them was changed. Key: ${shown}.`);
  }
  return isAmong(trusted, keyid)
    ? { state: 'trusted', keyid, message: `Signed by a key that you trust: ${shown}.` }
    : { state: 'unknown-signer', keyid, message: `Signed by a key that you did not name (--trust): ${shown}.` };
}

const DAY_MS = 86_400_000;

/** The clocks of who certifies and who verifies differ. */
const CLOCKS_MS = 10 * 60_000;

/** Of the run, not of the signature: one that is signed again is not younger. */
export function checkAge({ startedAt }: Report, maxDays: number, now: number): Check {
  const age = now - Date.parse(startedAt);
  const days = Math.max(0, Math.floor(age / DAY_MS));
  const shown = `The run began at ${startedAt}, ${days} days ago; at most ${maxDays} are allowed`;
  if (age < -CLOCKS_MS) return checkThat('age', [`The run began at ${startedAt}, which is in the future.`], '');
  return checkThat('age', age <= maxDays * DAY_MS ? [] : [`${shown} (--max-age). Certify again.`], `${shown}.`);
}

/** As the suite sends it, in lower case. */
const NONCE_HEADER = 'store-orders-conformance-nonce';

/** It shows that the run is not older than the nonce: every request of it carried that. */
export function checkNonce({ nonce }: Conformance, { evidence }: CertifiedRun, expected = nonce): Check {
  const without = evidence.exchanges.filter(({ sent }) => headerValues(sent, NONCE_HEADER).join() !== (nonce ?? ''));
  const made = nonce === undefined ? 'without a nonce' : `with the nonce ${nonce}`;
  const problems = [
    ...where(
      nonce !== expected,
      `The run was made ${made}; expected ${expected}. Certify again with --nonce ${expected}.`,
    ),
    ...where(without.length > 0, `${without.length} requests did not carry the nonce that the statement names.`),
  ];
  return checkThat('nonce', problems, `Every request carried the nonce ${nonce}.`);
}

/** Whether the evidence is of this contract and whole, and its bodies are those that were received. */
export function checkEvidence({ header: { contract }, evidence, altered }: CertifiedRun): Check {
  const { name, version } = storeOrdersInterface;
  const missing = evidence.missing(() => true);
  const problems = [
    ...where(
      contract.name !== name || contract.version !== version,
      `The evidence is of ${contract.name} ${contract.version}; this version judges ${name} ${version}.`,
    ),
    ...where(
      missing.length > 0,
      `${missing.length} requests of the plan have no exchange, such as one of ${missing[0]?.scenario}: they were taken away, or the run was cut short.`,
    ),
    ...evidence.defects.map(({ scenario }) => `The suite itself failed in ${scenario} of that run.`),
    ...altered.map((id) => `The body of ${id} was changed: its digest is another one.`),
  ];
  const count = evidence.exchanges.length;
  return checkThat('evidence', problems, `${count} exchanges; bodies have the digests that they came with.`);
}

/** What was judged again entitles to a certificate: each requirement of its edition was looked at, and none broken. */
export function checkVerdict({ requirements, edition, verdict, complete, requirementCounts }: Report): Check {
  const scored = requirements.filter(isScored);
  const ids = new Set(scored.map(({ id }) => id));
  const wanted = storeOrdersInterface.editions.find(({ id }) => id === edition.id)?.requirements ?? {};
  const problems = [
    ...Object.keys(wanted)
      .filter((id) => !ids.has(id))
      .map((id) => `${id} is a requirement of edition ${edition.id}, and this version does not judge it.`),
    ...scored
      .filter((entry) => ['fail', 'error', 'skipped'].includes(entry.verdict))
      .map((entry) => `The evidence shows ${entry.id}: ${entry.verdict}.`),
    ...where(
      verdict !== 'conformant' || !complete,
      `Judged again, the run is ${verdict}${complete ? '' : ', and not complete'}.`,
    ),
  ];
  const { must, should } = requirementCounts;
  const remark = should.warn > 0 ? `, ${should.warn} of level should broken` : '';
  return checkThat('verdict', problems, `Judged again: conformant and complete, ${must.pass} must held${remark}.`);
}

export function checkReport(text: string, expected: string, derived: Report): [Check, readonly Difference[]] {
  const isSame = text === expected;
  const report = isSame ? derived : parsed(text);
  const [error] = isSame ? [] : validateReport(report);
  const differences = error ? [] : differencesOf(report as Report, derived);
  const { version } = derived.tool;
  const problems = [
    ...(error ? [`report.json${error.instancePath} ${error.message ?? 'is not what is expected'}.`] : []),
    ...differences.map(
      ({ requirement, certified, derived: now }) =>
        `${requirement}: the report says ${certified ?? 'nothing'}, the evidence ${now ?? 'nothing'}.`,
    ),
    ...where(!isSame && version === tool.version, 'report.json is not the report that follows from the evidence.'),
  ];
  const message = isSame
    ? 'report.json is the report that follows from the evidence, to the byte.'
    : `Written by version ${version}, judged again by ${tool.version}: every requirement has the same verdict.`;
  return [checkThat('report', problems, message), differences];
}

function differencesOf(certified: Report, derived: Report): Difference[] {
  const verdictsIn = ({ requirements }: Report) => new Map(requirements.map(({ id, verdict }) => [id, verdict]));
  const [before, after] = [verdictsIn(certified), verdictsIn(derived)] as const;
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((requirement) => ({
      requirement,
      certified: before.get(requirement) ?? null,
      derived: after.get(requirement) ?? null,
    }))
    .filter((difference) => difference.certified !== difference.derived);
}
