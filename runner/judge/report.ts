import type { OrderState } from '../../suites/interface/operations.js';
import type { BodyRecord, Header } from '../evidence/exchange.js';
import type { Credential } from '../evidence/request.js';
import type { BaselineResult } from './baseline-entry.js';

export type { Header } from '../evidence/exchange.js';
export type { BaselineEntry, BaselineResult, BaselineState } from './baseline-entry.js';

import type { Ambiguity, Level, Requirement } from './requirement.js';

export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'blocked'
  | 'inconclusive'
  | 'skipped'
  /** It has no subject here, by declaration or by nature: the reason says which. A run can be `complete` with it. */
  | 'not-applicable'
  | 'error';

/** How many have which verdict. */
export type Counts = Readonly<Record<Verdict, number>>;

export type RunVerdict = 'conformant' | 'nonconformant' | 'inconclusive';

export const REPORT_FORMAT = 'store-orders-conformance/report/2';

/** The document that every reporter renders; `schemas/report.schema.json` describes its JSON form. */
export interface Report {
  readonly format: typeof REPORT_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  readonly contract: { readonly name: string; readonly version: string; readonly clauses: readonly Clause[] };
  /** What it was scored by. */
  readonly edition: { readonly id: string; readonly digest: string };
  readonly target: { readonly baseUrl: string; readonly name?: string };
  /** Of one of many targets: the digest of the options it was judged with, where the run was not interrupted. */
  readonly configuration?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: RunVerdict;
  /** An entry of the baseline is expired or no longer needed: that fails the run, whatever its verdict is. */
  readonly baselineOutOfDate?: true;
  /**
   * Every `must` requirement of the edition was judged or is not applicable, and none of its scenarios was left out.
   * Never where a deviation is known.
   */
  readonly complete: boolean;
  /** `should` deviations fail this run too. */
  readonly strict: boolean;
  /** Of scored requirements. */
  readonly counts: Counts;
  /** The same, by level. */
  readonly requirementCounts: Readonly<Record<Level, Counts>>;
  /** Why hardly anything could be judged, in one sentence: nobody is there, the key is refused, the base address is wrong. */
  readonly obstacle?: string;
  /** Why it deviates: what shares an answer, a status, a credential is one cause. `must` first, then by what it breaks. */
  readonly causes: readonly Cause[];
  readonly requirements: readonly RequirementResult[];
  /** Every deviation, in the order of the requirements. */
  readonly findings: readonly Finding[];
  readonly suites: readonly { readonly id: string; readonly title: string }[];
  readonly scenarios: readonly ScenarioResult[];
  readonly ambiguities: readonly AmbiguityResult[];
  readonly deletions: readonly Deletion[];
  /** What became of each declared order that something happened to. */
  readonly orders: readonly ReportOrder[];
  /** What looks wrong about the fixtures, a sentence each. */
  readonly fixtures: readonly string[];
  /** Remarks that are not deviations, such as a part of a requirement that does not apply here. */
  readonly notes: readonly string[];
  /** How many requests were sent, repetitions and further attempts included. */
  readonly requestCount: number;
  /** The exchanges that findings refer to, and all others of the run but further repetitions. */
  readonly exchanges: readonly ExchangeEvidence[];
  /** What became of each entry of the baseline; absent where the run had none. */
  readonly baseline?: readonly BaselineResult[];
}

/** A heading of the contract; `0` is its preamble. */
export interface Clause {
  readonly clause: string;
  readonly title: string;
}

export interface RequirementResult
  extends Pick<Requirement, 'id' | 'clause' | 'level' | 'operation' | 'text' | 'quote'> {
  readonly verdict: Verdict;
  /** It came after the edition that this run is scored by: it counts neither for the verdict of the run nor in any sum. */
  readonly scored?: false;
  /** Ids of the scenarios that judge it; reports show it in the suite of the first. */
  readonly scenarios: readonly string[];
  /** Ids of the exchanges that showed it held or broken; absent where none did. */
  readonly exchanges?: readonly string[];
  /** Why it was not judged and what to do about it, or why it is not applicable. */
  readonly reason?: string;
  /** It is broken, and the baseline has all of its deviations: they do not fail the run. */
  readonly known?: true;
  /** It could not be judged only because of known deviations: it does not keep the run from being conformant. */
  readonly masked?: true;
}

/** What a scenario sent. It has no verdict: that is for requirements. */
export interface ScenarioResult {
  readonly id: string;
  readonly suite: string;
  readonly title: string;
  /** Ids of the requirements that are judged from it. */
  readonly requirements: readonly string[];
  /** blocked: an order or a setting is missing, or the run ended first. skipped: it was left out, or has no subject here. */
  readonly state: 'sent' | 'blocked' | 'skipped';
  /** It was skipped because of the selection or --read-only, not for want of a subject. */
  readonly leftOut?: true;
  /** Why it was not sent, or gathered less than it should have. */
  readonly reason?: string;
  /** From the beginning of its first exchange to the end of its last. */
  readonly durationMs: number;
}

/** One deviation of the target from one requirement. */
export interface Finding {
  readonly requirement: string;
  readonly level: Level;
  /** A sentence in the suite's own words. */
  readonly message: string;
  readonly expected: string;
  /** The only member that quotes the target; the key is redacted in it. */
  readonly actual: string;
  /** Where: `status`, `header Content-Type`, `body /3/id` (a JSON Pointer), `body byte 17`. */
  readonly at: string;
  /** The id of the exchange that shows it; null where none does. */
  readonly exchange: string | null;
  /** The id of the scenario that it was found in. */
  readonly scenario: string;
  /** The id of its cause. */
  readonly cause: string;
  /** Ids of other requirements that would explain it as well; absent where there are none. */
  readonly or?: readonly string[];
}

/** What deviations have in common, with one of them as the example. */
export interface Cause extends Pick<Finding, 'expected' | 'actual' | 'at' | 'exchange'> {
  /** The same from run to run: of a known fingerprint, or of what the deviations share. */
  readonly id: string;
  /** A sentence; it may quote the target. */
  readonly headline: string;
  /** The most severe of its requirements. */
  readonly level: Level;
  /** Ids of the requirements that it breaks: that of the example, then `must` first. */
  readonly requirements: readonly string[];
  /** Ids of the requirements that cannot be judged until it is repaired. */
  readonly blocks: readonly string[];
  /** How many of the findings are of it. */
  readonly findings: number;
  /** How many answers show it. */
  readonly answers: number;
  /** Software that does this by default, where it looks like it. */
  readonly likely?: { readonly name: string; readonly looks: string };
  /** What to change; it may have several lines. */
  readonly repair: string;
}

export interface AmbiguityResult extends Ambiguity {
  /** What this deployment does; "not observed" with the reason where nothing showed it. */
  readonly observed: string;
}

/** One DELETE that was sent: an entry of the deletion ledger. */
export interface Deletion {
  /** The path segment as sent; a string, since int64 does not fit every JSON number. */
  readonly orderId: string;
  readonly scenario: string;
  readonly purpose: string;
  /** It carried the valid key. */
  readonly authorized: boolean;
  /** The status of the answer; null where none came. */
  readonly status: number | null;
}

/** What became of one declared order that something happened to: what showed it, and what may have changed it. */
export interface ReportOrder {
  /** An int64, as decimal digits. */
  readonly id: string;
  /** As it is declared. */
  readonly state: OrderState;
  /** In the order of time. */
  readonly stages: readonly OrderMoment[];
  /** Ids of exchanges: the last that showed it as declared, if any did, and the first that showed it otherwise. */
  readonly window?: { readonly after?: string; readonly before: string };
  /** Ids of the exchanges in that window that may have changed it. */
  readonly suspects: readonly string[];
}

/** What one exchange showed of an order, or may have done to it. */
export interface OrderMoment {
  readonly exchange: string;
  /** When the exchange ended, in milliseconds since the run began. */
  readonly at: number;
  /** The stage of the run in which it was sent. */
  readonly stage: string;
  readonly kind: 'sighting' | 'suspect';
  /** Of a sighting: as declared; there, in no state that it shows; otherwise; or not there. */
  readonly shows?: 'declared' | 'there' | 'changed' | 'gone';
  /** "pending (listing/before)", "cancel of 101 got 204". */
  readonly text: string;
}

/** An exchange as the report keeps it: text instead of bytes, key redacted, with a way to repeat it. */
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
          /** The head of the body; bytes that are not valid UTF-8 show as U+FFFD. */
          readonly text: string;
        };
        /** What came after the end of a 204, on its connection; `text` is the head of it. */
        readonly bytesAfter?: { readonly length: number; readonly text: string };
      }
    | { readonly failure: string };
  /** A command line that sends the same request; `$STORE_ORDERS_API_KEY` is in place of the key. */
  readonly curl: string;
}
