import type { Option } from 'commander';
import type { ExitCode } from '../shell/io.js';
import type { ExitCodes } from './help.js';

/** Runs a command with its arguments in order, its options, and `Io`. Commander has checked both. */
export type Action = (...given: never[]) => Promise<ExitCode>;

export interface CommandRow {
  readonly text: string;
  /** The text for each argument, by its name in the help. All are required. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: readonly Option[];
  /** Needed if there are more codes than 0 and 2. */
  readonly exitCodes?: ExitCodes;
  /** Two command lines, without the name of the program. */
  readonly examples: readonly [string, string];
  /** The code of a command is loaded only when it runs. */
  load(): Promise<Action>;
}
