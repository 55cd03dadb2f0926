import type { Secrets } from '../../secrets/redaction.js';
import type { BodyCopy } from '../evidence.js';
import type { Exchange, Header } from '../exchange.js';

const PIECE_BYTES = 64 * 1024;

/** A body on its way into the lines of the file, without secrets, wherever its pieces are cut. */
export class SavedBody implements BodyCopy {
  /** What has come, and not been passed on: a secret could go on in the next piece. */
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

/** The same one where nothing is found. Lengths stay those of what was sent. */
export function redactedExchange(exchange: Exchange, redactor: Secrets): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return exchange; // its message was made without secrets
  const { reason, headers, body, stray } = outcome.response;
  // Most headers hold none of them, which one look at all fields shows.
  const fields = [reason, ...headers.flat()].join('\n');
  const isClean = redactor.redact(fields) === fields;
  const text = (said: string): string => (isClean ? said : redactor.redact(said));
  const head = redactor.redactBytes(body.head);
  const after = stray && redactor.redactBytes(stray);
  if (isClean && head === body.head && after === stray) return exchange;
  const response = {
    ...outcome.response,
    reason: text(reason),
    headers: headers.map(([name, value]): Header => [text(name), text(value)]),
    body: { ...body, head },
    ...(after && { stray: after }),
  };
  return { ...exchange, outcome: { kind: 'response', response } };
}
