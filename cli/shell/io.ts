import { printableLines, wrapped } from '../../reporters/printable.js';
import { tool } from '../../runner/settings/tool.js';

/** What a command may touch of its surroundings; `main.ts` hands in the process. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** What the user types to start this program, such as `npx --no -- store-orders-conformance`. */
  readonly command: string;
  out(text: string): void;
  err(text: string): void;
  /** Whether standard output, and standard error, are terminals. */
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  /** Of the terminal, where there is one. */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  /** From now on nothing is written to standard error that the function would leave out: the key, whatever fails. */
  keepSecret(redact: (text: string) => string): void;
  /** From now on the command ends by itself when it is interrupted; until then, a signal ends the process at once. */
  endsItself(): void;
  /** Aborted by the first signal, or by an error that nobody caught; the reason is the exit code, where that is set by it. */
  readonly interrupted: AbortSignal;
  /** Aborted by the second: the process ends in the same moment. */
  readonly killed: AbortSignal;
}

/**
 * 0 conformant · 1 nonconformant · 2 usage error, nothing was sent · 3 inconclusive · 4 a defect of the suite, or a report
 * that could not be written · 129, 130, 143 interrupted by SIGHUP, SIGINT, SIGTERM.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 129 | 130 | 143;

/** What a command ends with that was interrupted; undefined where it was not. */
export const interruptedCode = ({ interrupted: { reason } }: Pick<Io, 'interrupted'>): ExitCode | undefined =>
  typeof reason === 'number' ? (reason as ExitCode) : undefined;

/**
 * A text for people, with the commands in it as they type them, and its lines wrapped to the terminal, which obeys nothing
 * that the text quotes.
 */
export function prose(text: string, { command, columns = Number.POSITIVE_INFINITY }: Pick<Io, 'command' | 'columns'>) {
  const lines = printableLines(text.replaceAll(`\`${tool.name}`, `\`${command}`)).split('\n');
  return lines.flatMap((line) => wrapped(line, columns)).join('\n');
}

/** One line: what failed, and where. */
export function defectSentence(error: unknown): string {
  const [, place] = (error instanceof Error && /\n {4}at (.+)/.exec(error.stack ?? '')) || [];
  const [what] = String(error).split('\n');
  const detail = place === undefined ? what : `${what}, at ${place}`;
  return `The suite itself failed; this says nothing about the target. Please report it: ${detail}\n`;
}
