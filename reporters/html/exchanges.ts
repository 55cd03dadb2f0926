import type { ExchangeEvidence, Finding, Report, ScenarioResult } from '../../runner/judge/report.js';
import { type Markup, markup, prose } from '../markup.js';
import { excerpt } from '../printable.js';
import { countOf, durationOf, groupBy } from '../wording.js';
import { anchorOf, badge, idLinks, more, section, snippet, unscoredTag } from './parts.js';
import { sent, status, time, wire } from './wire.js';

/** A scenario can cancel thousands of orders. The page shows this many of them, and each that deviates. */
const SHOWN = 40;

interface Page {
  readonly baseUrl: string;
  readonly timeline: Timeline;
  readonly byScenario: ReadonlyMap<string, readonly ExchangeEvidence[]>;
  readonly findings: ReadonlyMap<string | null, readonly Finding[]>;
}

/** All scenarios with what each sent and what came, as a waterfall. */
export function exchangesView({ exchanges, scenarios, suites, target }: Report): Markup {
  if (exchanges.length + scenarios.length === 0) return markup``;
  const page: Page = {
    baseUrl: target.baseUrl,
    timeline: timelineOf(exchanges),
    byScenario: groupBy(exchanges, ({ scenario }) => scenario),
    findings: groupBy(
      scenarios.flatMap(({ findings }) => findings),
      ({ exchange }) => exchange,
    ),
  };
  const own = new Set(scenarios.map(({ id }) => id));
  const shared = [...page.byScenario.keys()].filter((id) => !own.has(id)).map((id) => sharedBlock(id, page));
  const groups = suites.map(({ id, title }) => {
    const blocks = scenarios.filter(({ suite }) => suite === id).map((scenario) => scenarioBlock(scenario, page));
    return suiteBlock(title, blocks);
  });
  const amount = `${countOf(exchanges.length, 'exchange')} in ${durationOf(page.timeline.ms)}`;
  return section('exchanges', 'Scenarios and exchanges', [
    more(`${amount}. A bar shows when a request was sent and how long its answer took. Unfold a row to read both.`),
    suiteBlock('Shared by several scenarios', shared),
    ...groups,
  ]);
}

const suiteBlock = (title: string, blocks: readonly Markup[]): Markup =>
  blocks.length === 0
    ? markup``
    : markup`<section class="clause" data-group>\n<h3>${prose(title)}</h3>\n${blocks}</section>\n`;

const sharedBlock = (id: string, page: Page): Markup =>
  markup`<section class="scenario" id="${anchorOf('scenario', id)}" data-scenario>
<h4><code>${excerpt(id)}</code></h4>
${rows(id, page)}</section>
`;

function scenarioBlock(scenario: ScenarioResult, page: Page): Markup {
  const { id, title, verdict, reason, notes, scored } = scenario;
  const remarks = [...(reason === undefined ? [] : [reason]), ...notes];
  return markup`<section class="scenario" id="${anchorOf('scenario', id)}" data-scenario data-verdict="${verdict}">
<h4>${badge(verdict)} ${prose(title)} ${unscoredTag(scored)}<code>${excerpt(id)}</code></h4>
${remarks.map((text) => markup`<p>${prose(text)}</p>\n`)}${rows(id, page)}</section>
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

function row(exchange: ExchangeEvidence, { baseUrl, timeline, findings }: Page): Markup {
  const { id, startedAt, durationMs, attempts, curl } = exchange;
  const own = findings.get(id) ?? [];
  const look = own.length === 0 ? 'plain' : own.some(({ level }) => level === 'must') ? 'fail' : 'warn';
  const deviates = own.length === 0 ? markup`` : markup` <span class="deviates ${look}">deviates</span>`;
  const again = attempts > 1 ? markup` <span class="tag">${countOf(attempts, 'attempt')}</span>` : markup``;
  const requirements = [...new Set(own.map(({ requirement }) => requirement))];
  const broken = own.length === 0 ? markup`` : idLinks(requirements, 'It deviates from', () => 'req');
  return markup`<details class="exchange" id="${anchorOf('exchange', id)}" data-item>
<summary><span>${sent(exchange, baseUrl)}${again}</span> <span>${status(exchange)}${deviates}</span> ${bar(exchange, timeline, look)} <span class="note">${time(durationMs)}</span></summary>
<p class="note"><code>${excerpt(id)}</code> at ${startedAt}</p>
${broken}${wire(exchange, own)}${snippet(curl)}</details>
`;
}

/** From the begin of the first exchange to the end of the last. */
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

/** Enough to be seen and hit, in percent of the width. */
const NARROWEST = 0.4;

/** A bar to scale; the text below it says the same in numbers. */
function bar({ startedAt, durationMs }: Timed, { from, ms }: Timeline, look: string): Markup {
  const percent = (amount: number): number => Math.round((amount / ms) * 10_000) / 100;
  const start = Date.parse(startedAt) - from;
  const width = Math.max(NARROWEST, percent(durationMs));
  const x = Math.min(percent(Number.isNaN(start) ? 0 : start), 100 - width);
  return markup`<svg class="bar" aria-hidden="true"><rect class="${look}" x="${x}%" y="25%" width="${width}%" height="50%" rx="2"/></svg>`;
}
