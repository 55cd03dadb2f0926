import type { Order } from './order.js';
import type { Behaviour } from './steps.js';

/** A server that differs from the reference in something that the contract leaves open: it conforms. */
export interface Variant {
  readonly id: string;
  /** What it does, as a sentence without a subject: "sends the listing compressed with gzip". */
  readonly summary: string;
  readonly behaviour: Behaviour;
  /** The store's orders, where the demo's do not show the difference. */
  readonly orders?: readonly Order[];
  /** Ids that no order has, where the listing does not show all ids that are taken. */
  readonly unknown?: readonly bigint[];
}
