import type { Schemas } from '../../evidence/listing/index.js';
import type { ApiKey } from '../../evidence/secrets/api-key.js';
import type { SecretHeader } from '../../evidence/secrets/header.js';
import type { DeclaredOrders, Provision } from '../../interface/declared.js';
import type { BaselineEntry, Report } from '../../judge/report/report.js';
import type { ConformanceOptions } from './conformance-options.js';
import type { Numbers, OptionName } from './option-table.js';

/**
 * All settings of a run, checked. `settingsOf` makes them for the command line (`loadSettings`) and for the library
 * (`settingsFromOptions`).
 */
export interface Settings extends Numbers {
  /**
   * An http or https URL without credentials, query, fragment and trailing slashes. The suite judges whether it ends in
   * the version prefix.
   */
  readonly baseUrl: string;
  readonly targetName?: string;
  /** What is judged, in the words of whoever runs the suite. */
  readonly implementation?: Report['implementation'];
  /** Absent: nothing can be sent. */
  readonly apiKey?: ApiKey;
  readonly headers: readonly SecretHeader[];
  /** The files that were read, as absolute paths. */
  readonly inputs: readonly string[];
  /** The configuration file, if it was found without being named. */
  readonly foundConfig?: string;
  readonly orders: DeclaredOrders;
  readonly provision?: Provision;
  /** Empty lists select everything. */
  readonly select: Required<Pick<ConformanceOptions, 'suites' | 'scenarios' | 'requirements' | 'clauses'>>;
  readonly readOnly: boolean;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly baseline?: readonly GivenEntry[];
  /** The edition to score by, unchecked, since only the contract knows the editions. Absent: the newest. */
  readonly edition?: Pick<Given, 'value' | 'origin'>;
  /** Absent: those of the contract. */
  readonly schemas?: Schemas | undefined;
  /** Each is `FORMAT` or `FORMAT=PATH`, unchecked, since only the command line knows the formats. */
  readonly reports: readonly Given[];
  readonly detail: 'quiet' | 'normal' | 'verbose';
  readonly evidence?: string;
  readonly tls: Tls;
  readonly proxy: NonNullable<ConformanceOptions['proxy']>;
}

/** An entry of a baseline, with the place of its requirement: `baseline.yaml:3:18`, `baseline[0].requirement`. */
export interface GivenEntry {
  readonly entry: BaselineEntry;
  readonly origin: string;
  /** The place of its cause. Absent if it has none. */
  readonly causeOrigin?: string;
}

/** The text of a setting, and where it was given. */
export interface Given {
  readonly value: string;
  /** `--timeout`, `STORE_ORDERS_FIXTURES` or `config.yaml:3:12`. Messages about the setting begin with it. */
  readonly origin: string;
  /** Absolute. A relative path starts here. */
  readonly directory: string;
}

/** The given options, from one source or from all. Only a list has more than one value. */
export type Options = { readonly [Name in OptionName]?: readonly Given[] };

export type Tls = NonNullable<ConformanceOptions['tls']> & { readonly insecure: boolean };
