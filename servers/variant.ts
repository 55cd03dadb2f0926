import type { Order } from './order.js';
import type { Behaviour } from './steps.js';

/** A conforming server that differs from the reference in something that the contract leaves open. */
export interface Variant {
  readonly id: string;
  /** The difference as a sentence without a subject: "sends the listing compressed with gzip". */
  readonly summary: string;
  readonly behaviour: Behaviour;
  /** The orders of the store. Absent: those of the demo. */
  readonly orders?: readonly Order[];
  /** Ids to declare as unknown, if the listing does not show all ids that are taken. */
  readonly unknown?: readonly bigint[];
}
