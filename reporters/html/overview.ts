import { bar, grid, squares } from '../drawing.js';
import { type Content, type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import type { JudgedRequirement } from '../view.js';
import { isScored } from '../wording.js';
import { type ClauseView, headingOf } from './contract.js';
import { anchorOf, linkTo, markWord } from './parts.js';

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

/** A line a clause, and a square a requirement, which leads to its place where the page has one. */
export function clauseGrid(
  label: string,
  clauses: readonly ClauseView[],
  { titleOf, placeOf }: { titleOf(clause: ClauseView): Content; placeOf(id: string): string | undefined },
): Markup {
  const lines = clauses.map((clause) => {
    const line = clause.requirements.map(({ requirement: { id }, mark }) => {
      return { mark, name: `${excerpt(id)}: ${markWord(mark)}`, href: placeOf(id) };
    });
    return squares(titleOf(clause), line);
  });
  return grid(label, lines);
}
