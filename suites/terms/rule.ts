import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import type { Place } from '../../evidence/place.js';
import type { Unjudged } from '../../evidence/unjudged.js';
import type { OrderState } from '../../interface/interface.js';
import type { Repair } from './repair.js';

/** An exchange, or the run as a whole, shows that the requirement was kept. */
export interface Held {
  readonly held: true;
  readonly exchange?: Exchange;
  /** A remark that is not a deviation, such as a part of the requirement that does not apply here. */
  readonly note?: string;
  /** How often a deviation that shows only by chance was looked for: "not seen in 10 simultaneous cancels of 2 orders". */
  readonly attempts?: string;
}

/** A deviation, in the suite's words. What it says of the target's is made by `quote` or `shown`. */
export interface Broken {
  readonly message: string;
  readonly expected: string;
  /** Any length: the judge cuts it. */
  readonly actual: string;
  readonly at: Place;
  /** Absent if no single exchange shows it. */
  readonly exchange?: Exchange;
  /** The repair of what came, if the requirement has several. */
  readonly fix?: Repair | undefined;
  /** Ids of other requirements that could explain the finding as well. */
  readonly or?: readonly string[];
  /**
   * A more special requirement that the same finding breaks. The two have one cause, and a baseline accepts both
   * together.
   */
  readonly beside?: string;
  /** The finding is about how an order changed, not about the answer that shows it. */
  readonly isChange?: true;
  /** How often a deviation that shows only by chance was seen: "seen with 1 of 3 orders". */
  readonly attempts?: string;
  /** For repetitions: a sentence that says how many answers deviate. */
  readonly often?: string;
  /** Repetitions, or simultaneous cancels: all answers that deviate alike; `exchange` is the first. */
  readonly repetitions?: readonly Exchange[];
}

export type Result = Held | Broken | Unjudged;

export const isHeld = (result: Result): result is Held => 'held' in result;
export const isBroken = (result: Result): result is Broken => 'message' in result;

export const held = (exchange?: Exchange, note?: string): Held => ({ held: true, exchange, note });

/**
 * Judges one requirement, from evidence to results. Never awaits, never sends, and never throws because of what a
 * target does.
 */
export interface Rule<RequirementId extends string = string> {
  readonly requirement: RequirementId;
  /** The scenarios that a complete judgement needs. A rule may look at all other exchanges as well. */
  readonly needs: readonly string[];
  /** A selection of this requirement sends the scenarios of all orders in this state. */
  readonly judgesEvery?: OrderState;
  judge(evidence: Evidence): readonly Result[];
}

/** The behaviour of a target where the contract is silent. */
export interface Observation {
  readonly observed: string;
}
