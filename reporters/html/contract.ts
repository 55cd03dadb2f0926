import { groupBy } from '../../interface/helpers/helpers.js';
import type { ExchangeEvidence, Report, RequirementResult } from '../../judge/report/report.js';
import { table } from '../page/frame.js';
import { anchorOf, badge, idLink, linkTo, more, section } from '../page/parts.js';
import { excerpt, type Markup, markup, prose } from '../printable.js';
import type { RenderOptions } from '../reporter.js';
import type { DeviationView, JudgedRequirement } from '../view.js';
import { clauseName, countOf, explainHint } from '../wording.js';
import { type ClauseView, headingOf } from './clauses.js';
import { versus } from './difference.js';
import { content, sent, status } from './wire.js';

interface ContractPage {
  readonly report: Report;
  readonly exchanges: ReadonlyMap<string, ExchangeEvidence>;
  readonly options: RenderOptions;
}

export function contractView(report: Report, clauses: readonly ClauseView[], options: RenderOptions): Markup {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const blocks = clauses.map((clause) => clauseBlock(clause, { report, exchanges, options }));
  return section('contract', 'The contract, clause by clause', blocks);
}

/** A clause, folded to one line. Inside, requirements that do not hold come first; the others are folded again. */
function clauseBlock(view: ClauseView, page: ContractPage): Markup {
  const held = view.requirements.filter(({ mark }) => mark === 'pass' || mark === 'not-applicable');
  const others = view.requirements.filter((judged) => !held.includes(judged));
  const blocks = (judged: readonly JudgedRequirement[]) =>
    judged.map((entry) => requirementBlock(entry, view.clause, page));
  const rest = markup`<details class="held" data-group><summary class="note">${held.length} held or not applicable</summary>
${blocks(held)}</details>
`;
  return markup`<details class="clause" id="${anchorOf('clause', view.clause)}" data-group><summary>${badge(view.mark, '')}<h3>${headingOf(view)}</h3> <span class="note">${view.held}</span></summary>
${blocks(others)}${others.length === 0 || held.length === 0 ? blocks(held) : rest}</details>
`;
}

function requirementBlock(judged: JudgedRequirement, heading: string, page: ContractPage): Markup {
  const { requirement, mark } = judged;
  const { id, clause, level, text, unscored } = requirement;
  const precise = clause === heading ? markup`` : markup`<span>${clauseName(clause)}</span> `;
  const tag = unscored ? markup`<span class="tag">not scored: ${unscored}</span> ` : markup``;
  return markup`<details class="requirement ${mark}" id="${anchorOf('req', id)}" data-item data-verdict="${mark}" data-level="${level}">
<summary>${badge(mark)}
<h4>${prose(text)}</h4>
<span class="note"><code>${excerpt(id)}</code> ${precise}${tag}${level}</span></summary>
<div class="detail">
${requirementDetail(judged, page)}</div>
</details>
`;
}

function requirementDetail({ requirement, known, deviations, rest }: JudgedRequirement, page: ContractPage): Markup[] {
  const { id, reason, scored } = requirement;
  const later = `It came after edition ${page.report.edition.id}, by which this run is scored: no verdict and no sum depends on it.`;
  const hint = explainHint(id, page.report, page.options);
  const fix = markup`<p class="note">How to fix it: <code>${excerpt(hint)}</code></p>\n`;
  return [
    ...(scored === false ? [markup`<p>${later}</p>\n`] : []),
    ...(reason === undefined ? [] : [markup`<p>${prose(reason)}</p>\n`]),
    ...known.map(more),
    ...[...groupBy(deviations, likenessOf).values()].map(deviationBlock),
    ...rest.map(more),
    ...(deviations.length > 0 ? [fix] : []),
    shownBy(requirement, page),
  ];
}

/** The same deviation in several scenarios is listed once. */
const likenessOf = ({ finding: { message, expected, actual, at } }: DeviationView): string =>
  JSON.stringify([message, expected, actual, at]);

function deviationBlock(similar: readonly [DeviationView, ...DeviationView[]]): Markup {
  const [{ message, finding, evidence }] = similar;
  const scenarios = [...new Set(similar.map((deviation) => deviation.finding.scenario))];
  const place = evidence ? markup` of ${idLink('exchange', evidence.id)}` : markup``;
  return markup`<div class="finding">
<p>${prose(message)}</p>
${versus(finding)}<p class="note">At <code>${excerpt(finding.at)}</code>${place} in${scenarios.map((id) => markup` ${idLink('scenario', id)}`)}, caused by ${idLink('cause', finding.cause)}</p>
</div>
`;
}

/** Enough exchanges of a requirement to see what they have in common. */
const MAX_ROWS = 8;

/** The exchanges that show a requirement. Those that deviate come first. */
function shownBy({ id, exchanges: ids = [] }: RequirementResult, { report, exchanges }: ContractPage): Markup {
  const deviating = new Set(
    report.findings.flatMap((finding) => (finding.requirement === id ? (finding.exchange ?? []) : [])),
  );
  const all = ids.flatMap((exchange) => exchanges.get(exchange) ?? []);
  const deviates = ({ id: exchange }: ExchangeEvidence): boolean => deviating.has(exchange);
  const rows = all.toSorted((a, b) => Number(deviates(b)) - Number(deviates(a))).slice(0, MAX_ROWS);
  if (rows.length === 0) return markup``;
  const answers = rows.map((exchange) => answerRow(exchange, report.target.baseUrl, deviates(exchange)));
  const rest = all.length - rows.length;
  return markup`${table(['Sent', 'Came'], answers)}${rest > 0 ? more(`and ${countOf(rest, 'more exchange')}`) : markup``}`;
}

function answerRow(exchange: ExchangeEvidence, baseUrl: string, deviates: boolean): Markup {
  const remark = deviates ? markup` <span class="deviates">deviates</span>` : markup``;
  return markup`<tr><td>${linkTo(anchorOf('exchange', exchange.id), sent(exchange, baseUrl))}</td><td>${status(exchange)} <span class="note">${content(exchange)}</span>${remark}</td></tr>
`;
}
