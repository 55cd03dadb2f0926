import { AskedOrders } from './asked-orders.js';
import { ACTUAL_CHARACTERS, Deviations, EXAMPLES, faultsOf, kindOf, type SchemaFault } from './deviations.js';
import type { ElementSource } from './element-source.js';
import { IdStore, type IdStoreOptions, storable } from './id-store.js';
import { boundedSourceOf, int64At, type JsonText, nodeAt, readingsOf, repeatedMembers } from './json/nodes.js';
import type { JsonProblem, ListingReading, ListingRequest, SchemaExample } from './listing.js';
import { validateOrder } from './schema/validators.js';

/** Decimal digits that every double holds exactly. */
const EXACT_DIGITS = 15;

/** Of each occurrence of a repeated member. */
const OCCURRENCE_CHARACTERS = 60;

/** Judges the elements of a listing one after the other, and keeps what was learnt in bounded memory. */
export class ElementJudge {
  count = 0;
  #withoutId = 0;
  #quantityNotPositive = 0;
  #repeating = 0;
  readonly #repeatingExamples: SchemaExample[] = [];
  readonly #deviations = new Deviations();
  readonly #asked: AskedOrders;
  /** Absent where only presence is wanted. */
  readonly #ids: IdStore | undefined;

  constructor(request: ListingRequest, options: IdStoreOptions) {
    this.#asked = new AskedOrders(request.ask);
    this.#ids = request.purpose === 'judge' ? new IdStore(options) : undefined;
  }

  /**
   * An element that is known to follow the schema, with the digits of its `id`, if it has one; `quantity` is
   * positive and no member repeated.
   */
  takeProven(id: string | undefined, source: ElementSource): void {
    if (id === undefined) this.#withoutId++;
    else this.#seeId(id.length <= EXACT_DIGITS ? Number(id) : storable(BigInt(id)), source);
    this.count++;
  }

  /**
   * An element as JSON.parse gave it, where a schema judges that as it judges the text: no member is repeated, and no
   * number rounded so that it matters. The `id` is exact and in its storable form.
   */
  takeParsed(value: unknown, id: number | bigint | undefined, source: ElementSource): void {
    if (id === undefined) this.#withoutId++;
    else this.#seeId(id, source);
    if (this.#ids) {
      this.#seeQuantity(value);
      const errors = validateOrder(value);
      if (errors.length > 0) this.#addFaults(faultsOf(value, errors), 0, source);
    }
    this.count++;
  }

  /** Any other element: read to the digit, and with all occurrences of repeated members. */
  takeText(text: JsonText): void {
    const source = () => text;
    const id = int64At(text, '/id');
    if (id === undefined) this.#withoutId++;
    else this.#seeId(storable(id), source);
    if (this.#ids) this.#judgeReadings(text, source);
    this.count++;
  }

  /** What was learnt; ends the comparison of the ids, so that nothing can be taken afterwards. */
  reading(problem: JsonProblem | undefined): ListingReading {
    const asked = this.#asked;
    return {
      ...(problem && { problem }),
      count: this.count,
      withoutId: this.#withoutId,
      lists: (id) => asked.has(id),
      elements: asked.texts,
      deviations: this.#deviations.list(),
      repeatedIds: this.#ids?.finish() ?? { count: 0, examples: [] },
      repeatedMembers: { count: this.#repeating, examples: this.#repeatingExamples },
      quantityNotPositive: this.#quantityNotPositive,
    };
  }

  /** Whether elements are validated, or only looked for. */
  get judges(): boolean {
    return this.#ids !== undefined;
  }

  close(): void {
    this.#ids?.close();
  }

  #seeId(id: number | bigint, source: ElementSource): void {
    this.#asked.see(id, source);
    this.#ids?.add(id);
  }

  #seeQuantity(value: unknown): void {
    const { quantity } = membersOf(value);
    if (typeof quantity === 'number' && quantity <= 0 && Number.isInteger(quantity)) this.#quantityNotPositive++;
  }

  #judgeReadings(text: JsonText, source: ElementSource): void {
    const seen = new Set<string>();
    let reading = 0;
    for (const value of readingsOf(text)) {
      if (reading === 0) this.#seeQuantity(value);
      const faults = faultsOf(value, validateOrder(value));
      const news = faults.filter((fault) => !seen.has(kindOf(fault)));
      this.#addFaults(news, reading, source);
      for (const fault of news) seen.add(kindOf(fault));
      reading++;
    }
    this.#seeRepeated(text);
  }

  #addFaults(faults: readonly SchemaFault[], reading: number, source: ElementSource): void {
    for (const fault of faults) {
      this.#deviations.add(fault, this.count, () => {
        const text = source();
        return boundedSourceOf(text, nodeAt(text, fault.path, reading) ?? text.node, ACTUAL_CHARACTERS);
      });
    }
  }

  #seeRepeated(text: JsonText): void {
    const [first] = repeatedMembers(text.node);
    if (!first) return;
    this.#repeating++;
    if (this.#repeatingExamples.length >= EXAMPLES) return;
    const occurrences = first.occurrences.slice(0, EXAMPLES);
    const actual = occurrences.map((node) => boundedSourceOf(text, node, OCCURRENCE_CHARACTERS)).join(' and ');
    const pointer = `/${this.count}${first.pointer}`.slice(0, ACTUAL_CHARACTERS);
    this.#repeatingExamples.push({ index: this.count, pointer, actual });
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
