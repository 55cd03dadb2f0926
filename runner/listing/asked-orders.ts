import type { ElementSource } from './element-source.js';
import { storable } from './id-store.js';
import { boundedSourceOf } from './json/nodes.js';

const MOST_TEXTS = 64;
const TEXT_CHARACTERS = 4096;

/** Remembers which of the asked ids the listing holds, and the text of their elements. */
export class AskedOrders {
  readonly #asked: ReadonlySet<number | bigint>;
  readonly #found = new Set<number | bigint>();
  readonly texts = new Map<bigint, string>();

  constructor(ids: readonly bigint[]) {
    this.#asked = new Set(ids.map(storable));
  }

  /** `id` in its storable form; the element's text is only read where the id was asked for. */
  see(id: number | bigint, source: ElementSource): void {
    if (!this.#asked.has(id) || this.#found.has(id)) return;
    this.#found.add(id);
    if (this.texts.size >= MOST_TEXTS) return;
    const text = source();
    this.texts.set(BigInt(id), boundedSourceOf(text, text.node, TEXT_CHARACTERS));
  }

  has(id: bigint): boolean {
    return this.#found.has(storable(id));
  }
}
