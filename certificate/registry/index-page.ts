import { filterControls, pageOf, table } from '../../reporters/page/frame.js';
import { factList, section } from '../../reporters/page/parts.js';
import { type Markup, markup } from '../../reporters/printable.js';
import { countOf } from '../../reporters/wording.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { CertificateClass } from '../verification.js';
import { matrixView } from './matrix.js';
import { classTag, day, type RefusedEntry, type Registry } from './registry.js';

/** The meaning of each class, next to the number of certificates. */
const CLASSES = [
  ['programme-run', 'a programme made the run itself, and signed it'],
  ['self-attested', 'only its maker vouches for where the evidence came from'],
] as const satisfies readonly (readonly [CertificateClass, string])[];

export function indexPage({ implementations, refused, updated }: Registry): string {
  const title = `Conformance to the ${storeOrdersInterface.name} ${storeOrdersInterface.version}`;
  return pageOf(
    title,
    markup`<header>
<h1>${title}</h1>
<p class="lede">${countOf(implementations.length, 'implementation')}, newest run of ${day(updated)}, by the word of its maker. The verdict of each was derived again from its evidence when this page was made.${refused.length > 0 ? markup` <a class="refused" href="#refused">${countOf(refused.length, 'bundle')} did not verify.</a>` : ''}</p>
</header>
<main>
${filterControls('Filter the implementations', 'name, version …', [
  ['class', 'Class', CLASSES.map(([of]) => [of, of])],
])}${matrixView(implementations)}${section('classes', 'Classes', [
  factList(
    CLASSES.map(([of, meaning]) => [
      markup`${classTag(of)} ${implementations.filter(({ current }) => current.class === of).length}`,
      meaning,
    ]),
  ),
  markup`<p class="note"><a href="index.json">Data</a></p>\n`,
])}${section('refused', 'Not verified', refused.length > 0 ? [table(['Bundle', 'Says that it is', 'Reason'], refused.map(refusedRow))] : [])}</main>
`,
  );
}

/** Refused bundles are always listed with the reason: a bundle that disappears would say nothing. */
const refusedRow = ({ file, claim, reasons }: RefusedEntry): Markup =>
  markup`<tr><th scope="row">${file}</th><td>${claim ?? '–'}</td><td class="long refused">${reasons.map((reason) => markup`<p>${reason}</p>`)}</td></tr>\n`;
