import { SIGNED } from '../../../certificate/checks.js';
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

function heading(certificate: Certificate, { signature, result: checked }: Verification): string[] {
  const { subject, target, edition, startedAt, result, declared, derived } = certificate;
  const { subjectDigest, notAsked = [], notSeen = [] } = certificate;
  const day = startedAt.slice(0, 10);
  const claim = `${subjectText(subject)} at ${target.baseUrl}, ${result} by edition ${edition.id} on ${day} (its maker's word)`;
  return [
    checked === 'refused' ? `It claims, and that is not verified: ${claim}` : claim,
    ...(derived ? [[...countsOf(derived), ...declared.map((text) => `declared: ${text}`)].join(' · ')] : []),
    ...(subjectDigest ? [`Its maker ships it as ${subjectDigest}: no run shows that this was deployed.`] : []),
    ...notAsked,
    ...notSeen,
    signature ? SIGNED[signature.state](signature.keyid ?? '') : 'Its signature does not hold.',
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

function resultText({ result, class: certificateClass, checks, signature }: Verification): string {
  if (result === 'refused') return `NOT VERIFIED: ${checks.find(({ ok }) => !ok)?.check}.`;
  const follows = `(${certificateClass}): the verdict follows from the evidence in the bundle.`;
  if (result === 'derived')
    return `DERIVED, ${signature?.state === 'unsigned' ? 'unsigned' : 'signed by nobody you named'} ${follows} --trust KEY.pub names who may sign.`;
  return `VERIFIED, signed by a key that you trust ${follows}`;
}
