import type { Report } from '../../runner/judge/report.js';
import { type Content, type Markup, markup, prose } from '../markup.js';
import { filterControls, pageOf } from '../page-frame.js';
import type { RenderOptions, Reporter } from '../reporter.js';
import { type JudgedRequirement, viewOf } from '../view.js';
import { isGreen, levels, markOf, requirementSummary, verdictText, worstFirst } from '../wording.js';
import * as assets from './assets.generated.js';
import { causesView } from './causes.js';
import { type ClauseView, clausesOf, contractView, headingOf } from './contract.js';
import { exchangesView } from './exchanges.js';
import { anchorOf, badge, factList, fold, icon, icons, linkTo, markWord, section } from './parts.js';
import { ledgerView, questionsView, unjudgedView } from './records.js';

/** One page that needs nothing else; without its script it can be read all the same. */
export const html: Reporter = (report, options) => {
  const { contract, target } = report;
  const title = `${verdictText(report)}: ${contract.name} ${contract.version}, ${target.baseUrl}`;
  const skip = markup`<a class="skip" href="#report">Skip to the report</a>\n`;
  return pageOf(title, markup`${skip}${icons}${body(report, options)}`, assets);
};

function body(report: Report, options: RenderOptions): Markup {
  const view = viewOf(report);
  const clauses = clausesOf(report, view.requirements);
  const baseline = view.baseline.map(({ severity, text }) => item(markup`${badge(severity)} ${prose(text)}`));
  const notes = view.remarks.map((text) => item(prose(text)));
  const unjudged: PageSection = ['not-judged', 'Not judged', unjudgedView(view.unjudged, report)];
  const contract: PageSection = ['contract', 'The contract', contractView(report, clauses, options)];
  const sections: PageSection[] = [
    ['causes', 'Causes', causesView(view.causes, view.requirements)],
    ['baseline', 'Baseline', section('baseline', 'Baseline', baseline)],
    // What was not judged gets in the way of any other verdict.
    ...(report.verdict === 'conformant' ? [contract, unjudged] : [unjudged, contract]),
    ['exchanges', 'Exchanges', exchangesView(report)],
    ['ledger', 'DELETEs sent', ledgerView(report)],
    ['questions', 'Open questions', questionsView(report)],
    ['notes', 'Notes', section('notes', 'Notes', notes)],
  ];
  const shown = sections.filter(([, , { source }]) => source !== '');
  return markup`${masthead(report, new Map(view.facts), options)}<div class="layout">
${contents(shown, clauses)}<main id="report" tabindex="-1">
${filters(view.requirements)}${shown.map(([, , content]) => content)}</main>
</div>
`;
}

const item = (content: Content): Markup => markup`<p data-item>${content}</p>\n`;

/** Where it is, and its title in the list of contents. */
type PageSection = readonly [id: string, title: string, content: Markup];

/** What is said in other words, or in another place. */
const SAID: ReadonlySet<string> = new Set(['contract', 'target', 'verdict', 'requirements', 'scenarios']);

function masthead(report: Report, facts: ReadonlyMap<string, string>, options: RenderOptions): Markup {
  const { complete, strict, obstacle } = report;
  const others = [...facts].filter(([name]) => !SAID.has(name));
  const completeness = `${complete ? 'Complete' : 'Not complete'}${strict ? ', strict' : ''}`;
  return markup`<header>
<h1><span class="contract-name">${facts.get('contract') ?? ''}</span> ${badge(markOf(report), verdictText(report))}</h1>
<p><code>${facts.get('target') ?? ''}</code></p>
${obstacle === undefined ? markup`` : markup`<p><strong>${prose(obstacle)}</strong></p>\n`}<p>${completeness}: ${requirementSummary(report)}.</p>
${isGreen(report) ? nextSteps(report, options) : markup``}${fold('About this run', factList(others))}</header>
`;
}

function nextSteps({ complete, tool }: Report, { command = tool.name }: RenderOptions): Markup {
  const certificate = complete
    ? `\`${command} certify --subject NAME@VERSION --output DIR\` turns a run into a certificate that others can check`
    : 'A certificate needs a run that is complete, and without known deviations';
  return markup`<p class="next">What comes next: ${prose(certificate)}; <code>--report badge=badge.svg</code> draws a badge for your README.</p>
`;
}

/** The contract has its clauses below it. */
const contents = (sections: readonly PageSection[], clauses: readonly ClauseView[]): Markup =>
  markup`<nav aria-label="Contents">${fold('Contents', markup`<ul>\n${sections.map((part) => entry(part, clauses))}</ul>\n`)}</nav>
`;

const entry = ([id, title]: PageSection, clauses: readonly ClauseView[]): Markup =>
  markup`<li data-place>${linkTo(id, title)}${id === 'contract' ? markup`\n<ul>\n${clauses.map(clauseEntry)}</ul>\n` : markup``}</li>\n`;

const clauseEntry = (clause: ClauseView): Markup => {
  const { worst } = clause;
  const name = markup`<span class="verdict ${worst}">${icon(worst)}</span>${headingOf(clause)}`;
  return markup`<li data-place>${linkTo(anchorOf('clause', clause.clause), name)}</li>\n`;
};

/** Hidden until the script that obeys them runs. */
function filters(judged: readonly JudgedRequirement[]): Markup {
  const marks = ([...worstFirst, 'known'] as const).filter((of) => judged.some(({ mark }) => mark === of));
  const used = levels.filter((level) => judged.some(({ requirement }) => requirement.level === level));
  const controls = filterControls(
    'Filter the report',
    'id, text, header, body …',
    [
      ['verdict', 'Verdict', marks.map((mark) => [mark, markup`${icon(mark)}${markWord(mark)}`])],
      ['level', 'Level', used.map((level) => [level, level])],
    ],
    markup` <button type="button" id="filter-clear" hidden>Show all</button>`,
  );
  return fold('Search and filter', controls, markup` data-controls hidden`);
}
