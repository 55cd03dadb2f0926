import { printableLines, wrapped } from '../../reporters/printable.js';
import { tool } from '../../runner/helpers/helpers.js';

/** The surroundings that a command may use; `main.ts` passes in the process. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The command that starts this program, such as `npx --no -- store-orders-conformance`. */
  readonly command: string;
  /** Called only if an option asks for standard input. */
  stdin(): AsyncIterable<Uint8Array>;
  out(text: string): void;
  err(text: string): void;
  /** True if standard output, or standard error, is a terminal. */
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  /** The size of the terminal, if there is one. */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  /** From now on, this function redacts everything written to standard error, even if the suite fails. */
  keepSecret(redact: (text: string) => string): void;
  /** From now on, the command ends by itself when it is interrupted. Until then, a signal ends the process at once. */
  endsItself(): void;
  /** Aborted by the first signal, or by an uncaught error. The reason is the exit code, if a signal sets it. */
  readonly interrupted: AbortSignal;
  /** Aborted by the second signal. The process ends at the same moment. */
  readonly killed: AbortSignal;
}

/**
 * 0 conformant · 1 nonconformant · 2 usage error, nothing was sent · 3 inconclusive · 4 a defect of the suite, or a
 * report that could not be written · 129, 130, 143 interrupted by SIGHUP, SIGINT, SIGTERM.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 129 | 130 | 143;

/** The exit code of an interrupted command. Undefined if it was not interrupted. */
export const interruptedCode = ({ interrupted: { reason } }: Pick<Io, 'interrupted'>): ExitCode | undefined =>
  typeof reason === 'number' ? (reason as ExitCode) : undefined;

/**
 * A text for people: commands in it are as they type them, lines are wrapped to the terminal, and quotes cannot control
 * it.
 */
export function prose(text: string, { command, columns = Number.POSITIVE_INFINITY }: Pick<Io, 'command' | 'columns'>) {
  const lines = printableLines(text.replaceAll(`\`${tool.name}`, `\`${command}`)).split('\n');
  return lines.flatMap((line) => wrapped(line, columns)).join('\n');
}

/** One line that says what failed, and where. */
export function defectSentence(error: unknown): string {
  const [, place] = (error instanceof Error && /\n {4}at (.+)/.exec(error.stack ?? '')) || [];
  const [what] = String(error).split('\n');
  const detail = place === undefined ? what : `${what}, at ${place}`;
  return `The suite itself failed; this says nothing about the target. Please report it: ${detail}\n`;
}
