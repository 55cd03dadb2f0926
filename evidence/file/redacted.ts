import type { BodyCopy } from '../evidence.js';
import type { Exchange } from '../exchange.js';
import { redactedResponse } from '../quoted.js';
import type { Secrets } from '../secrets/redaction.js';

const PIECE_BYTES = 64 * 1024;

/** Removes secrets from a body before it is saved, even where a secret is cut across two chunks. */
export class SavedBody implements BodyCopy {
  /** Bytes that are not passed on yet, because a secret could continue in the next chunk. */
  #held: Buffer = Buffer.alloc(0);
  hasSecrets = false;

  constructor(
    readonly redactor: Secrets,
    readonly emit: (bytes: Uint8Array) => void,
  ) {}

  write(chunk: Uint8Array): void {
    this.#held = Buffer.concat([this.#held, chunk]);
    while (this.#held.length >= PIECE_BYTES + this.redactor.reach) this.#pass(PIECE_BYTES);
  }

  finish(): void {
    while (this.#held.length > 0) this.#pass(Math.min(PIECE_BYTES, this.#held.length));
  }

  #pass(upTo: number): void {
    const { redacted, end } = this.redactor.redactStart(this.#held.subarray(0, upTo + this.redactor.reach), upTo);
    this.hasSecrets ||= redacted !== undefined;
    this.emit(redacted ?? this.#held.subarray(0, end));
    this.#held = this.#held.subarray(end);
  }
}

/**
 * Removes secrets from an exchange. Returns the same object if there are none. `length` stays that of the bytes sent.
 */
export function redactedExchange(exchange: Exchange, redactor: Secrets): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return exchange; // its message was made without secrets
  const response = redactedResponse(outcome.response, redactor);
  return response === outcome.response ? exchange : { ...exchange, outcome: { kind: 'response', response } };
}
