import type { Cause, Report } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import { countOf } from '../wording.js';
import { anchorOf } from './anchors.js';
import { exchangeBelow, versus } from './finding.js';
import { idLinks } from './ids.js';
import { badge, prose, section } from './prose.js';

/** Why the target deviates, each cause with one example and what to do. */
export const causesView = (report: Report): Markup =>
  section(
    'causes',
    report.causes.length === 1 ? 'One cause' : `${report.causes.length} causes`,
    report.causes.map((cause) => causeBlock(cause, report)),
  );

function causeBlock(cause: Cause, report: Report): Markup {
  const { id, headline, level, requirements, answers, at, likely, repair } = cause;
  const exchange = report.exchanges.find((candidate) => candidate.id === cause.exchange);
  const verdict = level === 'must' || report.strict ? 'fail' : 'warn';
  const amount = answers === 0 ? '' : `, shown by ${countOf(answers, 'answer')}`;
  return markup`<article class="cause ${verdict}" id="${anchorOf.cause(id)}" data-item data-verdict="${verdict}" data-level="${level}">
<p class="badge">${badge(verdict)}</p>
<div>
<h3>${prose(excerpt(headline))}</h3>
<p class="note">It breaks ${countOf(requirements.length, 'requirement')}${amount}. <code>${excerpt(id)}</code></p>
${versus(cause)}${exchange ? exchangeBelow(exchange, at) : markup``}${likely ? likeness(likely) : markup``}<div class="repair"><h4>How to repair it</h4>
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
