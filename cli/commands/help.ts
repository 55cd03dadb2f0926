import type { Option } from 'commander';
import { flagOf, optionRows, variableOf } from '../../runner/settings/option-table.js';
import type { ExitCode, Io } from '../shell/io.js';

/** The meaning of each exit code. A key may have several codes. */
type ExitCodes = Readonly<Partial<Record<ExitCode | '129, 130, 143', string>>>;

/** For commands that do something, or refuse to. */
const DONE: ExitCodes = { 0: 'done', 2: 'usage error: nothing was sent' };

/** Runs a command with its arguments in order, its options, and `Io`. Commander has checked both. */
type Action = (...args: never[]) => Promise<ExitCode>;

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

/** The text after the options of a command: variables, exit codes, and two examples. */
export function epilogue(
  { options = [], examples, exitCodes = DONE }: Pick<CommandRow, 'options' | 'examples' | 'exitCodes'>,
  { command }: Io,
): string {
  const variables = variablesOf(options.filter(({ hidden }) => !hidden));
  return [
    ...(variables.length === 0 ? [] : ['', 'Environment variables:', ...aligned(variables)]),
    ...['', 'Exit codes:', ...aligned(Object.entries(exitCodes))],
    ...['', 'Examples:', ...examples.map((example) => `  ${command} ${example}`)],
  ].join('\n');
}

const aligned = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`);
};

/** The variables of a command's options, and those for reaching a target. */
function variablesOf(options: readonly Option[]): [string, string][] {
  const has = (flag: string): boolean => options.some(({ long }) => long === flag);
  const variables = optionRows.flatMap(([name]): [string, string][] => {
    const variable = variableOf(name);
    return variable !== undefined && has(flagOf(name)) ? [[variable, flagOf(name)]] : [];
  });
  if (!has('--base-url')) return variables;
  return [
    ...variables,
    ['STORE_ORDERS_API_KEY', 'the API key'],
    ['HTTP_PROXY, HTTPS_PROXY, NO_PROXY', 'the proxy, and what is reached without it'],
  ];
}
