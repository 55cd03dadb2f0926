import { printable } from '../reporters/printable.js';
import { isReady, type Plan } from '../runner/evidence/plan.js';
import type { Io } from './io.js';

const CLEAR_LINE = '\r\u001b[2K';

/** One line on standard error that says how far the run is; only on a terminal. */
export class Progress {
  readonly #running = new Set<string>();
  #total = 0;

  constructor(readonly io: Io) {}

  plan(plan: Plan): void {
    for (const { id } of plan.scenarios.filter(isReady)) this.#running.add(id);
    this.#total = this.#running.size;
    this.#draw();
  }

  end(scenario: string): void {
    if (this.#running.delete(scenario)) this.#draw();
  }

  clear(): void {
    if (this.io.errIsTty) this.io.err(CLEAR_LINE);
  }

  #draw(): void {
    if (!this.io.errIsTty) return;
    const done = this.#total - this.#running.size;
    this.io.err(`${CLEAR_LINE}${progressLine(done, this.#total, [...this.#running], this.io.columns)}`);
  }
}

/**
 * One line on how far the run is, cut to the width of the terminal: `12/60  cancel.pending, auth.first`.
 * `running` holds the ids of the scenarios at work.
 */
export function progressLine(done: number, total: number, running: readonly string[], width = 80): string {
  const counter = `${String(done).padStart(String(total).length)}/${total}`;
  const line = Array.from(running.length === 0 ? counter : `${counter}  ${printable(running.join(', '))}`);
  // The last column stays free: some terminals wrap as soon as it is written.
  return line.length < width ? line.join('') : `${line.slice(0, Math.max(0, width - 2)).join('')}…`;
}
