import { groupBy } from '../../runner/helpers/helpers.js';
import type { ExchangeEvidence, Finding, Report, ScenarioResult } from '../../runner/judge/report.js';
import { lane, type Span } from '../drawing.js';
import { anchorOf, badge, foldedSection, idLinks, more, snippet } from '../page/parts.js';
import { excerpt, type Markup, markup, prose } from '../printable.js';
import { countOf, durationOf, sendingOf } from '../wording.js';
import { sent, status, time, wire } from './wire.js';

/** A scenario can cancel thousands of orders. The page shows this many of its exchanges, and all that deviate. */
const SHOWN = 40;

interface Page {
  readonly baseUrl: string;
  readonly timeline: Timeline;
  readonly byScenario: ReadonlyMap<string, readonly ExchangeEvidence[]>;
  readonly findings: ReadonlyMap<string | null, readonly Finding[]>;
}

/** All exchanges as a waterfall by stage, then all scenarios with their exchanges. */
export function exchangesView({ exchanges, findings, scenarios, suites, target }: Report): Markup {
  if (exchanges.length + scenarios.length === 0) return markup``;
  const page: Page = {
    baseUrl: target.baseUrl,
    timeline: timelineOf(exchanges),
    byScenario: groupBy(exchanges, ({ scenario }) => scenario),
    findings: groupBy(findings, ({ exchange }) => exchange),
  };
  const own = new Set(scenarios.map(({ id }) => id));
  const shared = [...page.byScenario.keys()].filter((id) => !own.has(id)).map((id) => sharedBlock(id, page));
  const groups = suites.map(({ id, title }) => {
    const blocks = scenarios.filter(({ suite }) => suite === id).map((scenario) => scenarioBlock(scenario, page));
    return suiteBlock(title, blocks);
  });
  const amount = `${countOf(exchanges.length, 'exchange')} in ${durationOf(page.timeline.ms)}`;
  const stages = groupBy([...exchanges].sort(byStart), ({ stage }) => stage);
  const lanes = [...stages].map(([stage, sentIn]) => laneView(stage, sentIn, page));
  return foldedSection('exchanges', 'Scenarios and exchanges', amount, [
    markup`<ul class="waterfall">\n${lanes}</ul>\n`,
    suiteBlock('Shared by several scenarios', shared),
    ...groups,
  ]);
}

function laneView(stage: string, exchanges: readonly ExchangeEvidence[], page: Page): Markup {
  const spans = exchanges.map(({ id, startedAt, durationMs }): Span => {
    const mark = lookOf(page.findings.get(id) ?? []);
    const start = Date.parse(startedAt) - page.timeline.from;
    const href = mark === 'plain' ? undefined : `#${anchorOf('exchange', id)}`;
    return { from: Number.isNaN(start) ? 0 : start, ms: durationMs, mark, href, name: excerpt(id) };
  });
  return markup`<li>${excerpt(stage)} ${lane(spans, page.timeline.ms)}</li>\n`;
}

const lookOf = (findings: readonly Finding[]): string =>
  findings.length === 0 ? 'plain' : findings.some(({ level }) => level === 'must') ? 'fail' : 'warn';

const suiteBlock = (title: string, blocks: readonly Markup[]): Markup =>
  blocks.length === 0 ? markup`` : markup`<section data-group>\n<h3>${prose(title)}</h3>\n${blocks}</section>\n`;

const sharedBlock = (id: string, page: Page): Markup =>
  markup`<section class="scenario" id="${anchorOf('scenario', id)}" data-scenario>
<h4><code>${excerpt(id)}</code></h4>
${rows(id, page)}</section>
`;

function scenarioBlock(scenario: ScenarioResult, page: Page): Markup {
  const { id, title, reason } = scenario;
  const state = sendingOf(scenario);
  const mark = state === 'sent' ? markup`` : markup`${badge(state)} `;
  return markup`<section class="scenario" id="${anchorOf('scenario', id)}" data-scenario>
<h4>${mark}${prose(title)} <code>${excerpt(id)}</code></h4>
${reason === undefined ? markup`` : markup`<p>${prose(reason)}</p>\n`}${rows(id, page)}</section>
`;
}

function rows(scenario: string, page: Page): Markup[] {
  const all = page.byScenario.get(scenario) ?? [];
  const first = new Set(all.slice(0, SHOWN));
  const shown = all.filter((exchange) => first.has(exchange) || page.findings.has(exchange.id));
  const rest = all.length - shown.length;
  return [
    ...[...shown].sort(byStart).map((exchange) => row(exchange, page)),
    ...(rest === 0 ? [] : [more(`and ${countOf(rest, 'more exchange')}; the JSON report has them`)]),
  ];
}

const byStart = (a: ExchangeEvidence, b: ExchangeEvidence): number =>
  a.startedAt < b.startedAt ? -1 : Number(a.startedAt > b.startedAt);

function row(exchange: ExchangeEvidence, { baseUrl, findings }: Page): Markup {
  const { id, startedAt, durationMs, attempts, curl } = exchange;
  const own = findings.get(id) ?? [];
  const deviates = own.length === 0 ? markup`` : markup` <span class="deviates ${lookOf(own)}">deviates</span>`;
  const again = attempts > 1 ? markup` <span class="tag">${countOf(attempts, 'attempt')}</span>` : markup``;
  const requirements = [...new Set(own.map(({ requirement }) => requirement))];
  const broken = own.length === 0 ? markup`` : idLinks(requirements, 'It deviates from', () => 'req');
  return markup`<details class="exchange" id="${anchorOf('exchange', id)}" data-item>
<summary><span>${sent(exchange, baseUrl)}${again}</span> <span>${status(exchange)}${deviates}</span> <span class="note">${time(durationMs)}</span></summary>
<p class="note"><code>${excerpt(id)}</code> at ${startedAt}</p>
${broken}${wire(exchange, own)}${own.length === 0 ? markup`` : snippet(curl)}</details>
`;
}

/** From the start of the first exchange to the end of the last one. */
interface Timeline {
  readonly from: number;
  readonly ms: number;
}

type Timed = Pick<ExchangeEvidence, 'startedAt' | 'durationMs'>;

function timelineOf(exchanges: readonly Timed[]): Timeline {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { startedAt, durationMs } of exchanges) {
    const start = Date.parse(startedAt);
    if (Number.isNaN(start)) continue;
    from = Math.min(from, start);
    to = Math.max(to, start + durationMs);
  }
  return from < to ? { from, ms: to - from } : { from: 0, ms: 1 };
}
