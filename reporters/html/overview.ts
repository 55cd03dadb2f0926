import { bar, COLOURS } from '../drawing.js';
import { type Markup, markup } from '../markup.js';
import { type ClauseView, clauseGrid, headingOf } from '../page/clauses.js';
import { anchorOf, linkTo } from '../page/parts.js';
import type { JudgedRequirement } from '../view.js';
import { isScored } from '../wording.js';

/** How many requirements held, are broken and are open, and a square for each, by clause. */
export function overview(clauses: readonly ClauseView[], judged: readonly JudgedRequirement[]): Markup {
  const marks = judged
    .filter(({ requirement }) => isScored(requirement))
    .map(({ mark }) => (mark === 'blocked' || mark === 'error' ? 'inconclusive' : mark));
  const shares = Object.entries(COLOURS)
    .map(([mark, word]) => [mark, marks.filter((own) => own === mark).length, word] as const)
    .filter(([, amount]) => amount > 0);
  const words = shares.map(
    ([mark, amount, word]) => markup`<span class="dot ${mark}"></span> <strong>${amount}</strong> ${word} `,
  );
  return markup`${bar(shares.map(([mark, amount]) => [mark, amount]))}<p class="legend">${words}</p>
${clauseGrid('Requirements by clause', clauses, {
  titleOf: (clause) => linkTo(anchorOf('clause', clause.clause), headingOf(clause)),
  placeOf: (id) => `#${anchorOf('req', id)}`,
})}`;
}
