// The parts of a report that record a run: requests, orders, and the entries of its baseline.
import type { BodyRecord, Header } from '../../evidence/exchange.js';
import type { Credential } from '../../evidence/request.js';
import type { OrderState } from '../../interface/interface.js';

/** One DELETE that was sent. */
export interface Deletion {
  /** The path segment as sent; a string, since int64 does not fit every JSON number. */
  readonly orderId: string;
  readonly scenario: string;
  readonly purpose: string;
  /** True if it carried the valid key. */
  readonly authorized: boolean;
  /** The status of the answer. Null if there was none. */
  readonly status: number | null;
}

/** The story of one declared order that something happened to. */
export interface ReportOrder {
  /** An int64, as decimal digits. */
  readonly id: string;
  /** As it is declared. */
  readonly state: OrderState;
  /** In the order of time. */
  readonly stages: readonly OrderMoment[];
  /**
   * The ids of two exchanges between which the order changed: the last that showed it as declared, if there is one, and
   * the first that did not.
   */
  readonly window?: { readonly after?: string; readonly before: string };
  /** The ids of the exchanges in that window that may have changed the order. */
  readonly suspects: readonly string[];
}

/** One exchange showed this about an order, or may have done it to the order. */
export interface OrderMoment {
  readonly exchange: string;
  /** When the exchange ended, in milliseconds since the run began. */
  readonly at: number;
  /** The stage of the run in which it was sent. */
  readonly stage: string;
  readonly kind: 'sighting' | 'suspect';
  /**
   * A sighting shows the order as declared; the order, but not its state; the order in another state; no order; or that
   * its cancel was answered otherwise than that of a pending order, which does not show how it is.
   */
  readonly shows?: 'declared' | 'there' | 'changed' | 'gone' | 'refused';
  /** For example "pending (listing/before)" or "cancel of 101 got 204". */
  readonly text: string;
}

/** An exchange as the report keeps it: text instead of bytes, key redacted, with a command line that repeats it. */
export interface ExchangeEvidence {
  readonly id: string;
  readonly scenario: string;
  /** The stage of the run in which it was sent. */
  readonly stage: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly attempts: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Header[];
    readonly credential: Credential;
  };
  readonly response:
    | {
        readonly status: number;
        readonly reason: string;
        readonly headers: readonly Header[];
        readonly body: Pick<BodyRecord, 'length' | 'whole' | 'end'> & {
          /** The head of the body. Bytes that are not valid UTF-8 are replaced by U+FFFD. */
          readonly text: string;
        };
        /** Bytes after the end of a 204 on its connection; `text` is the beginning of them. */
        readonly bytesAfter?: { readonly length: number; readonly text: string };
      }
    | { readonly failure: string };
  /** A command line that sends the same request, with `$STORE_ORDERS_API_KEY` in place of the key. */
  readonly curl: string;
}

/** A known deviation: what its owner accepts, why, and until when. It names a requirement, a cause, or both. */
export interface BaselineEntry {
  /** The id of the broken requirement. Absent: every requirement that the cause breaks. */
  readonly requirement?: string;
  /** The id of a cause: only deviations with this cause are known. Absent: all deviations from the requirement. */
  readonly cause?: string;
  /** The requirements that the cause broke when the entry was written. Once each is judged, and not broken by it, the entry goes. */
  readonly requirements?: readonly string[];
  readonly reason: string;
  /** The URL of the issue that tracks the repair. */
  readonly issue?: string;
  /** The last day on which the deviation is accepted, in UTC: `2027-01-31`. */
  readonly expires: string;
}

/**
 * known: the requirement is broken as the entry says. expired: the last day has passed. unneeded: the requirement was
 * judged and held. unjudged: it was not judged, so nothing is known. An entry that is expired or unneeded makes the
 * baseline out of date.
 */
export type BaselineState = 'known' | 'expired' | 'unneeded' | 'unjudged';

export interface BaselineResult extends BaselineEntry {
  readonly state: BaselineState;
  /** A sentence about the entry ("It …"): what to do about it, or why nothing is known. */
  readonly remark?: string;
}
