import { ACTUAL_CHARACTERS, Counted, Deviations, faultsOf, membersOf } from './deviations.js';
import { IdStore, type IdStoreOptions } from './id-store.js';
import { int64At, type JsonText, nodeAt, type RepeatedMember, shallowValueOf, sourceOf } from './json/nodes.js';
import type { ReaderMemory } from './reader-memory.js';
import type { ListingReading, ListingRequest, SchemaExample } from './reading.js';
import { validateOrder } from './schema/validators.generated.js';
import { ORDER_PATTERNS } from './shape.js';

/** Decimal digits that every double holds exactly. */
const EXACT_DIGITS = 15;

/** The schema looks at no other members, and into none of them. */
const ORDER_MEMBERS = [...ORDER_PATTERNS.keys()];

/** Asked orders whose text is kept, and how much of it. */
const MAX_TEXTS = 64;
const TEXT_CHARACTERS = 4096;

/** Of each value of a repeated member. */
const VALUE_CHARACTERS = 60;

/** The text of an element costs a second look at its bytes, so that it is only asked for where it is shown. */
type ElementSource = () => JsonText;

/** All listings of a run are asked for the same ids, of which there may be a million. */
function askedIn(ask: readonly bigint[]): ReadonlySet<number | bigint> {
  const asked = ASKED.get(ask) ?? new Set(ask.map(storable));
  ASKED.set(ask, asked);
  return asked;
}

const ASKED = new WeakMap<readonly bigint[], ReadonlySet<number | bigint>>();

/** Takes the elements of a listing one after the other, and keeps what is learnt of them in bounded memory. */
export class ListingTally {
  count = 0;
  #withoutId = 0;
  #quantityNotPositive = 0;
  readonly #repeating = new Counted<SchemaExample>();
  readonly #deviations = new Deviations();
  readonly #asked: ReadonlySet<number | bigint>;
  readonly #found = new Set<number | bigint>();
  readonly #texts = new Map<bigint, string>();
  /** Absent where only presence is wanted. */
  readonly #ids: IdStore | undefined;

  constructor(
    request: ListingRequest,
    options: IdStoreOptions,
    readonly memory: ReaderMemory,
  ) {
    this.#asked = askedIn(request.ask);
    this.#ids = request.use === 'elements' ? new IdStore(options) : undefined;
  }

  /**
   * An element that follows the schema, with the digits of its `id`, if it has one; its `quantity` is positive, and no
   * member repeated.
   */
  takeProven(id: string | undefined, source: ElementSource): void {
    this.#seeId(id === undefined ? id : exactly(id), source);
    this.count++;
  }

  /** An element as JSON.parse gave it, where that lost nothing. */
  takeParsed(value: unknown, source: ElementSource): void {
    const { id } = membersOf(value);
    this.#seeId(typeof id === 'number' && Number.isInteger(id) ? id : undefined, source);
    this.#validate(value, source);
    this.count++;
  }

  /** Any other element. */
  takeText(text: JsonText): void {
    const source = () => text;
    this.#seeId(int64At(text, '/id'), source);
    this.#validate(shallowValueOf(text.node, ORDER_MEMBERS), source);
    if (this.#ids && text.repeated) this.#addRepeated(text, text.repeated);
    this.count++;
  }

  /** What was learnt; afterwards nothing can be taken. Where the signal aborts, the ids are not compared to the end. */
  async reading(signal?: AbortSignal): Promise<Omit<ListingReading, 'problem' | 'unread'>> {
    return {
      count: this.count,
      withoutId: this.#withoutId,
      lists: (id) => this.#found.has(storable(id)),
      elements: this.#texts,
      deviations: this.#deviations.list(),
      repeatedIds: (await this.#ids?.finish(signal)) ?? { count: 0, examples: [] },
      repeatedMembers: this.#repeating,
      quantityNotPositive: this.#quantityNotPositive,
    };
  }

  /** Whether elements are validated, or only looked for. */
  get validates(): boolean {
    return this.#ids !== undefined;
  }

  close(): void {
    this.#ids?.close();
  }

  #seeId(id: number | bigint | undefined, element: ElementSource): void {
    if (id === undefined) {
      this.#withoutId++;
      return;
    }
    const exact = typeof id === 'number' ? id : storable(id);
    this.#ids?.add(exact);
    if (!this.#asked.has(exact) || this.#found.has(exact)) return;
    this.#found.add(exact);
    // Only of the shared listings, orders are compared.
    if (this.#texts.size >= MAX_TEXTS || !this.#ids) return;
    const source = element();
    const text = sourceOf(source, source.node, TEXT_CHARACTERS);
    if (this.memory.take(2 * text.length)) this.#texts.set(BigInt(id), text);
  }

  #validate(value: unknown, source: ElementSource): void {
    if (!this.#ids) return;
    const { quantity } = membersOf(value);
    if (typeof quantity === 'number' && quantity <= 0 && Number.isInteger(quantity)) this.#quantityNotPositive++;
    const errors = validateOrder(value);
    if (errors.length === 0) return;
    for (const fault of faultsOf(value, errors)) {
      this.#deviations.add(fault, this.count, () => {
        const text = source();
        return sourceOf(text, nodeAt(text, fault.path) ?? text.node, ACTUAL_CHARACTERS);
      });
    }
  }

  #addRepeated(text: JsonText, { pointer, values }: RepeatedMember): void {
    this.#repeating.add(() => ({
      index: this.count,
      pointer: `/${this.count}${pointer}`.slice(0, ACTUAL_CHARACTERS),
      actual: values.map((node) => sourceOf(text, node, VALUE_CHARACTERS)).join(' and '),
    }));
  }
}

const exactly = (digits: string): number | bigint => (digits.length <= EXACT_DIGITS ? Number(digits) : BigInt(digits));

/** Equal ids as equal members of a Set: a number where it is exact. */
const storable = (id: bigint): number | bigint => (Number.isSafeInteger(Number(id)) ? Number(id) : id);
