import type { Header } from '../evidence/exchange.js';
import { tooLarge } from './failure.js';
import type { ResponseHead } from './http1.js';

/** What all records of a run may hold of what the target sent. */
const MAX_RECORDED_BYTES = 16 * 1024 * 1024;

/** Bodies that a sink reads are only shown, and headers are copied: the Errors, which are judged by their records, keep room. */
const RESERVED_BYTES = MAX_RECORDED_BYTES / 2;

/** Measured: what a field, or a member once the body is read, takes beside its text. */
const FIELD_BYTES = 128;
const MEMBER_BYTES = 128;

/** Most fields of a target are the same in each response: those that are no longer than this are held once. */
const MAX_SHARED_LENGTH = 256;
/** Where a field is found again, its text is held a second time. */
const ENTRY_BYTES = 64;
/** What one more response with a field that is held takes. */
const PLACE_BYTES = 8;

/** Each is redacted, shown and saved; no server sends that many. */
const MAX_FIELDS = 500;

/** What the records of a run may hold, counted in the memory that it takes, over all exchanges. */
export class RecordAllowance {
  #left = MAX_RECORDED_BYTES;
  #headers = 0;
  /** By their text. */
  readonly #fields = new Map<string, Header>();

  /**
   * The header as it is to be held.
   *
   * @throws ExchangeFailure where there is no room for a header: without it, nothing can be judged
   */
  takeHeader(head: ResponseHead): ResponseHead {
    if (head.headers.length > MAX_FIELDS)
      throw tooLarge(`The header of the response has ${head.headers.length} fields`);
    this.#takeForHeaders(head.reason.length);
    return { ...head, headers: head.headers.map((field) => this.#held(field)) };
  }

  #held(field: Header): Header {
    const length = field[0].length + field[1].length;
    if (length > MAX_SHARED_LENGTH) {
      this.#takeForHeaders(length + FIELD_BYTES);
      return field;
    }
    const text = field.join(':');
    const known = this.#fields.get(text);
    this.#takeForHeaders(known ? PLACE_BYTES : 2 * length + FIELD_BYTES + ENTRY_BYTES);
    if (!known) this.#fields.set(text, field);
    return known ?? field;
  }

  #takeForHeaders(bytes: number): void {
    this.#headers += bytes;
    if (this.#headers > RESERVED_BYTES || !this.#take(bytes)) {
      throw tooLarge(
        `The responses of this run have headers of more than ${RESERVED_BYTES} bytes in all, or with their bodies more than ${MAX_RECORDED_BYTES}`,
      );
    }
  }

  /** Returns whether these bytes of a body may be kept. */
  takeBody(bytes: Uint8Array, isRead: 'as-error' | 'by-sink'): boolean {
    const isSpare = isRead === 'as-error' || this.#left - bytes.length >= RESERVED_BYTES;
    return isSpare && this.#take(bytes.length + (isRead === 'as-error' ? MEMBER_BYTES * commasIn(bytes) : 0));
  }

  #take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

/** As many as there can be members, where this is JSON; what is nested in them is not held. */
function commasIn(bytes: Uint8Array): number {
  let commas = 0;
  for (const byte of bytes) if (byte === 0x2c) commas++;
  return commas;
}
