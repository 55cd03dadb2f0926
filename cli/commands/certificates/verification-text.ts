import { fingerprintOf } from '../../../certificate/keys.js';
import { subjectText } from '../../../certificate/statement.js';
import type { Certificate, Verification } from '../../../certificate/verification.js';
import { oneLine } from '../../../reporters/printable.js';
import { heldOf } from '../../../reporters/wording.js';

/** The longest section that fits on a screen. */
const MAX_LINES = 12;

/** One screen: the certificate, the checks, the result, and facts that no bundle can prove. */
export function verificationText(verification: Verification): string {
  const { certificate, checks, notProven, result } = verification;
  const width = Math.max(...checks.map(({ check }) => check.length));
  const exempt = certificate?.derived?.notApplicable.map(({ requirement, reason }) => `${requirement}: ${reason}`);
  return [
    ...(certificate ? heading(certificate, verification) : []),
    ...checks.map(({ check, ok, message }) => `${ok ? ' ok ' : ' NO '} ${check.padEnd(width)}  ${oneLine(message)}`),
    ...section('Not applicable:', exempt),
    ...section('Broken, but only at the level `should`:', certificate?.warned),
    ...section('No bundle can show:', result === 'refused' ? [] : notProven),
    '',
    resultText(verification),
    '',
  ].join('\n');
}

function heading(certificate: Certificate, { signature }: Verification): string[] {
  const { subject, target, edition, startedAt, result, declared, derived, notAsked = [] } = certificate;
  const day = startedAt.slice(0, 10);
  return [
    `${subjectText(subject)} at ${target.baseUrl}, ${result} by edition ${edition.id} on ${day} (its maker's word)`,
    ...(derived ? [[...countsOf(derived), ...declared.map((text) => `declared: ${text}`)].join(' · ')] : []),
    ...notAsked,
    signature?.keyid === undefined ? 'Unsigned' : `Signed by ${fingerprintOf(signature.keyid)}`,
    '',
  ].map(oneLine);
}

const countsOf = ({ requirementCounts }: NonNullable<Certificate['derived']>): string[] =>
  (['must', 'should'] as const).map((level) => {
    const counts = requirementCounts[level];
    return `${level} ${heldOf(counts)}, ${counts['not-applicable']} not applicable`;
  });

function section(title: string, lines: readonly string[] = []): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LINES;
  const visible = lines.slice(0, MAX_LINES).map((line) => `  - ${oneLine(line)}`);
  return ['', title, ...visible, ...(more > 0 ? [`  … and ${more} more (--format json has all)`] : [])];
}

function resultText({ result, class: certificateClass, checks }: Verification): string {
  if (result === 'refused') return `NOT VERIFIED: ${checks.find(({ ok }) => !ok)?.check}.`;
  const follows = `(${certificateClass}): the verdict follows from the evidence in the bundle.`;
  if (result === 'derived') return `DERIVED, signed by nobody you named ${follows} --trust KEY.pub names who may sign.`;
  return `VERIFIED, signed by a key that you trust ${follows}`;
}
