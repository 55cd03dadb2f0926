import type { RepeatedIds } from './reading.js';

/** The number of repeated ids that a report shows. */
const EXAMPLES = 3;
/** More ids are not compared: they take 64 MiB. */
const MAX_IDS = 2 ** 23;
/** This many ids are kept to compare listings: at most 1 MiB for each. */
const MAX_KEPT = 2 ** 17;
/** Most listings are short, and a run reads many. */
const FIRST_IDS = 64;
/**
 * From this size on, allocate the largest size at once: empty pages take no memory, and copying millions would take
 * twice theirs.
 */
const MANY_IDS = 2 ** 18;

/** The ids of a listing. They are compared once, at the end, and only if they were not in ascending order. */
export class IdList {
  #ids = new BigInt64Array();
  #last: number | bigint = Number.NEGATIVE_INFINITY;
  #count = 0;
  #ascend = true;

  /** Takes an int64. An id that a double holds exactly may be a number. */
  add(id: number | bigint): void {
    this.#ascend &&= id > this.#last;
    this.#last = id;
    if (this.#count < MAX_IDS) {
      if (this.#count === this.#ids.length) this.#grow();
      this.#ids[this.#count] = BigInt(id);
    }
    this.#count += 1;
  }

  /** All ids, in ascending order. Undefined if there are too many to keep. */
  sorted(): BigInt64Array | undefined {
    return this.#count > MAX_KEPT ? undefined : this.#ids.slice(0, this.#count).sort();
  }

  /** Counts each further occurrence of an id. Afterwards, no id can be added. */
  repeated(isRunOver: boolean): RepeatedIds {
    const ids = this.#ids.subarray(0, this.#count);
    this.#ids = new BigInt64Array();
    if (this.#ascend) return { count: 0, examples: [] };
    if (isRunOver) return incomplete('The run ended before all order ids were compared.');
    if (this.#count > MAX_IDS) {
      return incomplete(`The listing has more than ${MAX_IDS} ids in no order, which is more than the suite compares.`);
    }
    ids.sort();
    const examples = new Set<bigint>();
    let count = 0;
    for (let at = 1; at < ids.length; at++) {
      if (ids[at] !== ids[at - 1]) continue;
      count++;
      if (examples.size < EXAMPLES) examples.add(ids[at] as bigint);
    }
    return { count, examples: [...examples] };
  }

  #grow(): void {
    const larger = new BigInt64Array(this.#count >= MANY_IDS ? MAX_IDS : Math.max(FIRST_IDS, 4 * this.#count));
    larger.set(this.#ids);
    this.#ids = larger;
  }
}

const incomplete = (why: string): RepeatedIds => ({ count: 0, examples: [], incomplete: why });
