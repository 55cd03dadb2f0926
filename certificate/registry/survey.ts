import { type Markup, markup, prose } from '../../reporters/markup.js';
import { excerpt } from '../../reporters/printable.js';
import { someOf } from '../../reporters/wording.js';
import type { Answer, Registry } from './registry.js';

/** Answers that get a bar of their own: index.json has all. */
const MAX_ANSWERS = 8;

/** Per question that the contract leaves open, what the implementations do: the evidence for its next version. */
export const surveyView = (survey: Registry['survey']): Markup =>
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
