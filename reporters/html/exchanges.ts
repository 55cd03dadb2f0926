import type { ExchangeEvidence, Report, ScenarioResult } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import { countOf, durationOf } from '../wording.js';
import { repeat } from './finding.js';
import { anchorOf } from './links.js';
import { badge, prose, section, unscoredTag } from './prose.js';
import { axis, bar, grid, startOf, type Timeline, timelineOf } from './timeline.js';
import { sent, status, time, wire } from './wire.js';

/** A scenario can cancel thousands of orders. The page shows this many of them, and each that deviates. */
const SHOWN = 40;

interface Page {
  readonly report: Report;
  readonly timeline: Timeline;
  readonly byScenario: ReadonlyMap<string, readonly ExchangeEvidence[]>;
  /** Exchanges that findings refer to, and the worse of the two levels. */
  readonly deviating: ReadonlyMap<string, 'fail' | 'warn'>;
}

/** All scenarios with what each sent and what came, as a waterfall. */
export function exchangesView(report: Report): Markup {
  const page = {
    report,
    timeline: timelineOf(report.exchanges),
    byScenario: byScenario(report.exchanges),
    deviating: deviatingExchanges(report),
  };
  const { exchanges, scenarios, suites } = report;
  const own = new Set(scenarios.map(({ id }) => id));
  const shared = [...page.byScenario.keys()].filter((id) => !own.has(id)).map((id) => sharedBlock(id, page));
  const groups = suites.flatMap(({ id, title }) => {
    const blocks = scenarios.filter(({ suite }) => suite === id).map((scenario) => scenarioBlock(scenario, page));
    return blocks.length === 0 ? [] : [suiteBlock(title, blocks, page)];
  });
  const amount = `${countOf(exchanges.length, 'exchange')} in ${durationOf(page.timeline.ms)}`;
  const note = markup`<p class="note">${amount}, by scenario. A bar shows when a request was sent and how long its answer took. Unfold a row to read both.</p>
${grid(page.timeline)}`;
  const all = [...(shared.length === 0 ? [] : [suiteBlock('Shared by several scenarios', shared, page)]), ...groups];
  return section('exchanges', 'Scenarios and exchanges', all.length === 0 ? [] : [note, ...all]);
}

function byScenario(exchanges: readonly ExchangeEvidence[]): Map<string, ExchangeEvidence[]> {
  const groups = new Map<string, ExchangeEvidence[]>();
  for (const exchange of exchanges) {
    const group = groups.get(exchange.scenario);
    if (group) group.push(exchange);
    else groups.set(exchange.scenario, [exchange]);
  }
  return groups;
}

function deviatingExchanges({ scenarios }: Report): Map<string, 'fail' | 'warn'> {
  const deviating = new Map<string, 'fail' | 'warn'>();
  for (const { exchange, level } of scenarios.flatMap(({ findings }) => findings)) {
    if (exchange !== null && deviating.get(exchange) !== 'fail')
      deviating.set(exchange, level === 'must' ? 'fail' : 'warn');
  }
  return deviating;
}

const suiteBlock = (title: string, blocks: readonly Markup[], { timeline }: Page): Markup =>
  markup`<section class="suite" data-group>
<div class="suite-head"><h3>${prose(title)}</h3>${axis(timeline)}</div>
${blocks}</section>
`;

const sharedBlock = (id: string, page: Page): Markup =>
  markup`<section class="scenario" id="${anchorOf.scenario(id)}" data-scenario>
<h4><code>${excerpt(id)}</code></h4>
${rows(id, page)}</section>
`;

function scenarioBlock(scenario: ScenarioResult, page: Page): Markup {
  const { id, title, verdict, reason, notes, scored } = scenario;
  const remarks = [...(reason === undefined ? [] : [reason]), ...notes];
  return markup`<section class="scenario" id="${anchorOf.scenario(id)}" data-scenario data-verdict="${verdict}">
<div class="scenario-head">${badge(verdict)}
<h4>${prose(title)}</h4> ${unscoredTag(scored)}<code>${excerpt(id)}</code></div>
${remarks.map((text) => markup`<p class="why">${prose(text)}</p>\n`)}${rows(id, page)}</section>
`;
}

function rows(scenario: string, page: Page): Markup[] {
  const all = page.byScenario.get(scenario) ?? [];
  const first = new Set(all.slice(0, SHOWN));
  const shown = all.filter((exchange) => first.has(exchange) || page.deviating.has(exchange.id));
  const more = all.length - shown.length;
  return [
    ...[...shown].sort(byStart).map((exchange) => row(exchange, page)),
    ...(more === 0
      ? []
      : [markup`<p class="more">and ${countOf(more, 'more exchange')}; the JSON report has them</p>\n`]),
  ];
}

const byStart = (a: ExchangeEvidence, b: ExchangeEvidence): number =>
  a.startedAt < b.startedAt ? -1 : Number(a.startedAt > b.startedAt);

function row(exchange: ExchangeEvidence, { report, timeline, deviating }: Page): Markup {
  const { id, durationMs, attempts } = exchange;
  const { line, key } = sent(exchange, report.target.baseUrl);
  const look = deviating.get(id);
  const start = startOf(exchange, timeline);
  const after = start === undefined ? '' : `+${time(start)}`;
  const again = attempts > 1 ? markup` <span class="tag">${countOf(attempts, 'attempt')}</span>` : markup``;
  return markup`<details class="exchange" id="${anchorOf.exchange(id)}" data-item>
<summary><span>${line}${key}${again}</span> <span class="came">${status(exchange)}${look ? markup` <span class="deviates ${look}">deviates</span>` : markup``}</span> ${bar(exchange, timeline, look ?? 'plain')} <span class="time">${after}</span> <span class="time">${time(durationMs)}</span></summary>
<p class="note"><code>${excerpt(id)}</code> at ${exchange.startedAt}</p>
${wire(exchange)}${repeat(exchange)}</details>
`;
}
