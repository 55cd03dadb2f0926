import { groupBy } from '../runner/helpers/helpers.js';
import type { ComparedRequirement, Comparison } from '../runner/judge/compare.js';
import type { Report } from '../runner/judge/report.js';
import { legend } from './drawing.js';
import * as assets from './page/assets.generated.js';
import { clauseGrid, clausesOf, headingOf } from './page/clauses.js';
import { pageOf, row, table } from './page/frame.js';
import { anchorOf, badge, icons, section } from './page/parts.js';
import { excerpt, type Markup, markup, prose } from './printable.js';
import { viewOf } from './view.js';
import { clauseName, countOf } from './wording.js';

type Side = 'old' | 'new';

type Reports = Readonly<Record<Side, Report>>;

/** The page of a comparison: both reports as grids, and the requirements whose verdict changed. */
export function comparisonPage(comparison: Comparison, reports: Reports): string {
  const { requirements } = comparison;
  const moved = requirements.filter(hasMoved);
  const kinds = [...groupBy(moved, ({ change }) => change)].map(([change, alike]) => kindView(change, alike));
  const { target } = comparison.new;
  return pageOf(
    `Two reports of ${target.baseUrl}`,
    markup`${icons}<header>
<h1>${moved.length === 0 ? 'Nothing moved' : `${countOf(moved.length, 'requirement')} moved`}</h1>
<p><code>${excerpt(target.baseUrl)}</code></p>
</header>
<main>
${legend}${sideView('old', 'Before', reports, moved)}${sideView('new', 'After', reports, moved)}${kinds}</main>
`,
    assets,
  );
}

/** True if the verdict changed, in either direction. */
const hasMoved = ({ old, new: now }: ComparedRequirement): boolean => old?.verdict !== now?.verdict;

const markIn = (side: Side, requirement: ComparedRequirement) =>
  requirement[side]?.known ? 'known' : (requirement[side]?.verdict ?? 'skipped');

/** One report as a grid. Requirements whose verdict changed are links to the list of changes. */
function sideView(side: Side, title: string, reports: Reports, moved: readonly ComparedRequirement[]): Markup {
  const report = reports[side];
  const { verdict, startedAt, tool } = report;
  const linked = new Set(moved.map(({ id }) => id));
  return section(side, title, [
    markup`<p>${badge(verdict)} <span class="note">${excerpt(startedAt)}, ${tool.name} ${tool.version}</span></p>\n`,
    clauseGrid(`${title}: requirements by clause`, clausesOf(report, viewOf(report).requirements), {
      titleOf: headingOf,
      placeOf: (id) => (linked.has(id) ? `#${anchorOf('req', id)}` : undefined),
    }),
  ]);
}

function kindView(change: string, requirements: readonly ComparedRequirement[]): Markup {
  const rows = requirements.map((requirement) => {
    const { id, clause, level, text, message } = requirement;
    return row(
      markup`<code id="${anchorOf('req', id)}">${excerpt(id)}</code> <span class="note">${clauseName(clause)}, ${level}</span>`,
      markup`${badge(markIn('old', requirement))} → ${badge(markIn('new', requirement))}`,
      prose(message === undefined ? text : excerpt(message)),
    );
  });
  const title = change.replaceAll('-', ' ');
  return section(`change-${change}`, `${title.charAt(0).toUpperCase()}${title.slice(1)} (${rows.length})`, [
    table(['Requirement', 'Before → after', 'Now'], rows),
  ]);
}
