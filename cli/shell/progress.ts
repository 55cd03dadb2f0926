import { printable } from '../../reporters/printable.js';
import { isReady, type Plan } from '../../runner/evidence/plan.js';
import { type Io, showsProgress } from './io.js';

const CLEAR_LINE = '\r\u001b[2K';

/** How often the time that has passed is shown anew. */
const TICK_MS = 250;

/** One line on standard error that says how far the run is, and for how long it has been at work; only on a terminal, and in no pipeline. */
export class Progress {
  readonly #running = new Set<string>();
  readonly #started = performance.now();
  readonly #total: number;
  readonly #ticks: NodeJS.Timeout | undefined;

  constructor(
    readonly io: Io,
    plan: Plan,
  ) {
    for (const { id } of plan.scenarios.filter(isReady)) this.#running.add(id);
    this.#total = this.#running.size;
    if (showsProgress(io)) this.#ticks = setInterval(() => this.#draw(), TICK_MS).unref();
    this.#draw();
  }

  end(scenario: string): void {
    if (this.#running.delete(scenario)) this.#draw();
  }

  clear(): void {
    clearInterval(this.#ticks);
    if (showsProgress(this.io)) this.io.err(CLEAR_LINE);
  }

  #draw(): void {
    if (!showsProgress(this.io)) return;
    const done = this.#total - this.#running.size;
    const seconds = (performance.now() - this.#started) / 1000;
    this.io.err(`${CLEAR_LINE}${progressLine(done, this.#total, seconds, [...this.#running], this.io.columns)}`);
  }
}

/**
 * One line on how far the run is, cut to the width of the terminal: `12/60 scenarios, 3 s  cancel.pending, auth.first`.
 * `running` holds the ids of the scenarios at work.
 */
export function progressLine(
  done: number,
  total: number,
  seconds: number,
  running: readonly string[],
  width = 80,
): string {
  const counter = `${String(done).padStart(String(total).length)}/${total} scenarios, ${Math.floor(seconds)} s`;
  const line = Array.from(running.length === 0 ? counter : `${counter}  ${printable(running.join(', '))}`);
  // The last column stays free: some terminals wrap as soon as it is written.
  return line.length < width ? line.join('') : `${line.slice(0, Math.max(0, width - 2)).join('')}…`;
}
