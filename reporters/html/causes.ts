import type { Cause } from '../../runner/judge/report.js';
import { type Markup, markup, prose } from '../markup.js';
import { excerpt } from '../printable.js';
import type { CauseView, JudgedRequirement } from '../view.js';
import { versus } from './difference.js';
import { anchorOf, badge, factList, icon, idLink, idLinks, linkTo, section, snippet } from './parts.js';

/** Why the target deviates: a list of all causes, then each with one example and what to do. */
export function causesView(causes: readonly CauseView[], judged: readonly JudgedRequirement[]): Markup {
  const isSeveral = causes.length > 1;
  return section('causes', isSeveral ? `${causes.length} causes` : 'One cause', [
    ...(isSeveral ? [overview(causes)] : []),
    ...causes.map((view, index) => {
      const broken = judged.filter(({ requirement }) => view.cause.requirements.includes(requirement.id));
      return causeBlock(view, broken, isSeveral ? index + 1 : undefined);
    }),
  ]);
}

const overview = (causes: readonly CauseView[]): Markup => markup`<ol class="overview">
${causes.map(
  ({ cause, mark, counts }) =>
    markup`<li data-place><div>${badge(mark, cause.level)} ${linkTo(anchorOf('cause', cause.id), prose(excerpt(cause.headline)))} <span class="note">${counts}</span></div></li>\n`,
)}</ol>
`;

/** @param number in the list above, which has the counts */
function causeBlock(view: CauseView, broken: readonly JudgedRequirement[], number: number | undefined): Markup {
  const { cause, mark, counts, evidence, known } = view;
  const { id, headline, requirements, likely, repair, at } = cause;
  const verdicts = new Set(broken.map((entry) => entry.mark));
  const levels = new Set(broken.map(({ requirement }) => requirement.level));
  const sign = number === undefined ? icon(mark) : markup`${number}`;
  const said = number === undefined ? `${counts}: ` : '';
  return markup`<article class="cause ${mark}" id="${anchorOf('cause', id)}" data-item data-verdict="${[...verdicts].join(' ')}" data-level="${[...levels].join(' ')}">
<h3><span class="verdict ${mark}">${sign}</span> ${prose(excerpt(headline))}</h3>
<p class="note">${said}<code>${excerpt(id)}</code></p>
${known.map(factList)}${versus(cause, evidence)}${evidence ? markup`<p class="note">At <code>${excerpt(at)}</code> of ${idLink('exchange', evidence.id)}</p>\n${snippet(evidence.curl)}` : markup``}${likely ? likeness(likely) : markup``}<div class="repair"><h4>How to repair it</h4>
${recipe(repair)}</div>
${idLinks(requirements, 'It breaks', () => 'req')}</article>
`;
}

const likeness = ({ name, looks }: NonNullable<Cause['likely']>): Markup =>
  markup`<p>This looks like <strong>${prose(name)}</strong>. By default it sends: ${prose(looks)}</p>
`;

/** Lines that are indented are code; an empty line among them is, too. */
function recipe(text: string): Markup[] {
  const blocks = text.split(/^((?: {2}.*(?:\n(?=\n* {2}))?\n?)+)/m);
  return blocks.flatMap((block, index) => {
    const lines = block.replace(/^\n+/, '').trimEnd();
    if (lines === '') return [];
    return [index % 2 === 1 ? snippet(lines.replace(/^ {2}/gm, '')) : markup`<p>${prose(lines)}</p>\n`];
  });
}
