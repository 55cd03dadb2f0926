import { pageOf } from '../reporters/page/frame.js';
import { badge, factList, icons, section } from '../reporters/page/parts.js';
import { excerpt, markup } from '../reporters/printable.js';
import { heldOf } from '../reporters/wording.js';
import { checkSection, factsOf } from './facts.js';
import { fingerprintOf } from './keys.js';
import { type Certificate, type CertificateClass, notProven, type Signature } from './verification.js';

const LEVELS = ['must', 'should'] as const;

/** A page for people about a bundle: who, what, which edition, when, how to check it, and what it does not prove. */
export function certificatePage(certificate: Certificate, { keyid }: Signature): string {
  const of: CertificateClass = 'self-attested';
  const { subject, edition, contract, startedAt, issuedAt, derived, notAsked } = certificate;
  const name = `${subject.name} ${subject.version}`;
  const key = keyid === undefined ? undefined : fingerprintOf(keyid);
  const open = notProven(certificate, keyid === undefined ? { state: 'unsigned' } : { state: 'trusted', keyid });
  return pageOf(
    `${name}: ${contract.name} ${contract.version}`,
    markup`${icons}<header>
<h1><span class="contract-name">${contract.name} ${contract.version}, edition ${edition.id}</span> ${name}</h1>
<p>${badge('pass', `conformant, ${of}, ${startedAt.slice(0, 10)}`)}</p>
</header>
<main>
${section('facts', 'What was certified', [
  factList([
    ['product', name],
    ['issued', `${issuedAt}, by the word of its maker`],
    ['class', of],
    ['key', key ?? 'none: it is unsigned'],
    ...LEVELS.flatMap((level) => (derived ? [[level, heldOf(derived.requirementCounts[level])] as const] : [])),
    ...(notAsked ? [['not asked', notAsked.join(' ')] as const] : []),
    ...factsOf(certificate),
  ]),
])}${checkSection(certificate, keyid, 'BUNDLE')}${section('not-shown', 'What it does not show', [markup`<ul class="plain">\n${open.map((text) => markup`<li>${excerpt(text)}</li>\n`)}</ul>\n`])}</main>
`,
  );
}
