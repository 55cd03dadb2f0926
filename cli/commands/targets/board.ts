import { printable } from '../../../reporters/printable.js';
import { countOf, durationOf } from '../../../reporters/wording.js';
import type { ExitCode, Io } from '../../shell/io.js';
import { StatusLine, timeLeft } from '../../shell/progress.js';
import type { Outcome } from './judge-one.js';

/** Worst first. A defect of the suite is worse than a broken requirement: nothing is known about that target. */
const CODES = [
  [4, 'could not be judged'],
  [1, 'nonconformant'],
  [3, 'inconclusive'],
  [0, 'conformant'],
] as const;

export const CODES_WORST_FIRST: readonly ExitCode[] = CODES.map(([code]) => code);

/** Of more targets than this, the table at the end only counts the conformant ones. */
const ALL_SHOWN = 100;

type Ended = Omit<Outcome, 'report'>;

/** Shows a line for each target when it ends, the progress, and a table at the end. */
export class Board {
  readonly #started = performance.now();
  readonly #running = new Set<string>();
  readonly #ended: Ended[] = [];
  readonly #status: StatusLine;

  /** @param writesJson a line of JSON for each target goes to standard output, and text for people to standard error */
  constructor(
    readonly total: number,
    readonly writesJson: boolean,
    readonly io: Io,
  ) {
    this.#status = new StatusLine(io, () => this.#line);
  }

  begin(name: string): void {
    this.#running.add(name);
    this.#status.draw();
  }

  end({ report, ...ended }: Outcome): void {
    this.#running.delete(ended.name);
    this.#ended.push(ended);
    if (this.writesJson && report) this.io.out(`${printable(JSON.stringify(report))}\n`);
    this.#status.clear();
    const how = ended.isKept ? 'judged before' : durationOf(ended.durationMs);
    this.#tell(`${ended.name}  ${ended.text} (${how})\n`);
    this.#status.draw();
  }

  /** Writes the table, and returns the worst exit code. */
  close(): ExitCode {
    this.#status.end();
    const there = CODES.flatMap(([code, name]) => {
      const ended = this.#ended.filter((outcome) => outcome.code === code);
      return ended.length > 0 ? [{ code, name, ended }] : [];
    });
    const rows = there.flatMap(({ code, ended }) => (code === 0 && this.total > ALL_SHOWN ? [] : ended));
    const width = Math.max(0, ...rows.map(({ name }) => name.length));
    const open = this.total - this.#ended.length;
    const counts = there.map(({ name, ended }) => `${ended.length} ${name}`);
    const summary = [...counts, ...(open > 0 ? [`${open} not judged`] : [])].join(', ');
    this.#tell(
      [
        '',
        ...rows.map(({ name, text }) => `${name.padEnd(width)}  ${text}`),
        `${countOf(this.total, 'target')} in ${durationOf(performance.now() - this.#started)}: ${summary}`,
        '',
      ].join('\n'),
    );
    return there[0]?.code ?? 3;
  }

  #tell(text: string): void {
    if (this.writesJson) this.io.err(text);
    else this.io.out(text);
  }

  get #line(): string {
    const done = this.#ended.length;
    const elapsed = durationOf(performance.now() - this.#started);
    const left = timeLeft(this.#started, done, this.total);
    return `${done}/${this.total} targets, ${elapsed}${left}  ${[...this.#running].join(', ')}`;
  }
}
