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

/** Each is redacted, shown and saved; no server sends that many. */
const MAX_FIELDS = 500;

/** What the records of a run may hold, counted in the memory that it takes, over all exchanges. */
export class RecordAllowance {
  #left = MAX_RECORDED_BYTES;
  #headers = 0;

  /** @throws ExchangeFailure where there is no room for a header: without it, nothing can be judged */
  takeHeader({ reason, headers }: ResponseHead): void {
    if (headers.length > MAX_FIELDS) throw tooLarge(`The header of the response has ${headers.length} fields`);
    const cost = reason.length + sum(headers.map(costOf));
    this.#headers += cost;
    if (this.#headers > RESERVED_BYTES || !this.#take(cost)) {
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

const costOf = ([name, value]: Header): number => name.length + value.length + FIELD_BYTES;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** As many as there can be members, where this is JSON; what is nested in them is not held. */
function commasIn(bytes: Uint8Array): number {
  let commas = 0;
  for (const byte of bytes) if (byte === 0x2c) commas++;
  return commas;
}
