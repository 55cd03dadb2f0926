import type { BodyCopy } from '../evidence/evidence.js';
import { LONGER_THAN_ANY_PAGE } from '../evidence/exchange.js';
import type { ListingUse } from '../evidence/request.js';
import type { BodySink } from '../http/transport.js';
import { ListingReader } from '../listing/index.js';

/** Reads a body as a listing while it streams, and copies it for the saved evidence. */
export class ListingSink extends ListingReader implements BodySink {
  #left: number;

  constructor(
    use: ListingUse,
    ask: readonly bigint[],
    readonly copy: BodyCopy | undefined,
  ) {
    super({ use, ask });
    this.#left = use === 'page' ? LONGER_THAN_ANY_PAGE : Number.POSITIVE_INFINITY;
  }

  override write(chunk: Uint8Array): boolean {
    this.#left -= chunk.length;
    if (this.#left < 0) return false;
    this.copy?.write(chunk);
    return super.write(chunk);
  }
}
