import { fingerprintOf } from '../../certificate/keys.js';
import { subjectText } from '../../certificate/subject.js';
import type { Certificate, Verification } from '../../certificate/verification.js';
import { printable } from '../../reporters/printable.js';

/** Differences that fit on the screen; the JSON result has all. */
const MAX_DIFFERENCES = 10;

/** One screen: what the bundle says, what was checked, the result, and what no bundle can show. */
export function verificationText(verification: Verification): string {
  const { certificate, checks, differences, notChecked, notProven } = verification;
  const width = Math.max(...checks.map(({ check }) => check.length));
  return [
    ...(certificate ? heading(certificate, verification) : []),
    ...checks.map(({ check, ok, message }) => `${ok ? ' ok ' : ' NO '} ${check.padEnd(width)}  ${printable(message)}`),
    ...section('Another verdict than the bundle says:', differencesText(differences)),
    ...section(
      'Not applicable:',
      (certificate?.derived?.notApplicable ?? []).map(({ requirement, reason }) => `${requirement}: ${reason}`),
    ),
    ...section('Broken, but only at the level `should`:', certificate?.warned ?? []),
    ...section('Not checked:', notChecked),
    ...(verification.verified ? section('No bundle can show:', notProven) : []),
    '',
    resultText(verification),
    '',
  ].join('\n');
}

function heading(certificate: Certificate, { signature }: Verification): string[] {
  const { subject, target, edition, startedAt, result } = certificate;
  const signer = signature && 'keyid' in signature ? `Signed by ${fingerprintOf(signature.keyid)}` : 'Unsigned';
  const day = startedAt.slice(0, 10);
  return [
    `${subjectText(subject)} at ${target.baseUrl}, ${result} by edition ${edition.id} on ${day}`,
    countsText(certificate),
    signer,
  ]
    .filter((line) => line !== '')
    .map(printable)
    .concat('');
}

function countsText({ derived, declared }: Certificate): string {
  if (!derived) return '';
  const levels = (['must', 'should'] as const).map((level) => {
    const counts = derived.requirementCounts[level];
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return `${level} ${counts.pass} of ${all} held, ${counts['not-applicable']} not applicable`;
  });
  return [...levels, ...declared.map((text) => `declared: ${text}`)].join(' · ');
}

function differencesText(differences: Verification['differences']): string[] {
  const more = differences.length - MAX_DIFFERENCES;
  const lines = differences
    .slice(0, MAX_DIFFERENCES)
    .map(
      ({ requirement, certified, derived }) =>
        `${requirement}: ${certified ?? 'not in the report'} → ${derived ?? 'not known here'}`,
    );
  return more > 0 ? [...lines, `… and ${more} more (--format json has all)`] : lines;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  - ${printable(line)}`)];

function resultText({ verified, class: certificateClass, checks, signature }: Verification): string {
  const wrong = checks.filter(({ ok }) => !ok).map(({ check }) => check);
  if (!verified) return `NOT VERIFIED: ${wrong.join(', ') || 'the bundle could not be read'}.`;
  const who = signature?.state === 'trusted' ? 'signed by a key that you trust' : 'signed by nobody you named';
  return `VERIFIED, ${who} (${certificateClass}): the verdict follows from the evidence in the bundle.`;
}
