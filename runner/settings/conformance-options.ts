import type { BaselineEntry } from '../../judge/report/report.js';

/** An int64. A number must be exact (up to 2^53 − 1); for others, use a bigint or a string of digits. */
export type OrderId = bigint | number | string;

/** The options of the library: the settings of the command line, without files and environment. */
export interface ConformanceOptions {
  /**
   * Base address of the service, http or https, with its version prefix. Required.
   * @example 'https://staging.example.com/v1'
   */
  readonly baseUrl: string;
  /** The API key. Default: none, which is an error if the selection needs one, as everything that is sent does. */
  readonly apiKey?: string | undefined;
  /** Further request headers that a gateway in front of the service needs; their values are secret. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Orders that the suite may use, by their state: it cancels those that are `pending`. `unknown` are ids that no order
   * has; `'neighbours'` declares that no order has an id beside that of a pending one above 2^53. `other: 'none'` declares
   * that no order can be in another state than pending and shipped. Default: none, and the scenarios that need one are
   * reported as blocked.
   * @example { pending: [9007199254740993n, '9007199254740995', 101], shipped: [201], other: 'none' }
   */
  readonly orders?: {
    readonly pending?: readonly OrderId[];
    readonly shipped?: readonly OrderId[];
    readonly other?: readonly OrderId[] | 'none';
    readonly unknown?: readonly OrderId[] | 'neighbours';
  };
  /**
   * The whole store was made for tests, so a server that confuses ids may hit any order in it. Without it, the suite
   * sends no cancel that a server could read as an order outside `orders`. Default: false. Example: `true`.
   */
  readonly disposable?: boolean;
  /**
   * Each order declared pending is pending now, since the store was just made, so a refusal is the target's fault. Without
   * it, an order that no listing shows as pending may be used up, and nobody is blamed for its refusal. Default: false.
   * Example: `true`.
   */
  readonly fresh?: boolean;
  /**
   * Makes further orders before the run: a command of the shell, run in the working directory, or a URL that gets a POST.
   * `teardown`, called after the run, is a URL where it begins with `http://` or `https://`, else a command.
   * Commands get no API key, unless `passKey` is true: then it is in `STORE_ORDERS_API_KEY`.
   * Default: nothing is made.
   * @example { command: './seed.sh', teardown: './clean-up.sh' }
   * @example { url: 'http://localhost:9000/seed' }
   */
  readonly provision?: { readonly teardown?: string; readonly passKey?: boolean } & (
    | { readonly command: string }
    | { readonly url: string }
  );
  /** Name and version of the implementation that is judged, for the report. Default: none. Example: `'petstore@2.3.1'`. */
  readonly subject?: string;
  /** Who makes it. Default: none. Example: `'Example Ltd.'`. */
  readonly organisation?: string;
  /** Whom to ask about it. Default: none. Example: `'api@example.com'`. */
  readonly contact?: string;
  /** Ids of the suites to run; a `*` at the end of an id stands for any ending. Default: all. Example: `['listing']`. */
  readonly suites?: readonly string[];
  /** Ids of the scenarios to run, as for `suites`. Default: all. Example: `['cancel-*']`. */
  readonly scenarios?: readonly string[];
  /** Ids of the requirements to judge, as for `suites`. Default: all. Example: `['list.status']`. */
  readonly requirements?: readonly string[];
  /** Clauses of the contract whose requirements to judge, with their sub-clauses. Default: all. Example: `['4.2']`. */
  readonly clauses?: readonly string[];
  /**
   * Send no DELETE at all. Requirements that need one are skipped, and the run is not complete. Default: false.
   * Example: `true`.
   */
  readonly readOnly?: boolean;
  /** Deviations from `should` requirements fail the run, too. Default: false. Example: `true`. */
  readonly strict?: boolean;
  /**
   * Known deviations: they do not fail the run until they expire, and the run is not complete. An entry that has expired or
   * is no longer needed fails it. Default: none.
   * @example [{ requirement: 'list.content-type', reason: 'The gateway drops it.', expires: '2027-01-31' }]
   */
  readonly baseline?: readonly BaselineEntry[];
  /**
   * A directory with `order.schema.json`, `error.schema.json`, or one of them, to judge bodies by in place of the contract's
   * own. Such a run is never complete. Default: the built-in ones. Example: `'house-schemas'`.
   */
  readonly schemas?: string;
  /**
   * The edition to score by. Newer requirements are judged, but do not count. Default: the newest. Example: `'2026.1'`.
   */
  readonly edition?: string;
  /** Milliseconds to wait at most until the target answers, before anything counts, from 1 to 3600000. Default: none. */
  readonly waitMs?: number;
  /** Milliseconds for one exchange, from 1 to 3600000. Default: 10000. Example: `5_000`. */
  readonly timeoutMs?: number;
  /** Milliseconds for the whole run, from 1 to 86400000. Default: 300000. Example: `60_000`. */
  readonly deadlineMs?: number;
  /**
   * Milliseconds to wait after the last 204 before the last listing, to see what a job does then, from 1 to 600000. Default: none.
   * Example: `3_000`.
   */
  readonly settleMs?: number;
  /** Exchanges in flight at most, from 1 to 24. Default: 24. Example: `1`. */
  readonly concurrency?: number;
  /** Requests a second at most, from 1 to 1000. Default: none. Example: `15`. */
  readonly rate?: number;
  /**
   * How often to send each request that does not use up an order, half of them on a kept connection, from 1 to 1000. Default: 1.
   */
  readonly repeat?: number;
  /**
   * For https, as PEM text: certificate authorities to trust (`ca`), a client certificate (`cert`) with its private key
   * (`key`); `insecure` accepts any certificate. Default: the authorities of the system, no client certificate.
   * @example { ca: readFileSync('internal-ca.pem', 'utf8') }
   */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string; readonly insecure?: boolean };
  /**
   * The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY; the library does not read these variables. Default: no proxy.
   */
  readonly proxy?: { readonly http?: string; readonly https?: string; readonly no?: string };
  /**
   * Ends the run early. Requirements that are not judged by then are inconclusive. Example:
   * `AbortSignal.timeout(30_000)`.
   */
  readonly signal?: AbortSignal;
}
