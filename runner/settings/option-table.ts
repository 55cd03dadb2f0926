import type { ConformanceOptions } from './conformance-options.js';
import { options } from './options.generated.js';

interface OptionBase {
  /** The heading in the help. */
  readonly group: 'Target' | 'Orders' | 'Selection' | 'Verdict' | 'Output' | 'Limits' | 'TLS';
  /** One line for the help, the schema and the documentation. */
  readonly text: string;
  /** The placeholder for its value in the help. Absent: `file`. */
  readonly value?: string;
  /** Present if there is an environment variable, too: `STORE_ORDERS_BASE_URL` for `baseUrl`. */
  readonly env?: true;
  /**
   * The commands that have the option. `target`: it is about the target; the configuration file may give it for each
   * target, and `demo` does not have it. `source`: it chooses configuration and target; neither has it. `many`: it is
   * about judging many targets; only `run` has it. `each`: only a target in the file has it. `both`: each target and
   * `demo` have it. Absent: it is about the run; `demo` has it.
   */
  readonly scope?: 'target' | 'each' | 'source' | 'many' | 'both';
  /** Present if the option exists only on the command line, or only in the configuration file. */
  readonly only?: 'flag' | 'file';
  /** The member of `ConformanceOptions` with the same meaning. */
  readonly library?: keyof ConformanceOptions;
  /** The value without the option. Absent: none; a list selects all, and a switch is off. */
  readonly default?: string | number | undefined;
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A list can be repeated. In the file, it is one text or a list of texts. */
export type OptionRow = OptionBase &
  (
    | { readonly type: 'switch' | 'file' | 'list' | 'text' }
    | ({
        /** A time is a number of milliseconds, or a text such as 20s. */
        readonly type: 'number' | 'time';
        readonly library: keyof ConformanceOptions;
        readonly default?: number | undefined;
      } & Range)
  );

/** Every option of `run`: `options.yaml`. */
export const OPTIONS = options satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof OPTIONS;

type TypeOf<Name extends OptionName> = (typeof OPTIONS)[Name]['type'];

type NumberName = { [Name in OptionName]: TypeOf<Name> extends 'number' | 'time' ? Name : never }[OptionName];

/** The numbers, by their names in the library. The types say which ones have a default. */
export type Numbers = {
  readonly [Name in NumberName as (typeof OPTIONS)[Name]['library']]: (typeof OPTIONS)[Name] extends { default: number }
    ? number
    : number | undefined;
};

/** The options of `run` as the command line got them, unchecked. */
export type RunFlags = {
  readonly [Name in OptionName]?: TypeOf<Name> extends 'switch'
    ? boolean
    : TypeOf<Name> extends 'list'
      ? readonly string[]
      : string;
};

export const optionRows = Object.entries(OPTIONS) as readonly [OptionName, OptionRow][];

/** `--base-url` for `baseUrl`. */
export const flagOf = (name: string): string => `--${words(name).join('-').toLowerCase()}`;

export function variableOf(name: OptionName): string | undefined {
  const { env }: OptionRow = OPTIONS[name];
  return env && `STORE_ORDERS_${words(name).join('_').toUpperCase()}`;
}

const words = (name: string): readonly string[] => name.split(/(?=[A-Z])/);
