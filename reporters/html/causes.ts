import type { Cause } from '../../judge/report/report.js';
import { anchorOf, badge, idLink, idLinks, more, section, snippet } from '../page/parts.js';
import { excerpt, type Markup, markup, prose } from '../printable.js';
import type { CauseView, JudgedRequirement } from '../view.js';
import { versus } from './difference.js';

/** The causes of all deviations, each with one example and a remedy. The first one is unfolded. */
export const causesView = (causes: readonly CauseView[], judged: readonly JudgedRequirement[]): Markup =>
  section(
    'causes',
    causes.length > 1 ? `${causes.length} causes` : 'One cause',
    causes.map((view, index) => {
      const broken = judged.filter(({ requirement }) => view.cause.requirements.includes(requirement.id));
      return causeBlock(view, broken, index + 1);
    }),
  );

function causeBlock(view: CauseView, broken: readonly JudgedRequirement[], number: number): Markup {
  const { cause, remedy, mark, counts, waits, evidence, known } = view;
  const { id, headline, requirements, likely, at } = cause;
  const verdicts = new Set(broken.map((entry) => entry.mark));
  const levels = new Set(broken.map(({ requirement }) => requirement.level));
  return markup`<details class="cause ${mark}" id="${anchorOf('cause', id)}" data-item data-verdict="${[...verdicts].join(' ')}" data-level="${[...levels].join(' ')}"${number === 1 ? markup` open` : ''}>
<summary>${badge(mark, cause.level)} <h3>${number}. ${prose(excerpt(headline))}</h3>
<span class="note">${counts}</span></summary>
<div class="detail">
${known.map(more)}${versus(cause)}${evidence ? markup`<p class="note">At <code>${excerpt(at)}</code> of ${idLink('exchange', evidence.id)}${cause.log ? markup`. In the log: <code>${excerpt(cause.log)}</code>` : markup``}</p>\n${snippet(evidence.curl)}` : markup``}${likely ? likeness(likely) : markup``}<div class="repair"><h4>How to repair it</h4>
${recipe(remedy)}</div>
${idLinks(requirements, 'It breaks', () => 'req')}${waits === undefined ? markup`` : more(waits)}<p class="note">Cause <code>${excerpt(id)}</code></p>
</div>
</details>
`;
}

const likeness = ({ name, looks }: NonNullable<Cause['likely']>): Markup =>
  markup`<p>This looks like <strong>${prose(name)}</strong>. By default it sends: ${prose(looks)}</p>
`;

/** Indented lines are code, including empty lines between them. */
function recipe(text: string): Markup[] {
  const blocks = text.split(/^((?: {2}.*(?:\n(?=\n* {2}))?\n?)+)/m);
  return blocks.flatMap((block, index) => {
    const lines = block.replace(/^\n+/, '').trimEnd();
    if (lines === '') return [];
    return [index % 2 === 1 ? snippet(lines.replace(/^ {2}/gm, '')) : markup`<p>${prose(lines)}</p>\n`];
  });
}
