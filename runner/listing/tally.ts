import { once } from '../once.js';
import { IdList, int64From } from './ids.js';
import { repeatedName, textAfterName, textOf, textOfValue } from './json/text.js';
import type {
  ListingReading,
  ListingRequest,
  Occurrences,
  RepeatedMember,
  SchemaDeviation,
  SchemaExample,
} from './reading.js';
import { type OrderWalk, PLACES, type Place, type Verdict } from './schema/order.js';

/** Occurrences of a kind that are shown in full. */
const EXAMPLES = 3;
/** What is quoted of a value that the target sent, and of each value of a repeated member. */
const ACTUAL_CHARACTERS = 200;
const VALUE_CHARACTERS = 60;

/** Asked orders whose text is kept, and how much of it. */
const MAX_TEXTS = 64;
const TEXT_CHARACTERS = 4096;

/** Of a listing that is one of many. Of the shared ones, all are compared. */
const COMPARED_IDS = 2 ** 16;

class Counted<T> implements Occurrences<T> {
  count = 0;
  readonly examples: T[] = [];

  add(example: () => T): void {
    this.count++;
    if (this.examples.length < EXAMPLES) this.examples.push(example());
  }
}

const isAbove2To53 = (high: number): boolean => high >= 2 ** 21 || high < -(2 ** 21);

type Deviating = Counted<SchemaExample> & Omit<SchemaDeviation, keyof Occurrences<SchemaExample>>;

/** Finds the id with these halves, where it was asked for. A part of the low bits tells nearly all others apart. */
const finderOf = once((ids: readonly bigint[]): ((high: number, low: number) => bigint | undefined) => {
  const asked = new Set(ids);
  const mayBe = new Uint8Array(2 ** 12);
  for (const id of ids) mayBe[Number(id & 0xfffn)] = 1;
  return (high, low) => {
    const id = mayBe[low & 0xfff] === 0 ? undefined : int64From(high, low);
    return id !== undefined && asked.has(id) ? id : undefined;
  };
});

/** Takes the elements of a listing one after the other, and keeps what is learnt of them in bounded memory. */
export class ListingTally {
  count = 0;
  #withoutId = 0;
  #quantityNotPositive = 0;
  readonly #repeating = new Counted<RepeatedMember>();
  readonly #deviations: Deviating[] = [];
  /** The same by place: to make a text as their key for each of millions would take longer than all else. */
  readonly #byPlace = PLACES.map(() => new Map<Verdict, Deviating>());
  readonly #find: ReturnType<typeof finderOf>;
  readonly #found = new Set<bigint>();
  readonly #texts = new Map<bigint, string>();
  readonly #ids = new IdList();
  readonly #compared: number;
  #longId: bigint | undefined;

  constructor({ ask, use }: ListingRequest) {
    this.#find = finderOf(ask);
    this.#compared = use === 'elements' ? Number.POSITIVE_INFINITY : COMPARED_IDS;
  }

  /** The element `bytes[from, to)`, and what was read of it. */
  take(order: OrderWalk, bytes: Buffer, from: number, to: number): void {
    if (order.hasId) this.#takeId(order, bytes, from, to);
    else this.#withoutId++;
    if (!order.isQuantityPositive) this.#quantityNotPositive++;
    if (order.isWrong) for (let number = 0; number < PLACES.length; number++) this.#deviate(number, order, bytes);
    const names = order.mayRepeat ? repeatedName(bytes, from, to) : undefined;
    if (names) this.#repeat(names, bytes);
    this.count++;
  }

  #takeId({ id: { high, low } }: OrderWalk, bytes: Buffer, from: number, to: number): void {
    if (this.count < this.#compared) this.#ids.add(high, low);
    if (this.#longId === undefined && isAbove2To53(high)) this.#longId = int64From(high, low);
    const id = this.#find(high, low);
    if (id === undefined || this.#found.has(id)) return;
    this.#found.add(id);
    if (this.#texts.size < MAX_TEXTS) this.#texts.set(id, textOf(bytes, from, to, TEXT_CHARACTERS));
  }

  #deviate(number: number, { verdicts, starts }: OrderWalk, bytes: Buffer): void {
    const verdict = verdicts[number] ?? 'right';
    if (verdict === 'right') return;
    const { path, type, format } = PLACES[number] as Place;
    const known = this.#byPlace[number] as Map<Verdict, Deviating>;
    let deviation = known.get(verdict);
    if (!deviation) {
      deviation = Object.assign(new Counted<SchemaExample>(), {
        path,
        ...(verdict === 'type' ? { keyword: 'type', expected: type } : { keyword: 'format', expected: format ?? '' }),
        ...(verdict === 'iso8601' && { iso8601: true as const }),
      });
      known.set(verdict, deviation);
      this.#deviations.push(deviation);
    }
    deviation.add(() => ({
      pointer: `/${this.count}${path}`,
      actual: textOfValue(bytes, starts[number] as number, ACTUAL_CHARACTERS),
    }));
  }

  #repeat(names: readonly number[], bytes: Buffer): void {
    const value = (name: number): string => textAfterName(bytes, name, VALUE_CHARACTERS);
    this.#repeating.add(() => ({ index: this.count, actual: names.map(value).join(' and ') }));
  }

  /** What was learnt; afterwards nothing can be taken. */
  reading(isRunOver: boolean): Omit<ListingReading, 'problem' | 'unread'> {
    const found = this.#found;
    return {
      count: this.count,
      withoutId: this.#withoutId,
      ...(this.#longId !== undefined && { longId: this.#longId }),
      lists: (id) => found.has(id),
      elements: this.#texts,
      deviations: this.#deviations,
      repeatedIds: this.#ids.repeated(isRunOver),
      repeatedMembers: this.#repeating,
      quantityNotPositive: this.#quantityNotPositive,
    };
  }
}
