import type { Io } from './io.js';

/** How often the elapsed time is updated. */
const TICK_MS = 250;

/**
 * The progress of a command on a terminal. In a pipeline, nothing is shown, since a workflow command has to begin its
 * line.
 */
export class StatusLine {
  readonly #isShown: boolean;
  readonly #ticks: NodeJS.Timeout | undefined;

  constructor(
    readonly io: Pick<Io, 'err' | 'clearLine' | 'errIsTty' | 'env' | 'columns'>,
    readonly text: () => string,
  ) {
    this.#isShown = io.errIsTty && !io.env.CI;
    if (this.#isShown) this.#ticks = setInterval(() => this.draw(), TICK_MS).unref();
    this.draw();
  }

  draw(): void {
    this.clear();
    if (this.#isShown) this.io.err(cut(this.text(), this.io.columns));
  }

  /** Called before other text is written. */
  clear(): void {
    if (this.#isShown) this.io.clearLine();
  }

  end(): void {
    clearInterval(this.#ticks);
    this.clear();
  }
}

/** The last column stays free: some terminals wrap when it is written. */
function cut(text: string, width = 80): string {
  const characters = Array.from(text);
  return characters.length < width ? text : `${characters.slice(0, Math.max(0, width - 2)).join('')}…`;
}
