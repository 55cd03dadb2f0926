import type { Cause, Report } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import type { CauseView } from '../view.js';
import { countOf } from '../wording.js';
import { exchangeBelow, knownDeviation, versus } from './finding.js';
import { anchorOf, idLinks } from './links.js';
import { badge, prose, section } from './prose.js';

/** Why the target deviates, each cause with one example and what to do. */
export const causesView = (causes: readonly CauseView[], { strict }: Report): Markup =>
  section(
    'causes',
    causes.length === 1 ? 'One cause' : `${causes.length} causes`,
    causes.map((view) => causeBlock(view, strict)),
  );

function causeBlock({ cause, counts, evidence, known }: CauseView, isStrict: boolean): Markup {
  const { id, headline, level, requirements, likely, repair } = cause;
  const mark = known.length > 0 ? 'known' : level === 'must' || isStrict ? 'fail' : 'warn';
  return markup`<article class="cause ${mark}" id="${anchorOf.cause(id)}" data-item data-verdict="${mark}" data-level="${level}">
<p class="badge">${badge(mark)}</p>
<div>
<h3>${prose(excerpt(headline))}</h3>
<p class="note">${counts}: <code>${excerpt(id)}</code></p>
${known.map(knownDeviation)}${versus(cause)}${evidence ? exchangeBelow(evidence, cause) : markup``}${likely ? likeness(likely) : markup``}<div class="repair"><h4>How to repair it</h4>
${recipe(repair)}</div>
${idLinks(requirements, countOf(requirements.length, 'broken requirement'), anchorOf.requirement)}</div>
</article>
`;
}

const likeness = ({ name, looks }: NonNullable<Cause['likely']>): Markup =>
  markup`<p class="likely">This looks like <strong>${name}</strong>. By default it sends: ${prose(looks)}</p>
`;

/** Lines that are indented are code; an empty line among them is, too. */
function recipe(text: string): Markup[] {
  const blocks = text.split(/^((?: {2}.*(?:\n(?=\n* {2}))?\n?)+)/m);
  return blocks.flatMap((block, index) => {
    const lines = block.replace(/^\n+|\n+$/g, '');
    if (lines === '') return [];
    return [index % 2 === 1 ? markup`<pre>${lines.replace(/^ {2}/gm, '')}</pre>\n` : markup`<p>${prose(lines)}</p>\n`];
  });
}
