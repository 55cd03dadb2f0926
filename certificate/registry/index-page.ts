import { type Markup, markup } from '../../reporters/markup.js';
import { filterControls, pageOf, table } from '../../reporters/page-frame.js';
import { countOf } from '../../reporters/wording.js';
import * as assets from './assets.generated.js';
import { matrixView, requirementsView } from './matrix.js';
import { classTag, day, none } from './parts.js';
import { CLASSES, type RefusedEntry, type Registry } from './registry.js';
import { surveyOrNone } from './survey.js';

/** What each class is worth, beside how many have it. */
const MEANING: Readonly<Record<(typeof CLASSES)[number], string>> = {
  'programme-run': 'a programme made the run itself, and signed it',
  verified: 'its maker made the run; a programme derived the verdict again, and signed that',
  'self-attested': 'only its maker vouches for where the evidence came from',
};

export function indexPage(registry: Registry): string {
  const { contract, implementations, refused, updated, survey, maxAgeDays } = registry;
  const expired = implementations.filter(({ isExpired }) => isExpired).length;
  const title = `Conformance to the ${contract.name} ${contract.version}`;
  return pageOf(
    title,
    markup`<header>
<h1>${title}</h1>
<p class="lede">${countOf(implementations.length, 'implementation')}, newest run of ${day(updated)}. The verdict of each was derived again from its evidence when this page was made.${refused.length > 0 ? markup` <a class="refused" href="#refused">${countOf(refused.length, 'bundle')} did not verify.</a>` : none}${maxAgeDays === undefined ? '' : ` A certificate is valid for ${maxAgeDays} days after its run: ${expired} expired.`}</p>
<dl class="facts">
${CLASSES.map((of) => markup`<dt>${classTag({ class: of })} ${implementations.filter(({ current }) => current.class === of).length}</dt><dd>${MEANING[of]}</dd>\n`)}</dl>
<p class="note"><a href="index.json">Data</a> · <a href="feed.xml">Feed</a> · <a href="#survey">Survey</a> · <a href="#requirements">Requirements</a></p>
</header>
<main>
${filters(maxAgeDays !== undefined)}${refusedView(refused)}${matrixView(registry)}${requirementsView(registry)}${surveyOrNone(survey)}</main>
`,
    assets,
  );
}

const filters = (canExpire: boolean): Markup =>
  markup`<div hidden>
${filterControls('Filter the implementations', 'name, version, key …', [
  ['class', 'Class', CLASSES.map((of) => [of, of])],
  ...(canExpire ? [['age', 'Age', ['current', 'expired'].map((age) => [age, age] as const)] as const] : []),
])}</div>
`;

/** They are told, whatever the reason: a bundle that vanishes says nothing. */
function refusedView(refused: readonly RefusedEntry[]): Markup {
  if (refused.length === 0) return none;
  return markup`<section id="refused">
<h2>Not verified</h2>
${table(
  ['Bundle', 'Says that it is', 'Reason'],
  refused.map(
    ({ file, claim, reasons }) =>
      markup`<tr><th scope="row">${file}</th><td>${claim ?? '–'}</td><td class="long refused">${reasons.map((reason) => markup`<p>${reason}</p>`)}</td></tr>\n`,
  ),
)}</section>
`;
}
