import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why ids cannot be compared, in a sentence: a limit of the suite or of its machine, not a deviation. */
export class CannotCompare extends Error {
  override readonly name = 'CannotCompare';
}

/** Room for the ids of a listing of some 15 GB. */
const MAX_BYTES = 2 ** 30;

/** A temporary file without a name: it is gone when the process is, however that ends. */
export class SpillFile {
  readonly #path: string;
  #descriptor: number | undefined;
  #length = 0;

  /** @param most bytes that it may take */
  constructor(
    readonly parent: string = tmpdir(),
    readonly most = MAX_BYTES,
  ) {
    this.#path = join(parent, `store-orders-ids-${randomUUID()}`);
  }

  /** Returns the offset at which the bytes now are. */
  append(bytes: Uint8Array): number {
    const offset = this.#length;
    this.#length += bytes.length;
    if (this.#length > this.most) {
      throw new CannotCompare(
        `Comparing the order ids of this listing takes a temporary file of more than the ${this.most} bytes that are allowed.`,
      );
    }
    this.#attempt('Writing', () => {
      this.#descriptor ??= this.#open();
      // Goes on from where it ended; reading does not move that.
      writeFileSync(this.#descriptor, bytes);
    });
    return offset;
  }

  /** Fills all of `into` from the offset on. */
  read(into: Uint8Array, offset: number): void {
    this.#attempt('Reading', () => {
      const count = readSync(this.#descriptor as number, into, 0, into.length, offset);
      if (count < into.length) throw new Error('it is shorter than what was written to it');
    });
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#unlink();
  }

  #attempt(doing: 'Writing' | 'Reading', work: () => void): void {
    try {
      work();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CannotCompare(
        `${doing} a temporary file for the order ids of a large listing in ${this.parent} failed: ${reason}. ` +
          'Point TMPDIR (on Windows TEMP) to a directory with free space: 8 bytes per order.',
        { cause },
      );
    }
  }

  #open(): number {
    const descriptor = openSync(this.#path, 'wx+', 0o600);
    this.#unlink();
    return descriptor;
  }

  /** Where an open file cannot be deleted (Windows), `close` tries again. */
  #unlink(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // Still open: tried again when it is closed.
    }
  }
}
