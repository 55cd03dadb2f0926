import type { Command, Option } from 'commander';
import type { ExitCode, Io } from './io.js';

export interface Commands {
  define(name: string, text: string, options?: readonly Option[]): Command;
  readonly io: Io;
  finish(code: ExitCode): void;
}
