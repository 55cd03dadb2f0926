import type { Report } from '../../judge/report/report.js';
import { filterControls, pageOf } from '../page/frame.js';
import { badge, factList, fold, icon, icons, MARK_WORDS, markWord, section } from '../page/parts.js';
import { type Content, type Markup, markup, prose } from '../printable.js';
import type { RenderOptions, Reporter } from '../reporter.js';
import { type Field, type JudgedRequirement, viewOf } from '../view.js';
import {
  contractText,
  isScored,
  levels,
  requirementSummary,
  runMark,
  targetText,
  verdictText,
  worstFirst,
} from '../wording.js';
import { causesView } from './causes.js';
import { type ClauseView, clauseGrid, clausesOf } from './clauses.js';
import { contractView } from './contract.js';
import { exchangesView } from './exchanges.js';
import { ledgerView, ordersView, questionsView, unjudgedView } from './records.js';

/** The report as one self-contained page. It can be read without its script, too. */
export const html: Reporter = (report, options) => {
  const { contract, target } = report;
  const title = `${verdictText(report)}: ${contract.name} ${contract.version}, ${target.baseUrl}`;
  const skip = markup`<a class="skip" href="#report">Skip to the report</a>\n`;
  return pageOf(title, markup`${skip}${icons}${body(report, options)}`);
};

function body(report: Report, options: RenderOptions): Markup {
  const view = viewOf(report);
  const clauses = clausesOf(report, view.requirements);
  const baseline = view.baseline.map(({ mark, text }) => item(markup`${badge(mark)} ${prose(text)}`));
  const notes = view.remarks.map((text) => item(prose(text)));
  const unjudged = unjudgedView(view.unjudged, report);
  const contract = contractView(report, clauses, options);
  return markup`<header>
${masthead(report, view.facts)}${overview(clauses, view.requirements)}</header>
<main id="report" tabindex="-1">
${filters(view.requirements)}${[
  causesView(view.causes, view.requirements),
  ordersView(report),
  section('baseline', 'Baseline', baseline),
  // Open requirements come first, unless the run conforms: they make any other verdict uncertain.
  ...(report.verdict === 'conformant' ? [contract, unjudged] : [unjudged, contract]),
  exchangesView(report),
  ledgerView(report),
  questionsView(report),
  section('notes', 'Notes', notes),
]}</main>
`;
}

const item = (content: Content): Markup => markup`<p data-item>${content}</p>\n`;

/** Facts that the page shows elsewhere. */
const HEADLINE_FACTS: ReadonlySet<string> = new Set(['contract', 'target', 'verdict', 'requirements', 'scenarios']);

function masthead(report: Report, facts: readonly Field[]): Markup {
  const { complete, strict, obstacle } = report;
  const others = facts.filter(([name]) => !HEADLINE_FACTS.has(name));
  const completeness = `${complete ? 'Complete' : 'Not complete'}${strict ? ', strict' : ''}`;
  return markup`<h1><span class="contract-name">${contractText(report)}</span> ${badge(runMark(report), verdictText(report))}</h1>
<p><code>${targetText(report)}</code></p>
${obstacle === undefined ? markup`` : markup`<p><strong>${prose(obstacle)}</strong></p>\n`}<p>${completeness}: ${requirementSummary(report)}.</p>
${fold('About this run', factList(others))}`;
}

/** How many requirements held, are broken and are open, and a square for each, by clause. */
function overview(clauses: readonly ClauseView[], judged: readonly JudgedRequirement[]): Markup {
  const marks = judged
    .filter(({ requirement }) => isScored(requirement))
    .map(({ mark }) => (mark === 'blocked' || mark === 'error' ? 'inconclusive' : mark));
  const amounts = Object.entries(MARK_WORDS).map(([mark, word]) => {
    const amount = marks.filter((each) => each === mark).length;
    return amount === 0 ? markup`` : markup`<span class="dot ${mark}"></span> <strong>${amount}</strong> ${word} `;
  });
  return markup`<p class="legend">${amounts}</p>
${clauseGrid(clauses)}`;
}

function filters(judged: readonly JudgedRequirement[]): Markup {
  const marks = worstFirst.filter((of) => judged.some(({ mark }) => mark === of));
  const used = levels.filter((level) => judged.some(({ requirement }) => requirement.level === level));
  return filterControls('Filter the report', 'id, text, header, body …', [
    ['verdict', 'Verdict', marks.map((mark) => [mark, markup`${icon(mark)}${markWord(mark)}`])],
    ['level', 'Level', used.map((level) => [level, level])],
  ]);
}
