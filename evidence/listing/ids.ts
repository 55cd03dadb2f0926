import type { RepeatedIds } from './reading.js';

/** The number of repeated ids that a report shows. */
const EXAMPLES = 3;
/** More ids are not compared. They take 64 MiB if all fit into 32 bits, else up to 128 MiB. */
const MAX_IDS = 2 ** 24;
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
  /** Ids in 32 bits. They never equal an id in `#long`. */
  #short: Column<Uint32Array> = { ids: new Uint32Array(), count: 0 };
  #long: Column<BigInt64Array> = { ids: new BigInt64Array(), count: 0 };
  #last: number | bigint = Number.NEGATIVE_INFINITY;
  #count = 0;
  #ascend = true;

  /** Takes an int64. An id that a double holds exactly may be a number. */
  add(id: number | bigint): void {
    this.#ascend &&= id > this.#last;
    this.#last = id;
    if (++this.#count > MAX_IDS) this.#forget();
    else if (typeof id === 'number' && id >= 0 && id < 2 ** 32) roomIn(this.#short)[this.#short.count++] = id;
    else roomIn(this.#long)[this.#long.count++] = BigInt(id);
  }

  /** All ids, in ascending order. Undefined if there are too many to keep. */
  sorted(): BigInt64Array | undefined {
    const [short, long] = [this.#short, this.#long];
    if (this.#count > MAX_KEPT) return undefined;
    const all = new BigInt64Array(this.#count);
    for (let at = 0; at < short.count; at++) all[at] = BigInt(short.ids[at] ?? 0);
    all.set(long.ids.subarray(0, long.count), short.count);
    return all.sort();
  }

  /** Counts each further occurrence of an id. Afterwards, no id can be added. */
  repeated(isRunOver: boolean): RepeatedIds {
    if (this.#ascend) return { count: 0, examples: [] };
    if (isRunOver) return incomplete('The run ended before all order ids were compared.');
    if (this.#count > MAX_IDS) {
      return incomplete(`The listing has more than ${MAX_IDS} ids in no order, which is more than the suite compares.`);
    }
    const [short, long] = [repeatedOf(this.#short), repeatedOf(this.#long)];
    this.#forget();
    return { count: short.count + long.count, examples: [...short.examples, ...long.examples].slice(0, EXAMPLES) };
  }

  #forget(): void {
    this.#short = { ids: new Uint32Array(), count: 0 };
    this.#long = { ids: new BigInt64Array(), count: 0 };
  }
}

interface Column<Ids extends Uint32Array | BigInt64Array> {
  ids: Ids;
  count: number;
}

/** The ids of a column, with room for one more. */
function roomIn<Ids extends Uint32Array | BigInt64Array>(column: Column<Ids>): Ids {
  const { ids, count } = column;
  if (count < ids.length) return ids;
  const room = count >= MANY_IDS ? MAX_IDS : Math.max(FIRST_IDS, 4 * count);
  const larger = ids instanceof Uint32Array ? new Uint32Array(room) : new BigInt64Array(room);
  larger.set(ids as never);
  column.ids = larger as Ids;
  return column.ids;
}

/** Finds repeated ids. It sorts the ids of the column. */
function repeatedOf({ ids, count }: Column<Uint32Array | BigInt64Array>) {
  const sorted = ids.subarray(0, count).sort();
  const examples = new Set<bigint>();
  let repeated = 0;
  for (let at = 1; at < count; at++) {
    if (sorted[at] !== sorted[at - 1]) continue;
    repeated++;
    if (examples.size < EXAMPLES) examples.add(BigInt(sorted[at] as number | bigint));
  }
  return { count: repeated, examples };
}

const incomplete = (why: string): RepeatedIds => ({ count: 0, examples: [], incomplete: why });
