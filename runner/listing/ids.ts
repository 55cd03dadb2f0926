import type { RepeatedIds } from './reading.js';

/** Repeated ids that are shown. */
const EXAMPLES = 3;
/** More are not compared: 64 MiB where all fit into 32 bits, else up to 128 MiB. */
const MAX_IDS = 2 ** 24;
/** Most listings are short, and a run reads many. */
const FIRST_IDS = 64;
/** From here on, room for all: pages of it that hold nothing take no memory, and to copy millions would take twice theirs. */
const MANY_IDS = 2 ** 18;

/** The ids of a listing; they are compared once, at the end, and only where they did not ascend. */
export class IdList {
  /** One that fits into 32 bits never equals one that does not. */
  #short: Column<Uint32Array> = { ids: new Uint32Array(), count: 0 };
  #long: Column<BigInt64Array> = { ids: new BigInt64Array(), count: 0 };
  #last: number | bigint = Number.NEGATIVE_INFINITY;
  #count = 0;
  #ascend = true;

  /** Takes an int64; one that a double holds exactly may be a number. */
  add(id: number | bigint): void {
    this.#ascend &&= id > this.#last;
    this.#last = id;
    if (++this.#count > MAX_IDS) this.#forget();
    else if (typeof id === 'number' && id >= 0 && id < 2 ** 32) roomIn(this.#short)[this.#short.count++] = id;
    else roomIn(this.#long)[this.#long.count++] = BigInt(id);
  }

  /** Each further occurrence of an id counts. Afterwards, no id can be added. */
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

/** The ids of a column, with room for another. */
function roomIn<Ids extends Uint32Array | BigInt64Array>(column: Column<Ids>): Ids {
  const { ids, count } = column;
  if (count < ids.length) return ids;
  const room = count >= MANY_IDS ? MAX_IDS : Math.max(FIRST_IDS, 4 * count);
  const larger = ids instanceof Uint32Array ? new Uint32Array(room) : new BigInt64Array(room);
  larger.set(ids as never);
  column.ids = larger as Ids;
  return column.ids;
}

/** Sorts them for it. */
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
