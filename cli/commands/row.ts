import type { Option } from 'commander';
import type { ExitCode } from '../shell/io.js';
import type { ExitCodes } from './help.js';

/** What runs a command: gets its arguments in order, then its options, then `Io`. Commander has checked both by the row. */
export type Action = (...given: never[]) => Promise<ExitCode>;

export interface CommandRow {
  readonly text: string;
  /** What each argument is, by its name in the help; all are required. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: readonly Option[];
  /** Where they are more than 0 and 2. */
  readonly exitCodes?: ExitCodes;
  /** What a user would type, after the name of the program. */
  readonly examples: readonly [string, string];
  /** The code of a command is loaded only when it runs. */
  load(): Promise<Action>;
}
