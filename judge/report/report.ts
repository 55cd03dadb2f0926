import type { Implementation, LoadedSchemas, RunSettings } from '../../evidence/evidence.js';
import type { PlanInputs } from '../../evidence/plan.js';
import type { Ambiguity, Clause, Level, Requirement, WhyUnscored } from '../../suites/terms/requirement.js';
import type { BaselineResult, Deletion, ExchangeEvidence, ReportOrder } from './records.js';

export type { Header } from '../../evidence/exchange.js';
export type * from './records.js';

export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'blocked'
  | 'inconclusive'
  | 'skipped'
  /**
   * There is nothing to judge here, by declaration or by nature; the reason says why. A run can still be `complete`.
   */
  | 'not-applicable'
  | 'error';

/** The number of results with each verdict. */
export type Counts = Readonly<Record<Verdict, number>>;

export type RunVerdict = 'conformant' | 'nonconformant' | 'inconclusive';

export const REPORT_FORMAT = 'store-orders-conformance/report/2';

/** The document that every reporter renders; `schemas/report.schema.json` describes its JSON form. */
export interface Report {
  readonly format: typeof REPORT_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  readonly contract: { readonly name: string; readonly version: string; readonly clauses: readonly Clause[] };
  /** The edition that the run was scored by. */
  readonly edition: { readonly id: string; readonly digest: string };
  readonly target: { readonly baseUrl: string; readonly name?: string };
  readonly implementation?: Implementation;
  /** The settings that tell two runs apart, without secrets and without the ids of orders. */
  readonly settings: Partial<RunSettings> &
    Omit<PlanInputs, 'orders' | 'key'> &
    Pick<PlanInputs['orders'], 'disposable' | 'fresh' | 'otherIsNone'>;
  /** The schemas that bodies were judged by. Absent: those of the contract. */
  readonly schemas?: LoadedSchemas;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: RunVerdict;
  /** An entry of the baseline is expired or no longer needed. That fails the run, whatever its verdict is. */
  readonly baselineOutOfDate?: true;
  /**
   * True if every `must` requirement of the edition was judged or is not applicable, by the contract's own schemas, no
   * scenario was left out, and no deviation is known.
   */
  readonly complete: boolean;
  /** `should` deviations fail this run, too. */
  readonly strict: boolean;
  /** Counts of the scored requirements. */
  readonly counts: Counts;
  /** The same counts by level. */
  readonly requirementCounts: Readonly<Record<Level, Counts>>;
  /**
   * One sentence that says why hardly anything could be judged: the target is down, the key is refused, or the base
   * address is wrong.
   */
  readonly obstacle?: string;
  /**
   * The causes of all deviations. Deviations that share an answer, a status or a credential have one cause. `must`
   * first, then by the number of requirements.
   */
  readonly causes: readonly Cause[];
  readonly requirements: readonly RequirementResult[];
  /** Every deviation, in the order of the requirements. */
  readonly findings: readonly Finding[];
  readonly suites: readonly { readonly id: string; readonly title: string }[];
  readonly scenarios: readonly ScenarioResult[];
  readonly ambiguities: readonly AmbiguityResult[];
  readonly deletions: readonly Deletion[];
  /** The story of each declared order that something happened to. */
  readonly orders: readonly ReportOrder[];
  /** Suspected mistakes in the fixtures, one sentence each. */
  readonly fixtures: readonly string[];
  /** Remarks that are not deviations, such as a part of a requirement that does not apply here. */
  readonly notes: readonly string[];
  /** The number of requests sent, with repetitions and further attempts. */
  readonly requestCount: number;
  /** All exchanges of the run, except for further repetitions that no finding refers to. */
  readonly exchanges: readonly ExchangeEvidence[];
  /** The state of each entry of the baseline. Absent if the run had none. */
  readonly baseline?: readonly BaselineResult[];
}

export interface RequirementResult
  extends Pick<Requirement, 'id' | 'clause' | 'level' | 'operation' | 'text' | 'quote'> {
  readonly verdict: Verdict;
  /** The requirement is newer than the edition of this run. It counts neither for the run's verdict nor in any sum. */
  readonly scored?: false;
  /** Why it is not scored. */
  readonly unscored?: WhyUnscored;
  /** The ids of the scenarios that it is judged from. Reports show it in the suite of the first. */
  readonly scenarios: readonly string[];
  /** The ids of the exchanges that show it held or broken. Absent if none does. */
  readonly exchanges?: readonly string[];
  /** Says why it was not judged and what to do, or why it is not applicable. */
  readonly reason?: string;
  /** How often a deviation that shows only by chance was seen: "seen with 1 of 3 orders". */
  readonly attempts?: string;
  /** The baseline accepts all deviations from it, so they do not fail the run. */
  readonly known?: true;
  /** It could not be judged only because of known deviations, so the run may still be conformant. */
  readonly masked?: true;
}

/** A scenario and the requests it sent. It has no verdict; requirements have. */
export interface ScenarioResult {
  readonly id: string;
  readonly suite: string;
  readonly title: string;
  /** The ids of the requirements that are judged from it. */
  readonly requirements: readonly string[];
  /**
   * blocked: an order or a setting is missing, or the run ended first. skipped: the scenario was left out, or has no
   * subject here.
   */
  readonly state: 'sent' | 'blocked' | 'skipped';
  /** It was skipped because of the selection or --read-only. */
  readonly leftOut?: true;
  /** Says why it was not sent, or gathered less than it should have. */
  readonly reason?: string;
  /** From the beginning of its first exchange to the end of its last. */
  readonly durationMs: number;
}

/** One deviation of the target from one requirement. */
export interface Finding {
  readonly requirement: string;
  readonly level: Level;
  /** In the suite's own words. It may quote the target, without secrets. */
  readonly message: string;
  readonly expected: string;
  /** Quotes the target, without secrets. */
  readonly actual: string;
  /** The place in the response: `status`, `header Content-Type`, `body /3/id` (a JSON Pointer), `body byte 17`. */
  readonly at: string;
  /** The id of the exchange that shows it. Null if none does. */
  readonly exchange: string | null;
  /** The id of the scenario that showed it. */
  readonly scenario: string;
  /** The id of its cause. */
  readonly cause: string;
  /** The ids of other requirements that could explain the finding as well. Absent if there are none. */
  readonly or?: readonly string[];
}

/** A cause that deviations share, with one of them as the example. */
export interface Cause extends Pick<Finding, 'expected' | 'actual' | 'at' | 'exchange'> {
  /** The same in every run: made from a known fingerprint, or from what the deviations share. */
  readonly id: string;
  /** A sentence; it may quote the target. */
  readonly headline: string;
  /** The most severe level of its requirements. */
  readonly level: Level;
  /** The ids of the requirements that it breaks: that of the example first, then `must` before others. */
  readonly requirements: readonly string[];
  /** The ids of the requirements that cannot be judged until it is repaired. */
  readonly blocks: readonly string[];
  /** The number of findings with this cause. */
  readonly findings: number;
  /** The number of answers that show it. */
  readonly answers: number;
  /** When the example was sent, and the ids that its response has for the log of the target. Absent if no exchange shows it. */
  readonly log?: string | undefined;
  /** Known software that does this by default, if the answers look like it. */
  readonly likely?: { readonly name: string; readonly looks: string };
  /** The change to make; it may have several lines. */
  readonly repair: string;
  /**
   * A command line that sends its example again, to the address in `$STORE_ORDERS_BASE_URL`, and the orders that this
   * would cancel. Absent if no request shows the cause.
   */
  readonly repeat?: { readonly curl: string; readonly cancels: readonly string[] };
}

export interface AmbiguityResult extends Ambiguity {
  /** The target's answer to the question, or "not observed" with the reason. */
  readonly observed: string;
}
