import type { Report } from '../../runner/judge/report.js';
import { type Content, type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import type { BaselineRemark, UnjudgedGroup } from '../view.js';
import { clauseName } from '../wording.js';
import { anchorOf, idLinks, link } from './links.js';
import { badge, prose, section } from './prose.js';

/** What was left open and why, said once for all that share the reason. */
export const unjudgedView = (groups: readonly UnjudgedGroup[], { requirements }: Report): Markup => {
  const isRequirement = new Set(requirements.map(({ id }) => id));
  const anchor = (id: string) => (isRequirement.has(id) ? anchorOf.requirement(id) : anchorOf.scenario(id));
  return section(
    'not-judged',
    'Not judged',
    groups.map(
      ({ verdict, title, reason, ids }) => markup`<article class="open-point" data-item data-verdict="${verdict}">
<p class="badge">${badge(verdict)}</p>
<div><h3>${prose(reason)}</h3>
${idLinks(ids, title.replace(`${verdict}, `, ''), anchor)}</div>
</article>
`,
    ),
  );
};

/** What there is to do about entries of the baseline. */
export const baselineView = (remarks: readonly BaselineRemark[]): Markup =>
  section(
    'baseline',
    'Baseline',
    remarks.map(
      ({ severity, text }) => markup`<div class="open-point" data-item>
<p class="badge">${badge(severity)}</p>
<p>${text}</p>
</div>
`,
    ),
  );

export const remarksView = (remarks: readonly string[]): Markup =>
  section('remarks', 'Remarks', remarks.length === 0 ? [] : [remarkList(remarks)]);

const remarkList = (remarks: readonly string[]): Markup => markup`<ul class="remarks">
${remarks.map((text) => markup`<li data-item>${prose(text)}</li>\n`)}</ul>
`;

/** The ambiguity register. */
export const questionsView = ({ ambiguities }: Report): Markup =>
  section(
    'questions',
    'Open questions of the contract',
    ambiguities.length === 0
      ? []
      : [
          markup`<p class="note">The contract does not say. No verdict depends on it; this is what the target does.</p>\n`,
          table(
            ['Clause', 'Question', 'Observed'],
            ambiguities.map(({ id, clause, question, observed }) => [
              clauseName(clause),
              markup`${prose(question)} <code>${excerpt(id)}</code>`,
              markup`${prose(excerpt(observed))}`,
            ]),
            'questions',
          ),
        ],
  );

/** The deletion ledger. */
export function ledgerView({ deletions }: Report): Markup {
  const shown = deletions.slice(0, LEDGER_ROWS);
  const more = deletions.length - shown.length;
  const rows = shown.map(({ orderId, scenario, purpose, authorized, status }): Content[] => [
    markup`<code>${excerpt(orderId)}</code>`,
    markup`${prose(purpose)} ${link(anchorOf.scenario(scenario), markup`<code>${excerpt(scenario)}</code>`)}`,
    authorized ? 'valid key' : 'no valid key',
    status === null ? markup`<span class="none">no answer</span>` : markup`<span class="status">${status}</span>`,
  ]);
  const rest = more > 0 ? [markup`<p class="more">and ${more} more; the JSON report has them</p>\n`] : [];
  const note = markup`<p class="note">Every DELETE that was sent, in the order of sending.</p>\n`;
  return section(
    'ledger',
    'Deletion ledger',
    rows.length === 0 ? [] : [note, table(['Order', 'Why it was sent', 'Key', 'Answer'], rows, 'ledger'), ...rest],
  );
}

/** A run can cancel thousands of orders. */
const LEDGER_ROWS = 1000;

/** One line of source a row. */
function table(header: readonly string[], rows: readonly (readonly Content[])[], look: string): Markup {
  return markup`<table class="records ${look}">
<thead><tr>${header.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => markup`<tr data-item>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>
`;
}
