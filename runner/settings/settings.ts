import type { Schemas } from '../../evidence/listing/index.js';
import type { ApiKey } from '../../evidence/secrets/api-key.js';
import type { FurtherHeader } from '../../evidence/secrets/header.js';
import type { DeclaredOrders, Provision } from '../../interface/declared.js';
import type { BaselineEntry, Report } from '../../judge/report/report.js';
import type { Edition } from '../../suites/terms/requirement.js';
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
  readonly headers: readonly FurtherHeader[];
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
  readonly baseline?: readonly BaselineEntry[];
  /** The edition to score by. */
  readonly edition: Edition;
  /** Absent: those of the contract. */
  readonly schemas?: Schemas | undefined;
  /** Each is `FORMAT` or `FORMAT=PATH`, unchecked, since only the command line knows the formats. */
  readonly reports: readonly OptionValue[];
  readonly detail: 'quiet' | 'normal' | 'verbose';
  readonly evidence?: string;
  readonly tls: Tls;
  readonly proxy: NonNullable<ConformanceOptions['proxy']>;
}

/** The text of an option from one source, unchecked. */
export interface OptionValue {
  readonly value: string;
  /** `--timeout`, `STORE_ORDERS_FIXTURES` or `config.yaml:3:12`. Messages about the setting begin with it. */
  readonly origin: string;
  /** Absolute. A relative path starts here. */
  readonly directory: string;
}

/** Options of one source, or of all. Only a list has more than one value. */
export type Options = { readonly [Name in OptionName]?: readonly OptionValue[] };

export type Tls = NonNullable<ConformanceOptions['tls']> & { readonly insecure: boolean };
