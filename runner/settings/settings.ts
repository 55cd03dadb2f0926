import type { ApiKey } from '../secrets/api-key.js';

/** Everything that a run is told, checked. Made by `loadSettings` (command line) or `settingsFromOptions` (library). */
export interface Settings {
  /** http or https, without credentials, query, fragment and trailing slashes. Whether it ends in `/v1` is for the suite to judge. */
  readonly baseUrl: string;
  /** The name under which the configuration file lists this target. */
  readonly targetName?: string;
  /** Absent: the scenarios that need it are blocked. */
  readonly apiKey?: ApiKey;
  readonly orders: DeclaredOrders;
  readonly provision?: Provision;
  readonly select: Selection;
  /** Send no DELETE at all. */
  readonly readOnly: boolean;
  /** Print what would be sent, and send nothing. */
  readonly dryRun: boolean;
  /** `should` deviations fail the run too. */
  readonly strict: boolean;
  readonly reports: readonly ReportRequest[];
  /** For one exchange. */
  readonly timeoutMs: number;
  /** For the whole run. */
  readonly deadlineMs: number;
  /** Exchanges in flight at most. */
  readonly concurrency: number;
  readonly tls: Tls;
  readonly proxy: ProxySettings;
}

/** The states in which the fixtures declare orders, and ids that exist nowhere. */
export const ORDER_LISTS = ['pending', 'shipped', 'other', 'unknown'] as const;
export type OrderList = (typeof ORDER_LISTS)[number];

/** Ids are int64, exact, and unique over all four lists. */
export type DeclaredOrders = Readonly<Record<OrderList, readonly bigint[]>>;

/** How many orders of each kind are wanted. */
export type OrderCounts = Readonly<Record<OrderList, number>>;

/** Something that is called with a JSON document: on its standard input, or as the body of a POST. */
export type Hook =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'url'; readonly url: string };

export interface Provision {
  readonly seed: Hook;
  readonly teardown?: Hook;
  /** Absolute path of the directory in which commands run: that of the fixtures file. */
  readonly directory: string;
}

/** Empty lists select everything. */
export interface Selection {
  readonly suites: readonly string[];
  /** Globs over scenario ids. */
  readonly scenarios: readonly string[];
  readonly requirements: readonly string[];
}

export interface ReportRequest {
  readonly format: string;
  /** Absolute; absent: standard output. */
  readonly path?: string;
}

/** `ca`, `cert` and `key` are PEM text. */
export interface Tls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Accept any certificate. */
  readonly insecure: boolean;
}

/** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY, as they stand there; an empty one is absent. */
export interface ProxySettings {
  readonly http?: string;
  readonly https?: string;
  readonly no?: string;
}

export const DEFAULTS = { timeoutMs: 10_000, deadlineMs: 300_000, concurrency: 16 } as const;

/** Bounds of the numbers, the same as in schemas/config.schema.json. */
export const LIMITS = {
  timeoutMs: { least: 1, most: 3_600_000 },
  deadlineMs: { least: 1, most: 86_400_000 },
  concurrency: { least: 1, most: 1024 },
} as const;

export const NO_ORDERS: DeclaredOrders = { pending: [], shipped: [], other: [], unknown: [] };
