import type { JsonProblem } from './problem.js';
import type { Schemas } from './schema/schemas.js';

/**
 * How to read a body. `elements`: all of it. `presence`, for repetitions: the same, but if there are many ids, only the
 * first are compared with each other. `page`: like `presence`, and reading stops after more bytes than any page has.
 */
export type ListingUse = 'elements' | 'presence' | 'page';

/**
 * Everything that a listing is asked for, given before it is read: the body is streamed, and only these ids are
 * remembered.
 */
export interface ListingRequest {
  readonly use: ListingUse;
  readonly ask: readonly bigint[];
  /** Absent: those of the contract. */
  readonly schemas?: Schemas | undefined;
  /** Gets every byte that is read. */
  readonly copy?: { write(chunk: Uint8Array): void } | undefined;
}

export interface Occurrences<T> {
  readonly count: number;
  /** @sent */
  readonly examples: readonly T[];
}

export interface RepeatedIds extends Occurrences<bigint> {
  /** One sentence that says why not all ids were compared, and what to do. A count of 0 then shows nothing. */
  readonly incomplete?: string;
}

export interface RepeatedMember {
  readonly index: number;
  /** The first two values of the first repeated name, as they were sent; shortened. @sent */
  readonly actual: string;
}

export interface SchemaExample {
  /** JSON Pointer from the root of the body: `/3/shipDate`. */
  readonly pointer: string;
  /** The value at the pointer, as it was sent, or the object in which a member is missing; shortened. @sent */
  readonly actual: string;
}

/** All values that break the schema in the same way. */
export interface SchemaDeviation extends Occurrences<SchemaExample> {
  /** The place within an Order or an Error, in names of the schema: ``, `/id`, `/customer/name`, `/tags/*`. */
  readonly path: string;
  /** The JSON Schema keyword: `type`, `format`. */
  readonly keyword: string;
  /** The demand of the schema in ajv's words: `{ type: 'integer' }`, "must be integer". */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** For `format: date-time` only: the text is ISO 8601, but not RFC 3339. */
  readonly iso8601?: true;
}

/**
 * Everything that was learnt from the body of a listing, in bounded memory. If a member is repeated, its last value
 * counts.
 */
export interface ListingReading {
  /** The first reason why the body is not a JSON array. The other members then cover the elements before it. */
  readonly problem?: JsonProblem;
  /**
   * One sentence that says why the rest was not read: a limit of the suite, never a deviation. The other members then
   * cover the elements before it.
   */
  readonly unread?: string;
  readonly count: number;
  /** The number of elements whose `id` is neither an int64 nor a string of its digits. */
  readonly withoutId: number;
  /** In ascending order. Absent if there are too many to keep, or if they need not be. */
  readonly ids?: BigInt64Array;
  /** The first id with a magnitude above 2^53. A double does not hold all of these. */
  readonly longId?: bigint;
  /** Works only for ids in `ask`. */
  lists(id: bigint): boolean;
  /** Other listed ids that a double does not tell from this one: those in `ask`, and one more. */
  sameDouble(id: bigint): readonly bigint[];
  /** The source texts of elements with ids in `ask`; shortened. @sent */
  readonly elements: ReadonlyMap<bigint, string>;
  readonly deviations: readonly SchemaDeviation[];
  /** Counts each further element with an id that was listed before. Examples are ids. */
  readonly repeatedIds: RepeatedIds;
  /** Elements in which some object repeats a member name. */
  readonly repeatedMembers: Occurrences<RepeatedMember>;
  /** Elements whose `quantity` is 0 or negative (an open question of the contract). */
  readonly quantityNotPositive: number;
}
