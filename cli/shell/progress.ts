import { printable } from '../../reporters/printable.js';
import { durationOf } from '../../reporters/wording.js';
import { isReady, type Plan } from '../../runner/evidence/plan.js';
import type { Io } from './io.js';

const CLEAR_LINE = '\r\u001b[2K';

/** How often the time that has passed is shown anew. */
const TICK_MS = 250;

/**
 * One line on standard error that says how far a command is; only on a terminal, and in no pipeline: there, such a line
 * would be before a workflow command, which then is not one.
 */
export class StatusLine {
  readonly #isShown: boolean;
  readonly #ticks: NodeJS.Timeout | undefined;

  constructor(
    readonly io: Pick<Io, 'err' | 'errIsTty' | 'env' | 'columns'>,
    readonly text: () => string,
  ) {
    this.#isShown = io.errIsTty && !io.env.CI;
    if (this.#isShown) this.#ticks = setInterval(() => this.draw(), TICK_MS).unref();
    this.draw();
  }

  draw(): void {
    if (this.#isShown) this.io.err(`${CLEAR_LINE}${cut(printable(this.text()), this.io.columns)}`);
  }

  /** Where something else is written. */
  clear(): void {
    if (this.#isShown) this.io.err(CLEAR_LINE);
  }

  end(): void {
    clearInterval(this.#ticks);
    this.clear();
  }
}

/** What is left takes as long as what is done, one by one. */
export function timeLeft(started: number, done: number, total: number): string {
  const elapsed = performance.now() - started;
  return done === 0 ? '' : `, about ${durationOf((elapsed / done) * (total - done))} left`;
}

/** The last column stays free: some terminals wrap as soon as it is written. */
function cut(text: string, width = 80): string {
  const characters = Array.from(text);
  return characters.length < width ? text : `${characters.slice(0, Math.max(0, width - 2)).join('')}…`;
}

/** How far a run is: `12/60 scenarios, 3 s  cancel.pending, auth.first`; last, the scenarios at work. */
export class Progress {
  readonly #running: Set<string>;
  readonly #line: StatusLine;

  constructor(io: StatusLine['io'], plan: Plan) {
    this.#running = new Set(plan.scenarios.filter(isReady).map(({ id }) => id));
    const total = this.#running.size;
    const started = performance.now();
    this.#line = new StatusLine(io, () => {
      const done = String(total - this.#running.size).padStart(String(total).length);
      const seconds = Math.floor((performance.now() - started) / 1000);
      return `${done}/${total} scenarios, ${seconds} s  ${[...this.#running].join(', ')}`.trimEnd();
    });
  }

  end(scenario: string): void {
    if (this.#running.delete(scenario)) this.#line.draw();
  }

  clear(): void {
    this.#line.end();
  }
}
