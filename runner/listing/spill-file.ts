import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function failure(doing: 'Writing' | 'Reading', directory: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return (
    `${doing} a temporary file for the order ids of a large listing in ${directory} failed: ${reason}. ` +
    'Point TMPDIR (on Windows TEMP) to a directory with free space: 8 bytes per order.'
  );
}

/** A temporary file without a name: it is gone when the process is, however that ends. */
export class SpillFile {
  readonly #parent: string;
  #directory: string | undefined;
  #descriptor: number | undefined;
  #length = 0;

  constructor(parent: string = tmpdir()) {
    this.#parent = parent;
  }

  /** Returns the offset at which the bytes now stand. */
  append(bytes: Uint8Array): number {
    const offset = this.#length;
    try {
      this.#descriptor ??= this.#open();
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#descriptor, bytes, done, bytes.length - done, offset + done);
      }
    } catch (cause) {
      throw new Error(failure('Writing', this.#parent, cause), { cause });
    }
    this.#length += bytes.length;
    return offset;
  }

  /** Fills all of `into` from the offset on. */
  read(into: Uint8Array, offset: number): void {
    try {
      for (let done = 0; done < into.length; ) {
        const count = readSync(this.#descriptor as number, into, done, into.length - done, offset + done);
        if (count === 0) throw new Error('it is shorter than what was written to it');
        done += count;
      }
    } catch (cause) {
      throw new Error(failure('Reading', this.#parent, cause), { cause });
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#unlink();
  }

  #open(): number {
    this.#directory = mkdtempSync(join(this.#parent, 'store-orders-ids-'));
    const descriptor = openSync(join(this.#directory, 'ids'), 'wx+', 0o600);
    this.#unlink();
    return descriptor;
  }

  /** Where an open file cannot be deleted (Windows), `close` tries again. */
  #unlink(): void {
    if (this.#directory === undefined) return;
    try {
      rmSync(this.#directory, { recursive: true, force: true });
      this.#directory = undefined;
    } catch {
      // Still open: tried again when it is closed.
    }
  }
}
