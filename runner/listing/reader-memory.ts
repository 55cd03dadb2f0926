/** What all readers of a run may hold of the listings that they read at the same time, and of the orders in them. */
const MAX_BYTES = 12 * 1024 * 1024;

/** Held by several readers at once, in bytes: what one of them has, the others have not. */
export class ReaderMemory {
  #left = MAX_BYTES;

  /** Returns whether there was room. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}
