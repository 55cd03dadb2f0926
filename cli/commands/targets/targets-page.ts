import { dirname, join, relative, sep } from 'node:path';
import { pageOf, table } from '../../../reporters/page/frame.js';
import { badge, icons, strip } from '../../../reporters/page/parts.js';
import { type Markup, markup } from '../../../reporters/printable.js';
import { byNumber, countOf, markOf } from '../../../reporters/wording.js';
import type { Report } from '../../../runner/judge/report.js';
import { CODES_WORST_FIRST } from './board.js';
import type { Outcome } from './judge-one.js';

/** The row of a target. Its report is not kept. */
export interface TargetRow {
  readonly code: Outcome['code'];
  readonly name: string;
  readonly cells: Markup;
}

const WORDS: Readonly<Record<number, string>> = { 4: 'error', 1: 'nonconformant', 3: 'inconclusive', 0: 'conformant' };

/** @param page the path of its report, relative to the table */
export function targetRow({ code, name, text, report }: Outcome, page: string): TargetRow {
  const title = report ? markup`<a href="${page.split('/').map(encodeURIComponent).join('/')}">${name}</a>` : name;
  const word = badge(report ? markOf(report) : 'error', WORDS[code] ?? 'not judged');
  const squares = report ? stripOf(report) : '';
  return {
    code,
    name,
    cells: markup`<th scope="row">${title}</th><td>${word}</td><td>${squares}</td><td class="long">${text}</td>`,
  };
}

/** A strip with all requirements, sorted by clause. */
function stripOf({ requirements }: Report): Markup {
  return strip([...requirements].sort((a, b) => byNumber(a.clause, b.clause)));
}

/** A page with one table: a row of squares for each target. */
export function targetsPage(rows: readonly TargetRow[], total: number): string {
  const rank = ({ code }: TargetRow): number => CODES_WORST_FIRST.indexOf(code);
  const sorted = [...rows].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  const counts = CODES_WORST_FIRST.flatMap((code) => {
    const { length } = rows.filter((entry) => entry.code === code);
    return length === 0 ? [] : [`${length} ${WORDS[code]}`];
  });
  const title = `${countOf(total, 'target')}: ${counts.join(', ') || 'none judged'}`;
  return pageOf(
    title,
    markup`${icons}<header>
<h1>${title}</h1>
</header>
<main>
<div class="wide" role="region" aria-label="Targets and requirements" tabindex="0">
${table(
  ['Target', 'Verdict', 'Requirements, clause by clause', 'In words'],
  sorted.map(({ cells }) => markup`<tr>${cells}</tr>\n`),
)}</div>
</main>
`,
  );
}

/** The deepest folder that contains all of these files. */
export function folderOf(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => dirname(path).split(sep));
  const parts = [...first];
  const length = parts.findIndex((part, index) => others.some((other) => other[index] !== part));
  return (length < 0 ? parts : parts.slice(0, length)).join(sep) || sep;
}

export const placeSeenFrom = (index: string, path: string): string =>
  relative(dirname(index), path).split(sep).join('/');

export const indexPlace = (paths: readonly string[], part: string): string =>
  join(folderOf(paths), `index${part}.html`);
