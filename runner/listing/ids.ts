import type { RepeatedIds } from './reading.js';

/** Repeated ids that are shown. */
const EXAMPLES = 3;
/** More are not compared: 128 MiB. */
const MAX_IDS = 2 ** 24;
/** Most listings are short, and a run reads many. */
const FIRST_IDS = 1024;
/** From here on, room for all: pages of it that hold nothing take no memory, and to copy millions would take twice theirs. */
const MANY_IDS = 2 ** 18;

/** Which half of an int64 is the low one depends on the processor. */
const LOW = new Int32Array(BigInt64Array.of(1n).buffer)[0] === 1 ? 0 : 1;

/** The value of an int64 whose halves are these, as 32 bits each. */
export const int64From = (high: number, low: number): bigint => (BigInt(high) << 32n) | BigInt(low >>> 0);

/** The ids of a listing, as integers of 64 bits; they are compared once, at the end, and only where they did not ascend. */
export class IdList {
  /** Two halves an id: to make a bigint of each would take several times as long. */
  #halves = new Int32Array(2 * FIRST_IDS);
  #count = 0;
  #lastHigh = 0;
  #lastLow = 0;
  #ascend = true;

  /** Takes an id by its halves, 32 bits each. */
  add(high: number, low: number): void {
    if (this.#ascend) this.#compare(high, low);
    const at = 2 * this.#count++;
    if (this.#count > MAX_IDS) this.#halves = new Int32Array(0);
    else if (at === this.#halves.length) this.#grow();
    this.#halves[at + LOW] = low;
    this.#halves[at + 1 - LOW] = high;
  }

  #compare(high: number, low: number): void {
    const isHigher = high > this.#lastHigh || (high === this.#lastHigh && low >>> 0 > this.#lastLow >>> 0);
    this.#ascend = isHigher || this.#count === 0;
    this.#lastHigh = high;
    this.#lastLow = low;
  }

  /** Each further occurrence of an id counts. Afterwards, no id can be added. */
  repeated(isRunOver: boolean): RepeatedIds {
    if (this.#ascend) return { count: 0, examples: [] };
    if (isRunOver) return incomplete('The run ended before all order ids were compared.');
    if (this.#count > MAX_IDS) {
      return incomplete(`The listing has more than ${MAX_IDS} ids in no order, which is more than the suite compares.`);
    }
    const ids = new BigInt64Array(this.#halves.buffer, 0, this.#count).sort();
    const halves = this.#halves;
    const examples: bigint[] = [];
    let count = 0;
    for (let at = 2; at < 2 * ids.length; at += 2) {
      if (halves[at] !== halves[at - 2] || halves[at + 1] !== halves[at - 1]) continue;
      count++;
      const id = ids[at / 2] as bigint;
      if (examples.length < EXAMPLES && examples.at(-1) !== id) examples.push(id);
    }
    return { count, examples };
  }

  #grow(): void {
    const { length } = this.#halves;
    const larger = new Int32Array(length < 2 * MANY_IDS ? 4 * length : 2 * MAX_IDS);
    larger.set(this.#halves);
    this.#halves = larger;
  }
}

const incomplete = (why: string): RepeatedIds => ({ count: 0, examples: [], incomplete: why });
