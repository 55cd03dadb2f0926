import type { ListingReading } from '../listing/index.js';
import type { Exchange } from './exchange.js';
import type { Plan } from './plan.js';
import type { Unjudged } from './unjudged.js';

/** Everything that was learnt from the target, as plain data: it is made once, saved, loaded, and never added to. */
export interface EvidenceData {
  readonly target: {
    readonly baseUrl: string;
    readonly name?: string | undefined;
    /** Where the API key was given: `STORE_ORDERS_API_KEY`, `--api-key-file`. */
    readonly keyFrom?: string | undefined;
    /** Of a target without TLS: the proxy that its requests go through, which could answer in its place. */
    readonly proxy?: string | undefined;
  };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly plan: Plan;
  /** In the order in which they were begun. */
  readonly exchanges: readonly Exchange[];
  /** What the bodies of listings said, by the text of the request's id. */
  readonly readings: ReadonlyMap<string, ListingReading>;
  /** Why the run ended before all was sent, a sentence; absent where it did not. */
  readonly stopped?: string | undefined;
  /**
   * Why planned requests have no exchange, by the texts of their ids: that follows from the rest. One whose condition did
   * not come true is not among them.
   */
  readonly unsent: ReadonlyMap<string, Unjudged>;
  /** What went wrong in the suite itself, which says nothing about the target. */
  readonly defects: readonly { readonly scenario: string; readonly reason: string }[];
  /** What went wrong around the run, such as a teardown that failed: a sentence each. */
  readonly warnings: readonly string[];
}

export interface BodyCopy {
  write(chunk: Uint8Array): void;
}
