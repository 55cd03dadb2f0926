import { bar } from '../drawing.js';
import { type Markup, markup } from '../markup.js';
import { type ClauseView, clauseGrid, headingOf } from '../page/clauses.js';
import { anchorOf, linkTo } from '../page/parts.js';
import type { JudgedRequirement } from '../view.js';
import { isScored } from '../wording.js';

type Share = readonly [mark: string, amount: number, word: string];

/** How many requirements held, are broken, and are open; and all of them by clause, a square each. */
export function overview(clauses: readonly ClauseView[], judged: readonly JudgedRequirement[]): Markup {
  const shares = sharesOf(judged).filter(([, amount]) => amount > 0);
  const words = shares.map(
    ([mark, amount, word]) => markup`<span class="dot ${mark}"></span> <strong>${amount}</strong> ${word} `,
  );
  return markup`${bar(shares.map(([mark, amount]) => [mark, amount]))}<p class="legend">${words}</p>
${clauseGrid('Requirements by clause', clauses, {
  titleOf: (clause) => linkTo(anchorOf('clause', clause.clause), headingOf(clause)),
  placeOf: (id) => `#${anchorOf('req', id)}`,
})}`;
}

function sharesOf(judged: readonly JudgedRequirement[]): Share[] {
  const marks = judged.filter(({ requirement }) => isScored(requirement)).map(({ mark }) => mark);
  const amountOf = (...wanted: string[]): number => marks.filter((mark) => wanted.includes(mark)).length;
  return [
    ['pass', amountOf('pass'), 'held'],
    ['fail', amountOf('fail'), 'broken'],
    ['warn', amountOf('warn'), 'deviating'],
    ['known', amountOf('known'), 'known'],
    ['inconclusive', amountOf('inconclusive', 'blocked', 'error'), 'open'],
    ['skipped', amountOf('skipped'), 'skipped'],
    ['not-applicable', amountOf('not-applicable'), 'not applicable'],
  ];
}
