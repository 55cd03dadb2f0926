import type { RepeatedIds } from './reading.js';

/** Repeated ids that are shown. */
const EXAMPLES = 3;
/** More are not compared: 64 MiB where all fit into 32 bits, else up to 128 MiB. */
const MAX_IDS = 2 ** 24;
/** Most listings are short, and a run reads many. */
const FIRST_IDS = 64;
/** From here on, room for all: pages of it that hold nothing take no memory, and to copy millions would take twice theirs. */
const MANY_IDS = 2 ** 18;

/** Which half of an int64 is the low one depends on the processor. */
const LOW = new Int32Array(BigInt64Array.of(1n).buffer)[0] === 1 ? 0 : 1;

/** The value of an int64 whose halves are these, as 32 bits each. */
export const int64From = (high: number, low: number): bigint => (BigInt(high) << 32n) | BigInt(low >>> 0);

/** The ids of a listing; they are compared once, at the end, and only where they did not ascend. */
export class IdList {
  /** By how many halves they need: one that fits into 32 bits never equals one that does not. */
  readonly #short = new Halves(1);
  readonly #long = new Halves(2);
  #lastHigh = 0;
  #lastLow = 0;
  #count = 0;
  #ascend = true;

  /** Takes an id by its halves, 32 bits each. */
  add(high: number, low: number): void {
    if (this.#ascend) this.#follow(high, low);
    if (++this.#count > MAX_IDS) this.#forget();
    else if (high === 0) this.#short.add(low);
    else if (LOW === 0) this.#long.add(low, high);
    else this.#long.add(high, low);
  }

  #follow(high: number, low: number): void {
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
    const short = this.#short.repeated();
    const long = this.#long.repeated();
    this.#forget();
    return { count: short.count + long.count, examples: [...short.examples, ...long.examples].slice(0, EXAMPLES) };
  }

  #forget(): void {
    this.#short.forget();
    this.#long.forget();
  }
}

/** Integers, as one or two halves each: to make a bigint of each would take several times as long. */
class Halves {
  #halves = NONE;
  #length = 0;

  constructor(readonly perId: 1 | 2) {}

  add(first: number, second?: number): void {
    if (this.#length === this.#halves.length) this.#grow();
    this.#halves[this.#length++] = first;
    if (second !== undefined) this.#halves[this.#length++] = second;
  }

  #grow(): void {
    const { length } = this.#halves;
    const isMany = length >= this.perId * MANY_IDS;
    const larger = new Int32Array(this.perId * (isMany ? MAX_IDS : Math.max(FIRST_IDS, (4 * length) / this.perId)));
    larger.set(this.#halves);
    this.#halves = larger;
  }

  /** Sorts them for it. */
  repeated(): { readonly count: number; readonly examples: readonly bigint[] } {
    const halves = this.#halves;
    const { perId } = this;
    const ids = new (perId === 1 ? Uint32Array : BigInt64Array)(halves.buffer, 0, this.#length / perId).sort();
    const examples: bigint[] = [];
    let count = 0;
    for (let at = perId; at < this.#length; at += perId) {
      if (halves[at] !== halves[at - perId] || (perId === 2 && halves[at + 1] !== halves[at - 1])) continue;
      count++;
      const id = BigInt(ids[at / perId] ?? 0);
      if (examples.length < EXAMPLES && examples.at(-1) !== id) examples.push(id);
    }
    return { count, examples };
  }

  forget(): void {
    this.#halves = NONE;
    this.#length = 0;
  }
}

const NONE = new Int32Array(0);

const incomplete = (why: string): RepeatedIds => ({ count: 0, examples: [], incomplete: why });
