import { type Content, type Markup, markup, prose } from '../../reporters/markup.js';
import { filterControls, pageOf, table } from '../../reporters/page-frame.js';
import { excerpt } from '../../reporters/printable.js';
import { countOf, someOf } from '../../reporters/wording.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import * as assets from './assets.generated.js';
import { matrixView, requirementsView } from './matrix.js';
import { type Answer, CLASSES, classTag, day, type RefusedEntry, type Registry } from './registry.js';

/** What each class is worth, beside how many have it. */
const MEANING: Readonly<Record<(typeof CLASSES)[number], string>> = {
  'programme-run': 'a programme made the run itself, and signed it',
  verified: 'its maker made the run; a programme derived the verdict again, and signed that',
  'self-attested': 'only its maker vouches for where the evidence came from',
};

export function indexPage({ implementations, refused, updated, survey, maxAgeDays }: Registry): string {
  const expired = implementations.filter(({ isExpired }) => isExpired).length;
  const title = `Conformance to the ${storeOrdersInterface.name} ${storeOrdersInterface.version}`;
  const ages = ['current', 'expired'].map((age) => [age, age] as const);
  return pageOf(
    title,
    markup`<header>
<h1>${title}</h1>
<p class="lede">${countOf(implementations.length, 'implementation')}, newest run of ${day(updated)}. The verdict of each was derived again from its evidence when this page was made.${refused.length > 0 ? markup` <a class="refused" href="#refused">${countOf(refused.length, 'bundle')} did not verify.</a>` : ''}${maxAgeDays === undefined ? '' : ` A certificate is valid for ${maxAgeDays} days after its run: ${expired} expired.`}</p>
<dl class="facts">
${CLASSES.map((of) => markup`<dt>${classTag(of)} ${implementations.filter(({ current }) => current.class === of).length}</dt><dd>${MEANING[of]}</dd>\n`)}</dl>
<p class="note"><a href="index.json">Data</a> · <a href="feed.xml">Feed</a> · <a href="#survey">Survey</a> · <a href="#requirements">Requirements</a></p>
</header>
<main>
<div hidden>
${filterControls('Filter the implementations', 'name, version, key …', [
  ['class', 'Class', CLASSES.map((of) => [of, of])],
  ...(maxAgeDays === undefined ? [] : [['age', 'Age', ages] as const]),
])}</div>
${refused.length > 0 ? refusedView(refused) : ''}${matrixView(implementations)}${requirementsView(implementations)}${implementations.length > 0 ? surveyView(survey) : ''}</main>
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

/** Answers that get a bar of their own: index.json has all. */
const MAX_ANSWERS = 8;

/** Per question that the contract leaves open, what the implementations do: the evidence for its next version. */
const surveyView = (survey: Registry['survey']): Markup =>
  markup`<section id="survey" class="survey">
<h2>Survey: where the contract is silent</h2>
<p class="lede">What the current version of each implementation does. Nothing of this is a deviation.</p>
${survey.map(questionView)}</section>
`;

function questionView({ id, clause, question, answers }: Registry['survey'][number]): Markup {
  const total = answers.reduce((sum, [, of]) => sum + of.length, 0);
  const rest = answers.slice(MAX_ANSWERS);
  const others: Answer = [`${rest.length} other answers`, rest.flatMap(([, of]) => of)];
  const shown = rest.length > 1 ? [...answers.slice(0, MAX_ANSWERS), others] : answers;
  return markup`<h3 id="question-${id}">${prose(question)} <span class="note">${id}, §${clause}</span></h3>
<ul>
${shown.map((answer) => answerView(answer, total))}</ul>
`;
}

function answerView([observed, implementations]: Answer, total: number): Markup {
  const amount = implementations.length;
  const width = ((100 * amount) / total).toFixed(1);
  const kind = observed.startsWith('not observed') ? 'unseen' : 'part';
  const names = implementations.map(({ name }) => name);
  return markup`<li><svg class="bar" role="img" aria-label="${amount} of ${total}"><rect class="ground" width="100%" height="100%" rx="2"/><rect class="${kind}" width="${width}%" height="100%" rx="2"/></svg> <span class="amount">${amount} of ${total}</span> <span class="answer">${prose(excerpt(observed))} <span class="note">${someOf(names)}</span></span></li>
`;
}
