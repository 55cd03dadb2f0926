import type { Report } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { pageOf } from '../page-frame.js';
import type { Reporter } from '../reporter.js';
import { viewOf } from '../view.js';
import { runSentence, verdictText } from '../wording.js';
import * as assets from './assets.generated.js';
import { causesView } from './causes.js';
import { clausesOf } from './clauses.js';
import { contents, filters } from './contents.js';
import { contractView } from './contract.js';
import { exchangesView } from './exchanges.js';
import { badge, icons, prose } from './prose.js';
import { baselineView, ledgerView, questionsView, remarksView, unjudgedView } from './records.js';

/** One page that needs nothing else; without its script it can be read all the same. */
export const html: Reporter = (report) => {
  const { contract, target } = report;
  const title = `${verdictText(report)}: ${contract.name} ${contract.version}, ${target.baseUrl}`;
  const skip = markup`<a class="skip" href="#report">Skip to the report</a>\n`;
  return pageOf(title, markup`${skip}${icons}${body(report)}`, assets);
};

function body(report: Report): Markup {
  const view = viewOf(report);
  const clauses = clausesOf(report, view.requirements);
  const before = [
    { id: 'causes', title: 'Causes', amount: report.causes.length },
    { id: 'baseline', title: 'Baseline', amount: view.baseline.length },
    { id: 'not-judged', title: 'Not judged', amount: view.unjudged.length },
  ];
  const after = [
    { id: 'exchanges', title: 'Exchanges', amount: report.exchanges.length },
    { id: 'ledger', title: 'Deletion ledger', amount: report.deletions.length },
    { id: 'questions', title: 'Open questions', amount: report.ambiguities.length },
    { id: 'remarks', title: 'Remarks', amount: view.remarks.length },
  ];
  return markup`${masthead(report, view.facts)}<div class="layout">
${contents(before, clauses, after)}<main id="report" tabindex="-1">
${filters(view.requirements)}${causesView(view.causes, report)}${baselineView(view.baseline)}${unjudgedView(view.unjudged, report)}${contractView(report, clauses)}${exchangesView(report)}${ledgerView(report)}${questionsView(report)}${remarksView(view.remarks)}</main>
</div>
`;
}

/** The title and the sentence below it say them. */
const SAID: ReadonlySet<string> = new Set(['contract', 'verdict', 'requirements']);

const masthead = (report: Report, facts: ReturnType<typeof viewOf>['facts']): Markup =>
  markup`<header class="masthead ${report.verdict}">
<h1><span class="contract-name">${new Map(facts).get('contract') ?? ''}</span> ${badge(report.verdict, verdictText(report))}</h1>
${report.obstacle === undefined ? markup`` : markup`<p class="obstacle">${prose(report.obstacle)}</p>\n`}<p class="lede">${runSentence(report)}</p>
<dl class="facts">
${facts.filter(([name]) => !SAID.has(name)).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
</header>
`;
