import type { ConformanceOptions } from './conformance-options.js';

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
        readonly default: number | undefined;
      } & Range)
  );

const number = <Default extends number | undefined>(byDefault: Default, max: number) =>
  ({ type: 'number', value: 'n', scope: 'both', default: byDefault, min: 1, max }) as const;

const time = <Default extends number | undefined>(byDefault: Default, max: number) =>
  ({ ...number(byDefault, max), type: 'time', value: 'time' }) as const;

const inGroup = <Group extends OptionBase['group'], const Rows extends object>(group: Group, rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { group, ...row }])) as {
    readonly [Name in keyof Rows]: Rows[Name] & { readonly group: Group };
  };

/**
 * Every option of `run`, by its name in the configuration file; the flag is the same in kebab case. The command line,
 * the reader of settings, schemas/config.schema.json and docs/configuration.md are made from this table.
 */
export const OPTIONS = {
  ...inGroup('Target', {
    baseUrl: {
      type: 'text',
      value: 'url',
      env: true,
      scope: 'target',
      library: 'baseUrl',
      text: 'base address of the target, with its version prefix',
    },
    apiKeyVariable: {
      type: 'text',
      scope: 'target',
      only: 'file',
      default: 'STORE_ORDERS_API_KEY',
      text: 'name of the environment variable that holds the API key',
    },
    apiKeyFile: {
      type: 'file',
      scope: 'target',
      text: 'file that holds the API key (or set STORE_ORDERS_API_KEY to it)',
    },
    headerFile: {
      type: 'file',
      scope: 'target',
      text: 'file with further request headers that a gateway needs, a line `Name: value` each; their values are secret',
    },
    config: {
      type: 'file',
      env: true,
      scope: 'source',
      only: 'flag',
      default: 'store-orders-conformance.yaml',
      text: 'configuration file',
    },
    target: {
      type: 'text',
      value: 'name',
      env: true,
      scope: 'source',
      text: 'target that the configuration file names',
    },
    allTargets: { type: 'switch', scope: 'many', only: 'flag', text: 'judge every target of the configuration file' },
    jobs: {
      type: 'text',
      value: 'k',
      scope: 'many',
      only: 'flag',
      default: 8,
      text: 'with --all-targets: how many targets to judge at once',
    },
    shard: {
      type: 'text',
      value: 'i/n',
      scope: 'many',
      only: 'flag',
      text: 'with --all-targets: judge only the i-th of n parts, such as 1/100',
    },
    resume: {
      type: 'switch',
      scope: 'many',
      only: 'flag',
      text: 'go on after a run that was cut off, without the orders that it may have cancelled; with --all-targets, leave targets alone whose report is there',
    },
    group: {
      type: 'text',
      scope: 'each',
      only: 'file',
      default: 'its base address',
      text: 'targets of one group share orders: they are never judged at the same time',
    },
    subject: {
      type: 'text',
      value: 'name@version',
      scope: 'both',
      library: 'subject',
      text: 'name and version of the implementation that is judged, for the report',
    },
    organisation: { type: 'text', value: 'name', scope: 'both', library: 'organisation', text: 'who makes it' },
    contact: { type: 'text', value: 'address', scope: 'both', library: 'contact', text: 'whom to ask about it' },
    wait: {
      ...time(undefined, 3_600_000),
      library: 'waitMs',
      text: 'how long to wait at most until the target answers, such as 60s, before anything counts',
    },
  }),
  ...inGroup('Orders', {
    fixtures: { type: 'file', env: true, scope: 'target', text: 'file with the orders that the suite may use' },
    fresh: {
      type: 'switch',
      env: true,
      scope: 'target',
      only: 'flag',
      library: 'fresh',
      text: "none of the declared orders has been used before (the store was just made), so a refusal is the target's",
    },
    readOnly: { type: 'switch', scope: 'both', library: 'readOnly', text: 'send no DELETE at all' },
    dryRun: {
      type: 'switch',
      text: 'print the stages of a run and how much is sent in each, with --verbose each request, cancels first, and send none',
    },
  }),
  ...inGroup('Selection', {
    suite: { type: 'list', value: 'id', library: 'suites', text: 'run only this suite' },
    scenario: { type: 'list', value: 'id', library: 'scenarios', text: 'run only this scenario (cancel-*: several)' },
    requirement: { type: 'list', value: 'id', library: 'requirements', text: 'judge only this requirement' },
    clause: {
      type: 'list',
      value: 'clause',
      library: 'clauses',
      text: 'judge only this clause of the contract, such as 4.2',
    },
  }),
  ...inGroup('Verdict', {
    strict: {
      type: 'switch',
      scope: 'both',
      library: 'strict',
      text: 'deviations from `should` requirements fail the run, too',
    },
    baseline: {
      type: 'file',
      scope: 'both',
      library: 'baseline',
      text: 'file with the known deviations, each with a reason and an expiry date',
    },
    schemas: {
      type: 'file',
      value: 'dir',
      env: true,
      scope: 'both',
      library: 'schemas',
      default: 'the built-in ones',
      text: 'judge bodies by order.schema.json and error.schema.json, or one of them, of this directory; such a run is never complete',
    },
    edition: {
      type: 'text',
      value: 'id',
      scope: 'both',
      library: 'edition',
      default: 'the newest',
      text: 'score by the requirements of this frozen edition, such as 2026.1; later ones run unscored',
    },
    repeat: {
      ...number(1, 1000),
      library: 'repeat',
      text: 'how often to send each request that does not use up an order, half of the times on kept connections',
    },
  }),
  ...inGroup('Output', {
    report: {
      type: 'list',
      value: 'format[=path]',
      default: 'terminal',
      text: 'report to write, to standard output where no path is given',
    },
    quiet: { type: 'switch', text: 'the terminal report tells only what is wrong' },
    verbose: { type: 'switch', text: 'also list every scenario and exchange' },
    evidence: { type: 'file', value: 'path', text: 'file to save what was learnt from the target in, for `rejudge`' },
  }),
  ...inGroup('Limits', {
    timeout: { ...time(10_000, 3_600_000), library: 'timeoutMs', text: 'time for one exchange' },
    deadline: { ...time(300_000, 86_400_000), library: 'deadlineMs', text: 'time for the whole run' },
    // Each request holds a connection and the bytes read from it: the responses of 24 fit into the memory of a run.
    concurrency: { ...number(24, 24), library: 'concurrency', text: 'exchanges in flight at most' },
    rate: { ...number(undefined, 1000), library: 'rate', text: 'requests a second at most' },
  }),
  ...inGroup('TLS', {
    ca: {
      type: 'file',
      scope: 'target',
      default: "the system's",
      text: 'PEM file of the certificate authorities to trust',
    },
    cert: { type: 'file', scope: 'target', text: 'PEM file of the client certificate' },
    key: { type: 'file', scope: 'target', text: 'PEM file of its private key (not the API key)' },
    insecure: { type: 'switch', scope: 'target', text: 'accept any TLS certificate' },
  }),
} satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof OPTIONS;

type TypeOf<Name extends OptionName> = (typeof OPTIONS)[Name]['type'];

type NumberName = { [Name in OptionName]: TypeOf<Name> extends 'number' | 'time' ? Name : never }[OptionName];

/** The numbers, by their names in the library. The types say which ones have a default. */
export type Numbers = {
  readonly [Name in NumberName as (typeof OPTIONS)[Name]['library']]: number | (typeof OPTIONS)[Name]['default'];
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
