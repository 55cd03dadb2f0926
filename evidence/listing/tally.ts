import { groupBy, isLong, memoised } from '../../interface/helpers/helpers.js';
import { IdList } from './ids.js';
import { orderOf, textOf } from './order.js';
import { cut, repeatedIn } from './outline.js';
import type { ListingReading, ListingRequest, RepeatedMember } from './reading.js';
import { Counted, Deviations } from './schema/deviations.js';
import { contractSchemas, type Schemas } from './schema/schemas.js';
import type { Item } from './splitter.js';

/** The longest quote of a value of a repeated member. */
const VALUE_CHARACTERS = 60;

/** How many elements keep their text, and how many characters of it. */
const MAX_TEXTS = 64;
const TEXT_CHARACTERS = 4096;

/** How many ids of a repeated or probing listing are compared. In shared listings, all are. */
const COMPARED_IDS = 2 ** 16;

/** The ids that are asked for, by their doubles. */
const idsToFind = memoised((ids: readonly bigint[]) => {
  const groups = groupBy(ids, Number);
  return new Map([...groups].map(([double, group]) => [double, new Set(group)]));
});

/** Takes the elements of a listing one by one, and keeps the results in bounded memory. */
export class ListingTally {
  count = 0;
  #withoutId = 0;
  #quantityNotPositive = 0;
  readonly #repeating = new Counted<RepeatedMember>();
  readonly #schemas: Schemas;
  readonly #deviations: Deviations;
  readonly #lookUp: ReadonlyMap<number, ReadonlySet<bigint>>;
  readonly #listed = new Set<bigint>();
  /** By its double: a listed id that was not asked for, if one with the same double was. */
  readonly #beside = new Map<number, bigint>();
  readonly #texts = new Map<bigint, string>();
  readonly #ids = new IdList();
  readonly #compared: number;
  readonly #keeps: boolean;
  #longId: bigint | undefined;

  constructor({ ask, use, schemas = contractSchemas }: ListingRequest) {
    this.#schemas = schemas;
    this.#deviations = new Deviations(schemas.names);
    this.#lookUp = idsToFind(ask);
    this.#keeps = use === 'elements';
    this.#compared = use === 'elements' ? Number.POSITIVE_INFINITY : COMPARED_IDS;
  }

  /** Takes one element: its value from JSON.parse, and its bytes. */
  take(value: unknown, piece: Item, bytes: Buffer): void {
    const text = () => textOf(piece, bytes);
    const repeats = piece.names > 0 && piece.names !== namesIn(value);
    const { errors, id, isQuantityPositive } = orderOf(this.#schemas, value, piece, bytes, repeats);
    if (id === undefined) this.#withoutId++;
    else this.#takeId(id, text);
    if (!isQuantityPositive) this.#quantityNotPositive++;
    if (errors.length > 0) this.#deviations.add(errors, value, `/${this.count}`, text);
    if (repeats)
      this.#repeating.add(() => ({ index: this.count, actual: repeatedIn(text()).map(valueExcerpt).join(' and ') }));
    this.count++;
  }

  #takeId(id: number | bigint, text: () => string): void {
    if (this.count < this.#compared) this.#ids.add(id);
    if (this.#longId === undefined && typeof id === 'bigint' && isLong(id)) this.#longId = id;
    const asked = this.#lookUp.get(Number(id));
    if (asked === undefined) return;
    const exact = BigInt(id);
    if (!asked.has(exact)) this.#beside.set(Number(id), exact);
    if (!asked.has(exact) || this.#listed.has(exact)) return;
    this.#listed.add(exact);
    if (this.#texts.size < MAX_TEXTS) this.#texts.set(exact, cut(text(), TEXT_CHARACTERS));
  }

  /** The results. Afterwards, no element can be taken. */
  reading(isRunOver: boolean): Omit<ListingReading, 'problem' | 'unread'> {
    const [listed, beside, lookUp] = [this.#listed, this.#beside, this.#lookUp];
    // Before the comparison, which forgets them.
    const ids = this.#keeps ? this.#ids.sorted() : undefined;
    return {
      count: this.count,
      withoutId: this.#withoutId,
      ...(ids && { ids }),
      ...(this.#longId !== undefined && { longId: this.#longId }),
      lists: (id) => listed.has(id),
      sameDouble: (id) => {
        const found = [...(lookUp.get(Number(id)) ?? [])].filter((other) => other !== id && listed.has(other));
        return found.concat(beside.get(Number(id)) ?? []);
      },
      elements: this.#texts,
      deviations: this.#deviations.all,
      repeatedIds: this.#ids.repeated(isRunOver),
      repeatedMembers: this.#repeating,
      quantityNotPositive: this.#quantityNotPositive,
    };
  }
}

const valueExcerpt = (value: string): string => cut(value, VALUE_CHARACTERS);

/** The number of members of a value, at any depth. If an object has a name twice, its text has more names. */
function namesIn(value: unknown): number {
  let count = 0;
  const open: object[] = [];
  for (let at = value as object | undefined; at; at = open.pop()) {
    const isObject = !Array.isArray(at);
    for (const name in at) {
      if (isObject) count++;
      const inner = (at as Readonly<Record<string, unknown>>)[name];
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return count;
}
