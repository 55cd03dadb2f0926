import type { Cause } from '../../runner/judge/report.js';
import { type Markup, markup, prose } from '../markup.js';
import { excerpt } from '../printable.js';
import type { CauseView, JudgedRequirement } from '../view.js';
import { versus } from './difference.js';
import { anchorOf, badge, factList, icon, idLink, idLinks, linkTo, section, snippet } from './parts.js';

/** Why the target deviates: a list of all causes, then each with one example and what to do. */
export function causesView(causes: readonly CauseView[], judged: readonly JudgedRequirement[]): Markup {
  const marks = new Map(judged.map(({ requirement, mark }) => [requirement.id, mark]));
  const levels = new Map(judged.map(({ requirement }) => [requirement.id, requirement.level]));
  const shown = causes.map((view, index) => {
    const { requirements } = view.cause;
    const of = (values: ReadonlyMap<string, string>) => [...new Set(requirements.map((id) => values.get(id) ?? ''))];
    return { ...view, number: index + 1, filters: { verdict: of(marks), level: of(levels) } } as const;
  });
  const isSeveral = shown.length > 1;
  return section('causes', isSeveral ? `${causes.length} causes` : 'One cause', [
    ...(isSeveral ? [overview(shown)] : []),
    ...shown.map((cause) => causeBlock(cause, isSeveral)),
  ]);
}

interface NumberedCause extends CauseView {
  readonly number: number;
  /** Of the requirements that it breaks. */
  readonly filters: Readonly<Record<'verdict' | 'level', readonly string[]>>;
}

const overview = (causes: readonly NumberedCause[]): Markup => markup`<ol class="overview">
${causes.map(
  ({ cause, mark, counts }) =>
    markup`<li data-place><div>${badge(mark, cause.level)} ${linkTo(anchorOf('cause', cause.id), prose(excerpt(cause.headline)))} <span class="note">${counts}</span></div></li>\n`,
)}</ol>
`;

function causeBlock(view: NumberedCause, isListed: boolean): Markup {
  const { cause, number, mark, filters, counts, evidence, known } = view;
  const { id, headline, requirements, likely, repair, at } = cause;
  const sign = isListed ? markup`${number}` : icon(mark);
  // The list above has them.
  const said = isListed ? '' : `${counts}: `;
  return markup`<article class="cause ${mark}" id="${anchorOf('cause', id)}" data-item data-verdict="${filters.verdict.join(' ')}" data-level="${filters.level.join(' ')}">
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
    const lines = block.replace(/^\n+|\n+$/g, '');
    if (lines === '') return [];
    return [index % 2 === 1 ? snippet(lines.replace(/^ {2}/gm, '')) : markup`<p>${prose(lines)}</p>\n`];
  });
}
