import type { BaselineEntry } from '../judge/report.js';
import type { DeclaredOrders, Provision } from '../orders/declared.js';
import type { ApiKey } from '../secrets/api-key.js';
import type { SecretHeader } from '../secrets/header.js';
import type { ConformanceOptions } from './conformance-options.js';
import type { Numbers, OptionName } from './option-table.js';

/** Everything that a run is told, checked. Made by `settingsOf`, from what the command line (`loadSettings`) or the library (`settingsFromOptions`) is given. */
export interface Settings extends Numbers {
  /** http or https, without credentials, query, fragment and trailing slashes. Whether it ends in `/v1` is for the suite to judge. */
  readonly baseUrl: string;
  readonly targetName?: string;
  /** A digest of all that follows, for the report: the same one needs not be made again. */
  readonly configuration?: string;
  /** Absent: nothing can be sent. */
  readonly apiKey?: ApiKey;
  readonly headers: readonly SecretHeader[];
  /** The files that were read, as absolute paths. */
  readonly inputs: readonly string[];
  /** The configuration file, where nobody named it. */
  readonly foundConfig?: string;
  readonly orders: DeclaredOrders;
  readonly provision?: Provision;
  /** Empty lists select everything. */
  readonly select: Required<Pick<ConformanceOptions, 'suites' | 'scenarios' | 'requirements' | 'clauses'>>;
  readonly readOnly: boolean;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly baseline?: readonly GivenEntry[];
  /** What the run is scored by, unchecked: the contract knows the editions. Absent: the newest. */
  readonly edition?: Pick<Given, 'value' | 'origin'>;
  /** Each `FORMAT` or `FORMAT=PATH`, unchecked: the command line knows the formats. */
  readonly reports: readonly Given[];
  readonly detail: 'quiet' | 'normal' | 'verbose';
  readonly evidence?: string;
  readonly tls: Tls;
  readonly proxy: NonNullable<ConformanceOptions['proxy']>;
}

/** An entry of a baseline, and where its requirement is named: `baseline.yaml:3:18`, `baseline[0].requirement`. */
export interface GivenEntry {
  readonly entry: BaselineEntry;
  readonly origin: string;
  /** Where its cause is named; absent without one. */
  readonly causeOrigin?: string;
}

/** What a setting was given as, and where. */
export interface Given {
  readonly value: string;
  /** `--timeout`, `STORE_ORDERS_FIXTURES` or `config.yaml:3:12`: begins a message about it. */
  readonly origin: string;
  /** Absolute; a relative path counts from here. */
  readonly directory: string;
}

/** What is said of each option, in one place or in all together: more than one text only of a list. */
export type Options = { readonly [Name in OptionName]?: readonly Given[] };

export type Tls = NonNullable<ConformanceOptions['tls']> & { readonly insecure: boolean };
