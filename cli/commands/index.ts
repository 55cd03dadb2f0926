import type { CommandRow } from './help.js';
import { loads } from './loads.generated.js';
import { type CommandOptions, optionsOf } from './options.js';
import { rows } from './rows.generated.js';

type Name = keyof typeof rows;

const words: Readonly<Record<Name, Omit<CommandRow, 'options' | 'load'> & CommandOptions>> = rows;

/** Every command, in the order of the help: `commands.yaml`. Help and dispatch read this table. */
export const commands: Readonly<Record<string, CommandRow>> = Object.fromEntries(
  (Object.keys(rows) as Name[]).map((name) => [
    name,
    { ...words[name], options: optionsOf(words[name]), load: loads[name] },
  ]),
);
