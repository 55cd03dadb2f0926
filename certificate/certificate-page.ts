import { type Markup, markup } from '../reporters/markup.js';
import * as assets from '../reporters/page/assets.generated.js';
import { pageOf } from '../reporters/page/frame.js';
import { badge, factList, icons, section, snippet } from '../reporters/page/parts.js';
import { excerpt } from '../reporters/printable.js';
import { heldOf } from '../reporters/wording.js';
import { fingerprintOf } from './keys.js';
import { day } from './registry/registry.js';
import type { Verification } from './verification.js';

/**
 * A page beside a bundle, for people: who, what, which edition, when, which class, how to check it, and what it does not show.
 * @param bundle its name, as it is handed on
 */
export function certificatePage(verification: Verification, bundle: string): string {
  const { certificate, signature, class: of, notProven } = verification;
  if (!certificate) throw new Error('There is no statement to make a page of.');
  const { subject, target, edition, contract, tool, startedAt, issuedAt, derived, declared, notApplicable } =
    certificate;
  const name = `${subject.name} ${subject.version}`;
  const key = signature?.keyid === undefined ? undefined : fingerprintOf(signature.keyid);
  const verify = `npx ${tool.name}@${tool.version} verify ${bundle}${key === undefined ? '' : ' --trust KEY.pub'}`;
  return pageOf(
    `${name}: ${contract.name} ${contract.version}`,
    markup`${icons}<header>
<h1><span class="contract-name">${contract.name} ${contract.version}, edition ${edition.id}</span> ${name}</h1>
<p>${badge('conformant', `conformant, ${of}, ${day(startedAt)}`)}</p>
</header>
<main>
${section('facts', 'What was certified', [
  factList([
    ['product', name],
    ['served at', target.baseUrl],
    ['run', startedAt],
    ['issued', issuedAt],
    ['class', of],
    ['key', key ?? 'none: it is unsigned'],
    ...(derived
      ? [
          ['must', heldOf(derived.requirementCounts.must)] as const,
          ['should', heldOf(derived.requirementCounts.should)] as const,
        ]
      : []),
    ['declared', declared.join(', ') || 'nothing'],
    ['not applicable', notApplicable.map(({ requirement }) => requirement).join(', ') || 'nothing'],
    ['suite', `${tool.name} ${tool.version}`],
  ]),
])}${section('check', 'How to check it', [
  markup`<p>This page proves nothing by itself. With the bundle at hand, this derives every verdict again${key === undefined ? '' : ', where KEY.pub is the public key that its owner gave you: its fingerprint must be the one above'}:</p>\n`,
  snippet(verify),
])}${section('not-shown', 'What it does not show', [markup`<ul class="plain">\n${notProven.map(sentence)}</ul>\n`])}</main>
`,
    assets,
  );
}

const sentence = (text: string): Markup => markup`<li>${excerpt(text)}</li>\n`;
