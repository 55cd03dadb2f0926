import type { ExchangeEvidence, Report, RequirementResult } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import type { JudgedRequirement } from '../view.js';
import { clauseName, countOf } from '../wording.js';
import { type ClauseView, headingOf } from './clauses.js';
import { deviationBlocks, knownDeviation, sideBySide } from './finding.js';
import { anchorOf, link } from './links.js';
import { badge, prose, section, unscoredTag } from './prose.js';
import { content, sent, status } from './wire.js';

/** Of the exchanges that show a requirement: enough to see what they have in common. */
const LISTED = 12;

/** The contract, heading by heading: each requirement with its verdict in the margin. */
export function contractView(report: Report, clauses: readonly ClauseView[]): Markup {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const page: Page = { report, exchanges };
  return section(
    'contract',
    'The contract, clause by clause',
    clauses.map((clause) => clauseBlock(clause, page)),
  );
}

interface Page {
  readonly report: Report;
  readonly exchanges: ReadonlyMap<string, ExchangeEvidence>;
}

const clauseBlock = ({ clause, title, tally, requirements }: ClauseView, page: Page): Markup =>
  markup`<section class="clause" id="${anchorOf.clause(clause)}" data-group>
<h3>${headingOf({ clause, title })} <span class="tally">${tally}</span></h3>
${requirements.map((judged) => requirementBlock(judged, clause, page))}</section>
`;

function requirementBlock(judged: JudgedRequirement, heading: string, page: Page): Markup {
  const { requirement, mark } = judged;
  const { id, clause, level, text, scored } = requirement;
  const precise = clause === heading ? markup`` : markup`<span>${clauseName(clause)}</span> `;
  return markup`<details class="requirement ${mark}" id="${anchorOf.requirement(id)}" data-item data-verdict="${mark}" data-level="${level}">
<summary>${badge(mark)}
<h4>${prose(text)}</h4>
<span class="meta"><code>${excerpt(id)}</code> ${precise}${unscoredTag(scored)}<span class="level">${level}</span></span></summary>
<div class="detail">
${requirementDetail(judged, page)}</div>
</details>
`;
}

function requirementDetail({ requirement, known, deviations, rest }: JudgedRequirement, page: Page): Markup[] {
  const { id, reason, scored } = requirement;
  const remedy = markup`<p class="remedy">How to fix it: <code>${page.report.tool.name} explain ${excerpt(id)}</code></p>\n`;
  const later = `It came after edition ${page.report.edition.id}, by which this run is scored: no verdict and no sum depends on it.`;
  return [
    ...(scored === false ? [markup`<p class="why">${later}</p>\n`] : []),
    ...(reason === undefined ? [] : [markup`<p class="why">${prose(reason)}</p>\n`]),
    ...known.map(knownDeviation),
    ...deviationBlocks(deviations),
    ...rest.map((amount) => markup`<p class="more">${amount}</p>\n`),
    ...(deviations.length > 0 ? [remedy] : []),
    ...(requirement.verdict === 'pass' ? [held(requirement, page)] : []),
    shownBy(requirement, page),
  ];
}

/** What was expected beside what came, where both are the same. */
function held({ text, exchanges: ids = [] }: RequirementResult, { exchanges }: Page): Markup {
  const statuses = ids.flatMap((id) => {
    const response = exchanges.get(id)?.response;
    return response && 'status' in response ? [response.status] : [];
  });
  const answers = [...new Set(statuses)].map((code) => {
    return `${code} (${countOf(statuses.filter((other) => other === code).length, 'answer')})`;
  });
  const got = statuses.length === 0 ? 'It held; no exchange shows it.' : `It held: ${answers.join(', ')}.`;
  return sideBySide(prose(text), [markup`${got}`]);
}

/** What was sent and what came, for all that showed it: also where it held. */
function shownBy(requirement: RequirementResult, { report, exchanges }: Page): Markup {
  const { id, exchanges: ids = [] } = requirement;
  const findings = report.scenarios.flatMap((scenario) => scenario.findings);
  const deviating = new Set(
    findings.flatMap((finding) => (finding.requirement === id ? (finding.exchange ?? []) : [])),
  );
  const all = ids.flatMap((exchange) => exchanges.get(exchange) ?? []);
  const rows = [...all].sort((a, b) => Number(deviating.has(b.id)) - Number(deviating.has(a.id))).slice(0, LISTED);
  if (rows.length === 0) return markup``;
  const more = all.length - rows.length;
  return markup`<table class="answers">
<thead><tr><th scope="col">Sent</th><th scope="col">Came</th></tr></thead>
<tbody>
${rows.map((exchange) => answerRow(exchange, report, deviating))}</tbody>
</table>
${more > 0 ? markup`<p class="more">and ${countOf(more, 'more exchange')} that ${more === 1 ? 'shows' : 'show'} it</p>\n` : markup``}`;
}

function answerRow(exchange: ExchangeEvidence, { target }: Report, deviating: ReadonlySet<string>): Markup {
  const deviates = deviating.has(exchange.id) ? markup` <span class="deviates">deviates</span>` : markup``;
  const { line, key } = sent(exchange, target.baseUrl);
  return markup`<tr><td>${link(anchorOf.exchange(exchange.id), line)}${key}</td><td>${status(exchange)} <span class="content">${content(exchange)}</span>${deviates}</td></tr>
`;
}
