import type { JsonProblem } from './problem.js';

/**
 * How a body is read. `elements`: all of it. `presence`, as repetitions are: the same, but of many ids, only the first are
 * compared with each other. `page`: so, too, up to more bytes than a page has; then the rest is not read.
 */
export type ListingUse = 'elements' | 'presence' | 'page';

/** What a listing must be asked for before it is read: a listing is streamed, and only these ids are remembered. */
export interface ListingRequest {
  readonly use: ListingUse;
  readonly ask: readonly bigint[];
  /** Gets all that is read. */
  readonly copy?: { write(chunk: Uint8Array): void } | undefined;
}

export interface Occurrences<T> {
  readonly count: number;
  readonly examples: readonly T[];
}

export interface RepeatedIds extends Occurrences<bigint> {
  /** Not all ids were compared, so that a count of 0 shows nothing; one sentence on why, and what to do. */
  readonly incomplete?: string;
}

export interface RepeatedMember {
  readonly index: number;
  /** The first two values of the first name that is repeated, as they were sent; bounded. */
  readonly actual: string;
}

export interface SchemaExample {
  /** JSON Pointer from the root of the body: `/3/shipDate`. */
  readonly pointer: string;
  /** The value there, as it was sent (numbers to the digit), or that around a member that is missing; bounded. */
  readonly actual: string;
}

/** All values that break the schema in the same way. */
export interface SchemaDeviation extends Occurrences<SchemaExample> {
  /** The place within an Order or an Error, as its schema names it: ``, `/id`, `/customer/name`, `/tags/*`. */
  readonly path: string;
  /** The JSON Schema keyword: `type`, `format`. */
  readonly keyword: string;
  /** What the schema wants there, as ajv says it: `{ type: 'integer' }`, "must be integer". */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** For `format: date-time` only: spelled as ISO 8601 allows and RFC 3339 does not. */
  readonly iso8601?: true;
}

/**
 * What was learnt from the body of a listing, in bounded memory, whatever its size. Of a repeated member, the last value
 * counts.
 */
export interface ListingReading {
  /** The first reason why this is not a JSON array; what follows then covers the elements before it. */
  readonly problem?: JsonProblem;
  /**
   * Why the rest was not read, though it may be right, in one sentence: a limit of the suite, never a deviation. What
   * follows then covers the elements before it.
   */
  readonly unread?: string;
  readonly count: number;
  /** Elements without an `id` that is an int64, or a string of the digits of one. */
  readonly withoutId: number;
  /** The first id whose magnitude is above 2^53, if any is: a double does not hold all of these. */
  readonly longId?: bigint;
  /** Only for ids that were asked for. */
  lists(id: bigint): boolean;
  /** The text of the elements with the ids that were asked for; bounded. */
  readonly elements: ReadonlyMap<bigint, string>;
  readonly deviations: readonly SchemaDeviation[];
  /** Each further element with an id that was listed before; examples are ids. */
  readonly repeatedIds: RepeatedIds;
  /** Elements in which some object repeats a member name. */
  readonly repeatedMembers: Occurrences<RepeatedMember>;
  /** Elements whose `quantity` is 0 or negative (an open question of the contract). */
  readonly quantityNotPositive: number;
}
