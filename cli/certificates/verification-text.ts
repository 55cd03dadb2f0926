import { subjectText } from '../../certificate/bundle/subject.js';
import { fingerprintOf } from '../../certificate/signing/keys.js';
import type { Certificate, Verification } from '../../certificate/verify/result.js';
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
    ...section('Broken, but only at the level `should`:', certificate?.warned ?? []),
    ...section('Not checked:', notChecked),
    ...(verification.verified ? section('No bundle can show:', notProven) : []),
    '',
    resultText(verification),
    '',
  ].join('\n');
}

function heading(
  { subject, target, edition, startedAt, result, declared, publishable }: Certificate,
  { signature }: Verification,
): string[] {
  const signed =
    signature === undefined || signature.state === 'unsigned'
      ? 'Unsigned'
      : `Signed by ${fingerprintOf(signature.keyid)}`;
  const declaration = declared.length > 0 ? `, declared: ${declared.join(', ')}` : '';
  return [
    printable(
      `${subjectText(subject)} at ${target.baseUrl}, ${result} by edition ${edition.id} on ${startedAt.slice(0, 10)}${declaration}`,
    ),
    `${signed}${publishable ? `, publishable: ${derivableText(publishable)}` : ''}`,
    '',
  ];
}

function derivableText({ notDerivable }: NonNullable<Certificate['publishable']>): string {
  if (notDerivable.length === 0) return 'every requirement can still be derived again';
  return `all but ${notDerivable.join(', ')} can still be derived again`;
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
  const who =
    signature?.state === 'trusted'
      ? 'signed by a key that you trust'
      : signature?.state === 'unsigned'
        ? 'unsigned'
        : 'signed by a key that you did not name';
  return `VERIFIED (${certificateClass}, ${who}): the verdict follows from the evidence in the bundle.`;
}
