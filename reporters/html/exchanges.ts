import { groupBy } from '../../interface/helpers/helpers.js';
import type { ExchangeEvidence, Finding, Report, ScenarioResult } from '../../judge/report/report.js';
import { anchorOf, badge, foldedSection, idLinks, more, snippet } from '../page/parts.js';
import { excerpt, type Markup, markup, prose } from '../printable.js';
import { byStart, countOf, sendingOf } from '../wording.js';
import { sent, status, time, wire } from './wire.js';

/** A scenario can cancel thousands of orders. The page shows this many of its exchanges, and all that deviate. */
const SHOWN = 40;

interface ExchangesPage {
  readonly baseUrl: string;
  readonly byScenario: ReadonlyMap<string, readonly ExchangeEvidence[]>;
  readonly findings: ReadonlyMap<string | null, readonly Finding[]>;
}

/** All scenarios with their exchanges. */
export function exchangesView({ exchanges, findings, scenarios, suites, target }: Report): Markup {
  if (exchanges.length + scenarios.length === 0) return markup``;
  const page: ExchangesPage = {
    baseUrl: target.baseUrl,
    byScenario: groupBy(exchanges, ({ scenario }) => scenario),
    findings: groupBy(findings, ({ exchange }) => exchange),
  };
  const ids = new Set(scenarios.map(({ id }) => id));
  const blocks = [...page.byScenario.keys()].filter((id) => !ids.has(id)).map((id) => exchangesOf(id, markup``, page));
  const blocksOf = (suite: string) =>
    scenarios.filter((scenario) => scenario.suite === suite).map((scenario) => scenarioBlock(scenario, page));
  return foldedSection('exchanges', 'Scenarios and exchanges', countOf(exchanges.length, 'exchange'), [
    suiteBlock('Shared by several scenarios', blocks),
    ...suites.map(({ id, title }) => suiteBlock(title, blocksOf(id))),
  ]);
}

const suiteBlock = (title: string, blocks: readonly Markup[]): Markup =>
  blocks.length === 0 ? markup`` : markup`<section data-group>\n<h3>${prose(title)}</h3>\n${blocks}</section>\n`;

function scenarioBlock(scenario: ScenarioResult, page: ExchangesPage): Markup {
  const { id, title, reason } = scenario;
  const state = sendingOf(scenario);
  const mark = state === 'sent' ? markup`` : markup`${badge(state)} `;
  const why = reason === undefined ? markup`` : markup`<p>${prose(reason)}</p>\n`;
  return exchangesOf(id, markup`${mark}${prose(title)} `, page, why);
}

const exchangesOf = (id: string, title: Markup, page: ExchangesPage, why = markup``): Markup =>
  markup`<section class="scenario" id="${anchorOf('scenario', id)}" data-item>
<h4>${title}<code>${excerpt(id)}</code></h4>
${why}${rows(id, page)}</section>
`;

function rows(scenario: string, page: ExchangesPage): Markup[] {
  const all = page.byScenario.get(scenario) ?? [];
  const first = new Set(all.slice(0, SHOWN));
  const selection = all.filter((exchange) => first.has(exchange) || page.findings.has(exchange.id));
  const rest = all.length - selection.length;
  return [
    ...selection.toSorted(byStart).map((exchange) => row(exchange, page)),
    ...(rest === 0 ? [] : [more(`and ${countOf(rest, 'more exchange')}; the JSON report has them`)]),
  ];
}

function row(exchange: ExchangeEvidence, { baseUrl, findings }: ExchangesPage): Markup {
  const { id, stage, startedAt, durationMs, attempts, curl } = exchange;
  const deviations = findings.get(id) ?? [];
  const severity = deviations.some(({ level }) => level === 'must') ? 'fail' : 'warn';
  const deviates = deviations.length === 0 ? markup`` : markup` <span class="deviates ${severity}">deviates</span>`;
  const retries = attempts > 1 ? markup` <span class="tag">${countOf(attempts, 'attempt')}</span>` : markup``;
  const requirements = [...new Set(deviations.map(({ requirement }) => requirement))];
  const broken = deviations.length === 0 ? markup`` : idLinks(requirements, 'It deviates from', () => 'req');
  return markup`<details class="exchange" id="${anchorOf('exchange', id)}">
<summary><span>${sent(exchange, baseUrl)}${retries}</span> <span>${status(exchange)}${deviates}</span> <span class="note">${time(durationMs)}</span></summary>
<p class="note"><code>${excerpt(id)}</code>, stage ${excerpt(stage)}, at ${startedAt}</p>
${broken}${wire(exchange, deviations)}${deviations.length === 0 ? markup`` : snippet(curl)}</details>
`;
}
