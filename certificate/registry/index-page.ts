import { type Content, markup } from '../../reporters/markup.js';
import { filterControls, pageOf, table } from '../../reporters/page/frame.js';
import { factList } from '../../reporters/page/parts.js';
import { countOf } from '../../reporters/wording.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import * as assets from './assets.generated.js';
import { matrixView } from './matrix.js';
import { CLASSES, classTag, day, type RefusedEntry, type Registry } from './registry.js';

/** What each class is worth, beside how many have it. */
const MEANING: Readonly<Record<(typeof CLASSES)[number], string>> = {
  'programme-run': 'a programme made the run itself, and signed it',
  verified: 'its maker made the run; a programme derived the verdict again, and signed that',
  'self-attested': 'only its maker vouches for where the evidence came from',
};

export function indexPage({ implementations, refused, updated, maxAgeDays }: Registry): string {
  const expired = implementations.filter(({ isExpired }) => isExpired).length;
  const title = `Conformance to the ${storeOrdersInterface.name} ${storeOrdersInterface.version}`;
  const ages = ['current', 'expired'].map((age) => [age, age] as const);
  return pageOf(
    title,
    markup`<header>
<h1>${title}</h1>
<p class="lede">${countOf(implementations.length, 'implementation')}, newest run of ${day(updated)}. The verdict of each was derived again from its evidence when this page was made.${maxAgeDays === undefined ? '' : ` A certificate is valid for ${maxAgeDays} days after its run: ${expired} expired.`}${refused.length > 0 ? markup` <a class="refused" href="#refused">${countOf(refused.length, 'bundle')} did not verify.</a>` : ''}</p>
</header>
<main>
<div hidden>
${filterControls('Filter the implementations', 'name, version …', [
  ['class', 'Class', CLASSES.map((of) => [of, of])],
  ...(maxAgeDays === undefined ? [] : [['age', 'Age', ages] as const]),
])}</div>
${matrixView(implementations)}<section id="classes">
<h2>Classes</h2>
${factList(CLASSES.map((of) => [markup`${classTag(of)} ${implementations.filter(({ current }) => current.class === of).length}`, MEANING[of]]))}<p class="note"><a href="index.json">Data</a></p>
</section>
${refused.length > 0 ? refusedView(refused) : ''}</main>
`,
    assets,
  );
}

/** They are told, whatever the reason: a bundle that vanishes says nothing. */
const refusedView = (refused: readonly RefusedEntry[]): Content =>
  markup`<section id="refused">
<h2>Not verified</h2>
${table(
  ['Bundle', 'Says that it is', 'Reason'],
  refused.map(
    ({ file, claim, reasons }) =>
      markup`<tr><th scope="row">${file}</th><td>${claim ?? '–'}</td><td class="long refused">${reasons.map((reason) => markup`<p>${reason}</p>`)}</td></tr>\n`,
  ),
)}</section>
`;
