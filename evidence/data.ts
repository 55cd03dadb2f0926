import type { Exchange } from './exchange.js';
import type { ListingReading, Schemas } from './listing/index.js';
import type { Plan } from './plan.js';
import type { Unjudged } from './unjudged.js';

/** What is judged, in the words of whoever runs the suite. */
export type Implementation = { readonly [Name in 'name' | 'version' | 'organisation' | 'contact']?: string };

/** The settings of a run that its plan does not have, without secrets. */
export interface RunSettings {
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly waitMs?: number | undefined;
  /** The names of further request headers. */
  readonly headers: readonly string[];
  /** Which files for TLS were given, and whether any certificate was accepted. */
  readonly tls: readonly ('ca' | 'cert' | 'insecure')[];
}

/**
 * Everything that a run learnt from the target, as plain data. It is made once, saved and loaded, and never added to.
 */
export interface EvidenceData {
  readonly target: {
    readonly baseUrl: string;
    readonly name?: string | undefined;
    /** The source of the API key: `STORE_ORDERS_API_KEY` or `--api-key-file`. */
    readonly keyFrom?: string | undefined;
    /** The proxy for a target without TLS; the proxy could answer in the target's place. */
    readonly proxy?: string | undefined;
    readonly implementation?: Implementation | undefined;
    readonly settings?: RunSettings;
  };
  /** The schemas that bodies were read with. Absent: those of the contract. */
  readonly schemas?: Schemas | undefined;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly plan: Plan;
  /** Sorted by `begun`. */
  readonly exchanges: readonly Exchange[];
  /** The contents of listings, by the text of the request's id. */
  readonly readings: ReadonlyMap<string, ListingReading>;
  /** One sentence that says why the run ended early. Absent if it did not. */
  readonly stopped?: string | undefined;
  /**
   * The reason why a planned request was not sent, by the text of its id. It follows from the other members. Requests
   * whose condition was not met are left out.
   */
  readonly unsent: ReadonlyMap<string, Unjudged>;
  /** Errors of the suite itself. They say nothing about the target. */
  readonly defects: readonly { readonly scenario: string; readonly reason: string }[];
  /** Problems around the run, such as a failed teardown: one sentence each. */
  readonly warnings: readonly string[];
}

export interface BodyCopy {
  write(chunk: Uint8Array): void;
}
