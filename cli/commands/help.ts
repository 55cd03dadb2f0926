import type { Option } from 'commander';
import { flagOf, optionRows, variableOf } from '../../runner/settings/option-table.js';
import type { Io } from '../shell/io.js';

/** What an exit code means, by the code, or by several. */
export type ExitCodes = Readonly<Record<string, string>>;

const USAGE = { 2: 'usage error: nothing was sent' };

const INTERRUPTED = { '129, 130, 143': 'interrupted by SIGHUP, SIGINT, SIGTERM' };

/** Of a command that does what it says, or refuses to. */
const DONE: ExitCodes = { 0: 'done', ...USAGE };

/** Of a command that judges. */
export const JUDGED: ExitCodes = {
  0: 'conformant',
  1: 'nonconformant, or the baseline is out of date',
  ...USAGE,
  3: 'inconclusive: something could not be judged',
  4: 'a defect of the suite itself, or a file that could not be written',
  ...INTERRUPTED,
};

/** Of a command that looks at a target: `3` says what stood in its way. */
export const looked = (done: string, lacking: string): ExitCodes => ({
  0: done,
  ...USAGE,
  3: lacking,
  ...INTERRUPTED,
});

interface Described {
  readonly options?: readonly Option[];
  /** Where they are more than 0 and 2. */
  readonly exitCodes?: ExitCodes;
  /** What a user would type, after the name of the program. */
  readonly examples: readonly [string, string];
}

/** What follows the options of a command: its variables, its exit codes, and two examples. */
export function epilogue({ options = [], examples, exitCodes = DONE }: Described, { command }: Io): string {
  const variables = variablesOf(options);
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

/** Those of its options, and of what reaches a target. */
function variablesOf(options: readonly Option[]): [string, string][] {
  const has = (flag: string): boolean => options.some(({ long }) => long === flag);
  const own = optionRows.flatMap(([name]): [string, string][] => {
    const variable = variableOf(name);
    return variable !== undefined && has(flagOf(name)) ? [[variable, flagOf(name)]] : [];
  });
  if (!has('--base-url')) return own;
  return [
    ...own,
    ['STORE_ORDERS_API_KEY', 'the API key'],
    ['HTTP_PROXY, HTTPS_PROXY, NO_PROXY', 'the proxy, and what is reached without it'],
  ];
}
