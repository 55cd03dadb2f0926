import type { ExchangeEvidence } from '../../runner/judge/report.js';
import { type Markup, markup } from '../markup.js';
import { time } from './wire.js';

/** From the begin of the first exchange to the end of the last. */
export interface Timeline {
  readonly from: number;
  readonly ms: number;
}

/** Enough to be seen and hit, in percent of the width. */
const NARROWEST = 0.4;

const MOST_TICKS = 5;

type Timed = Pick<ExchangeEvidence, 'startedAt' | 'durationMs'>;

export function timelineOf(exchanges: readonly Timed[]): Timeline {
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

/** Since the begin of the timeline; undefined where the report gives no instant. */
export function startOf({ startedAt }: Timed, { from }: Timeline): number | undefined {
  const start = Date.parse(startedAt) - from;
  return Number.isNaN(start) ? undefined : start;
}

/** A bar to scale. Beside it, the text says the same in numbers. */
export function bar(exchange: Timed, timeline: Timeline, look: string): Markup {
  const percent = (ms: number): number => Math.round((ms / timeline.ms) * 10_000) / 100;
  const width = Math.max(NARROWEST, percent(exchange.durationMs));
  const x = Math.min(percent(startOf(exchange, timeline) ?? 0), 100 - width);
  return markup`<svg class="bar" aria-hidden="true"><use href="#grid" width="100%" height="100%"/><rect class="${look}" x="${x}%" y="25%" width="${width}%" height="50%" rx="2"/></svg>`;
}

/** Round numbers: 1, 2 or 5 times a power of ten milliseconds apart. */
function ticksOf({ ms }: Timeline): number[] {
  const power = 10 ** Math.floor(Math.log10(ms));
  const steps = [0.1, 0.2, 0.5, 1, 2].map((factor) => factor * power);
  const step = steps.find((candidate) => ms / candidate <= MOST_TICKS) ?? ms;
  return Array.from({ length: Math.floor(ms / step) + 1 }, (_, index) => index * step);
}

/** The lines behind all bars, drawn once. */
export const grid = (timeline: Timeline): Markup =>
  markup`<svg class="icons" aria-hidden="true" width="0" height="0"><symbol id="grid" class="grid">${ticksOf(
    timeline,
  ).map((tick) => {
    const x = (tick / timeline.ms) * 100;
    return markup`<line x1="${x}%" x2="${x}%" y2="100%"/>`;
  })}</symbol></svg>
`;

export const axis = (timeline: Timeline): Markup =>
  markup`<svg class="axis" aria-hidden="true">${ticksOf(timeline).map(
    (tick) => markup`<text x="${(tick / timeline.ms) * 100}%" y="70%">${tick === 0 ? '0' : time(tick)}</text>`,
  )}</svg>
`;
