import { tool } from '../../interface/helpers/helpers.js';
import { safeLines, wrapped } from '../../reporters/printable.js';

/** The surroundings that a command may use; `main.ts` passes in the process. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The command that starts this program, such as `npx --no -- store-orders-conformance`. */
  readonly command: string;
  /** True in a container of Docker or Podman. */
  readonly isInContainer: boolean;
  /** Called only if an option asks for standard input. */
  stdin(): AsyncIterable<Uint8Array>;
  /** Both write text for people, as final lines that nothing obeys. */
  out(text: string): void;
  err(text: string): void;
  /** Writes a report, which its format has made safe, to standard output. */
  document(text: string): void;
  /** Clears the line of the cursor on the terminal of standard error. */
  clearLine(): void;
  /** True if standard output, or standard error, is a terminal. */
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  /** The width of the terminal, if there is one. */
  readonly columns: number | undefined;
  /** Tells people that the suite failed. */
  tellDefect(error: unknown): void;
  /** From now on, this function redacts the messages of defects. All other texts are made without secrets. */
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

/** The streams of a command. `redact` is applied to defects, before anything that it looks for is escaped. */
export const streams = (
  out: (text: string) => unknown,
  err: (text: string) => unknown,
  redact: (text: string) => string,
): Pick<Io, 'out' | 'err' | 'tellDefect' | 'document' | 'clearLine'> => ({
  out: (text) => out(safeLines(text)),
  err: (text) => err(safeLines(text)),
  tellDefect: (error) => err(safeLines(redact(defectSentence(error)))),
  document: out,
  clearLine: () => err('\r\u001b[2K'),
});

/** A text for people: commands in it are as they type them, and lines are wrapped to the terminal. */
export function prose(text: string, { command, columns = Number.POSITIVE_INFINITY }: Pick<Io, 'command' | 'columns'>) {
  const lines = text.replaceAll(`\`${tool.name}`, `\`${command}`).split('\n');
  return lines.flatMap((line) => wrapped(line, columns)).join('\n');
}

/** A file could not be written: the disk is full, say. The message is a sentence. */
export class WriteFailure extends Error {}

/** One line that says what failed, and where. */
export function defectSentence(error: unknown): string {
  if (error instanceof WriteFailure) return `${error.message}\n`;
  const [, place] = (error instanceof Error && /\n {4}at (.+)/.exec(error.stack ?? '')) || [];
  const [what] = String(error).split('\n');
  const detail = place === undefined ? what : `${what}, at ${place}`;
  return `The suite itself failed; this says nothing about the target. Please report it: ${detail}\n`;
}
