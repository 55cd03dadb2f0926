import type { Evidence } from '../evidence/evidence.js';
import type { Exchange } from '../evidence/exchange.js';
import type { Unjudged } from '../evidence/unjudged.js';

/** An exchange, or the run as a whole, shows that the requirement was kept. */
export interface Held {
  readonly held: true;
  readonly exchange?: Exchange;
  /** A remark that is not a deviation, such as a part of the requirement that does not apply here. */
  readonly note?: string;
}

/** A deviation: the suite's words and, in `actual` alone, the target's. */
export interface Broken {
  readonly message: string;
  readonly expected: string;
  /** Of any length: the judge cuts it. */
  readonly actual: string;
  /** `status`, `header Content-Type`, `body /3/id` (a JSON Pointer), `body byte 17`. */
  readonly at: string;
  /** Absent where no exchange shows it. */
  readonly exchange?: Exchange;
  /** Ids of other requirements that would explain it as well. */
  readonly or?: readonly string[];
  /** The more special requirement that the same finding breaks: the two have one cause, and a baseline accepts both together. */
  readonly beside?: string;
  /** It tells how an order changed, whichever answer shows that. */
  readonly isChange?: true;
  /** Of repetitions: in how many of the answers, as a further sentence. */
  readonly often?: string;
  /** Of repetitions: each of these answers, of which `exchange` is the first. */
  readonly alike?: readonly Exchange[];
}

export type Result = Held | Broken | Unjudged;

export const isHeld = (result: Result): result is Held => 'held' in result;
export const isBroken = (result: Result): result is Broken => 'message' in result;

export const held = (exchange?: Exchange, note?: string): Held => ({ held: true, exchange, note });

/** What is judged: from evidence to results, for one requirement. Never awaits, never sends, never throws for what a target does. */
export interface Rule<RequirementId extends string = string> {
  readonly requirement: RequirementId;
  /** The scenarios without which it cannot be judged in full. Every other exchange of the run is looked at as well. */
  readonly from: readonly string[];
  judge(evidence: Evidence): readonly Result[];
}

/** What a target does where the contract is silent: an entry of the ambiguity register. */
export interface Observer<AmbiguityId extends string = string> {
  readonly ambiguity: AmbiguityId;
  observe(evidence: Evidence): readonly Observation[];
}

export interface Observation {
  readonly observed: string;
  /** What the target said, put after it. */
  readonly quoted?: string;
}
