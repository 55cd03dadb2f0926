import { type Markup, markup } from '../markup.js';
import type { JudgedRequirement } from '../view.js';
import { levels, worstFirst } from '../wording.js';
import { type ClauseView, headingOf } from './clauses.js';
import { anchorOf, link } from './links.js';
import { icon, type Mark, markWord } from './prose.js';

/** A section of the page that has something in it. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
}

/** The table of contents: what is before the contract, its clauses with their worst verdict, and what is after it. */
export const contents = (before: readonly Entry[], clauses: readonly ClauseView[], after: readonly Entry[]): Markup =>
  markup`<nav aria-labelledby="contents-title">
<h2 id="contents-title">Contents</h2>
<ul>
${before.filter(isThere).map(entry)}<li>${link('contract', 'The contract')}
<ul class="clauses">
${clauses.map(clauseEntry)}</ul></li>
${after.filter(isThere).map(entry)}</ul>
</nav>
`;

const isThere = ({ amount }: Entry): boolean => amount > 0;

const entry = ({ id, title, amount }: Entry): Markup =>
  markup`<li>${link(id, markup`${title} <span class="amount">${amount}</span>`)}</li>\n`;

const clauseEntry = ({ clause, title, tally, worst }: ClauseView): Markup => {
  const name = markup`<span class="verdict ${worst}">${icon(worst)}</span>${headingOf({ clause, title })} <span class="amount">${tally.replace(/ held.*/, '').replace(' of ', '/')}</span>`;
  return markup`<li>${link(anchorOf.clause(clause), name)}</li>\n`;
};

/** Hidden until the script that obeys them runs. */
export function filters(judged: readonly JudgedRequirement[]): Markup {
  const count = (isCounted: (entry: JudgedRequirement) => boolean) => judged.filter(isCounted).length;
  const marks = ([...worstFirst, 'known'] as const).map((of) => [of, count(({ mark }) => mark === of)] as const);
  const amounts = levels.map((level) => [level, count(({ requirement }) => requirement.level === level)] as const);
  return markup`<div class="filters" role="search" aria-label="Filter the report" hidden>
<div class="search"><label for="filter-q">Search</label> <input id="filter-q" type="search" autocomplete="off" spellcheck="false" placeholder="id, text, header, body …"></div>
<fieldset><legend>Verdict</legend>
${marks.map(([mark, amount]) => toggle('verdict', mark, amount, markup`${icon(mark)}${markWord(mark)}`))}</fieldset>
<fieldset><legend>Level</legend>
${amounts.map(([level, amount]) => toggle('level', level, amount, markup`${level}`))}</fieldset>
<p class="result"><span id="filter-result" role="status"></span> <button type="button" id="filter-clear" hidden>Show all</button></p>
</div>
`;
}

const toggle = (name: string, value: Mark | string, amount: number, words: Markup): Markup =>
  amount === 0
    ? markup``
    : markup`<button type="button" class="${value}" data-filter="${name}" data-value="${value}" aria-pressed="false">${words} <span class="amount">${amount}</span></button>\n`;
