import { NPX } from '../interface/helpers/helpers.js';
import { pageOf } from '../reporters/page/frame.js';
import { badge, factList, icons, section, snippet } from '../reporters/page/parts.js';
import { excerpt, type Markup, markup } from '../reporters/printable.js';
import { heldOf } from '../reporters/wording.js';
import { factsOf } from './facts.js';
import { fingerprintOf } from './keys.js';
import { type Certificate, type CertificateClass, notProven, type Signature } from './verification.js';

/** A page for people about a bundle: who, what, which edition, when, how to check it, and what it does not prove. */
export function certificatePage(certificate: Certificate, { keyid }: Signature): string {
  const of: CertificateClass = 'self-attested';
  const { subject, edition, contract, tool, startedAt, issuedAt, derived, notAsked } = certificate;
  const name = `${subject.name} ${subject.version}`;
  const key = keyid === undefined ? undefined : fingerprintOf(keyid);
  const verify = `${NPX} verify BUNDLE${key === undefined ? '' : ' --trust KEY.pub'}`;
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
    ...(derived
      ? [
          ['must', heldOf(derived.requirementCounts.must)] as const,
          ['should', heldOf(derived.requirementCounts.should)] as const,
        ]
      : []),
    ...(notAsked ? [['not asked', notAsked.join(' ')] as const] : []),
    ...factsOf(certificate),
  ]),
])}${section('check', 'How to check it', [
  markup`<p>This page proves nothing by itself. With the bundle at hand, and ${tool.name} ${tool.version} installed, this derives every verdict again, where BUNDLE is its directory${key === undefined ? '' : ', and KEY.pub the public key that its owner gave you: its fingerprint must be the one above'}:</p>\n`,
  snippet(verify),
])}${section('not-shown', 'What it does not show', [markup`<ul class="plain">\n${open.map(sentence)}</ul>\n`])}</main>
`,
  );
}

const sentence = (text: string): Markup => markup`<li>${excerpt(text)}</li>\n`;
