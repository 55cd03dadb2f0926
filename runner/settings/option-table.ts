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

/** Makes a row without a range from its type, its text and its other members. */
const rowOf =
  <const Type extends 'switch' | 'file' | 'list' | 'text'>(type: Type) =>
  <const About extends Partial<OptionBase>>(text: string, about?: About) =>
    ({ type, text, ...about }) as { readonly type: Type; readonly text: string } & About;

const [flag, file, list, text] = [rowOf('switch'), rowOf('file'), rowOf('list'), rowOf('text')];

/** A number from 1 to `max`. */
const quantityOf =
  <const Type extends 'number' | 'time'>(type: Type, value: string) =>
  <const Default extends number | undefined, const Library extends keyof ConformanceOptions>(
    text: string,
    byDefault: Default,
    max: number,
    library: Library,
  ) =>
    ({ type, text, value, scope: 'both', default: byDefault, min: 1, max, library }) as const;

const [number, time] = [quantityOf('number', 'n'), quantityOf('time', 'time')];

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
    baseUrl: text('base address of the target, with its version prefix', {
      value: 'url',
      env: true,
      scope: 'target',
      library: 'baseUrl',
    }),
    apiKeyVariable: text('name of the environment variable that holds the API key', {
      scope: 'target',
      only: 'file',
      default: 'STORE_ORDERS_API_KEY',
    }),
    apiKeyFile: file('file that holds the API key (or set STORE_ORDERS_API_KEY to it)', { scope: 'target' }),
    headerFile: file(
      'file with further request headers that a gateway needs, a line `Name: value` each; their values are secret',
      { scope: 'target' },
    ),
    config: file('configuration file', {
      env: true,
      scope: 'source',
      only: 'flag',
      default: 'store-orders-conformance.yaml',
    }),
    target: text('target that the configuration file names', { value: 'name', env: true, scope: 'source' }),
    allTargets: flag('judge every target of the configuration file', { scope: 'many', only: 'flag' }),
    jobs: text('with --all-targets: how many targets to judge at once', {
      value: 'k',
      scope: 'many',
      only: 'flag',
      default: 8,
    }),
    shard: text('with --all-targets: judge only the i-th of n parts, such as 1/100', {
      value: 'i/n',
      scope: 'many',
      only: 'flag',
    }),
    resume: flag(
      'go on after a run that was cut off, without the orders that it may have cancelled; with --all-targets, leave targets alone whose report is there',
      { scope: 'many', only: 'flag' },
    ),
    group: text('targets of one group share orders: they are never judged at the same time', {
      scope: 'each',
      only: 'file',
      default: 'its base address',
    }),
    subject: text('name and version of the implementation that is judged, for the report', {
      value: 'name@version',
      scope: 'both',
      library: 'subject',
    }),
    organisation: text('who makes it', { value: 'name', scope: 'both', library: 'organisation' }),
    contact: text('whom to ask about it', { value: 'address', scope: 'both', library: 'contact' }),
    wait: time(
      'how long to wait at most until the target answers, such as 60s, before anything counts',
      undefined,
      3_600_000,
      'waitMs',
    ),
  }),
  ...inGroup('Orders', {
    fixtures: file('file with the orders that the suite may use', { env: true, scope: 'target' }),
    fresh: flag(
      "none of the declared orders has been used before (the store was just made), so a refusal is the target's",
      { env: true, scope: 'target', only: 'flag', library: 'fresh' },
    ),
    readOnly: flag('send no DELETE at all', { scope: 'both', library: 'readOnly' }),
    dryRun: flag(
      'print the stages of a run and how much is sent in each, with --verbose each request, cancels first, and send none',
    ),
  }),
  ...inGroup('Selection', {
    suite: list('run only this suite', { value: 'id', library: 'suites' }),
    scenario: list('run only this scenario (cancel-*: several)', { value: 'id', library: 'scenarios' }),
    requirement: list('judge only this requirement', { value: 'id', library: 'requirements' }),
    clause: list('judge only this clause of the contract, such as 4.2', { value: 'clause', library: 'clauses' }),
  }),
  ...inGroup('Verdict', {
    strict: flag('deviations from `should` requirements fail the run, too', { scope: 'both', library: 'strict' }),
    baseline: file('file with the known deviations, each with a reason and an expiry date', {
      scope: 'both',
      library: 'baseline',
    }),
    schemas: file(
      'judge bodies by order.schema.json and error.schema.json, or one of them, of this directory; such a run is never complete',
      { value: 'dir', env: true, scope: 'both', library: 'schemas', default: 'the built-in ones' },
    ),
    edition: text('score by the requirements of this frozen edition, such as 2026.1; later ones run unscored', {
      value: 'id',
      scope: 'both',
      library: 'edition',
      default: 'the newest',
    }),
    repeat: number(
      'how often to send each request that does not use up an order, half of the times on kept connections',
      1,
      1000,
      'repeat',
    ),
  }),
  ...inGroup('Output', {
    report: list('report to write, to standard output where no path is given', {
      value: 'format[=path]',
      default: 'terminal',
    }),
    quiet: flag('the terminal report tells only what is wrong'),
    verbose: flag('also list every scenario and exchange'),
    evidence: file('file to save what was learnt from the target in, for `rejudge`', { value: 'path' }),
  }),
  ...inGroup('Limits', {
    timeout: time('time for one exchange', 10_000, 3_600_000, 'timeoutMs'),
    deadline: time('time for the whole run', 300_000, 86_400_000, 'deadlineMs'),
    // Each request holds a connection and the bytes read from it: the responses of 24 fit into the memory of a run.
    concurrency: number('exchanges in flight at most', 24, 24, 'concurrency'),
    rate: number('requests a second at most', undefined, 1000, 'rate'),
  }),
  ...inGroup('TLS', {
    ca: file('PEM file of the certificate authorities to trust', { scope: 'target', default: "the system's" }),
    cert: file('PEM file of the client certificate', { scope: 'target' }),
    key: file('PEM file of its private key (not the API key)', { scope: 'target' }),
    insecure: flag('accept any TLS certificate', { scope: 'target' }),
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
