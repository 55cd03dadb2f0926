import { HEAD_BYTES, type Header, type ResponseRecord } from '../evidence/exchange.js';
import { quoted } from '../evidence/quoted.js';
import type { Secrets } from '../secrets/secret.js';
import type { BodySink, SentExchange, Transport } from './transport.js';

/**
 * The same transport, with the secrets of the run left out of all that comes from it: nothing that is recorded, read,
 * judged or saved after this knows one. Lengths and digests stay those of what was sent.
 */
export const redacted = (transport: Transport, secrets: Secrets): Transport => ({
  async send(request, signal, sink) {
    const body = sink && new RedactedBody(sink, secrets);
    const exchange = await transport.send(request, signal, body).catch((error: unknown) => {
      throw withoutSecrets(error, secrets);
    });
    return redactedExchange(exchange, secrets, body);
  },
  close: () => transport.close(),
});

class RedactedBody implements BodySink {
  readonly #head: Uint8Array[] = [];
  /** The end of what has come, as far as a secret could go on in the next piece. */
  #held: Buffer = Buffer.alloc(0);
  #kept = 0;
  length = 0;
  hasSecrets = false;

  constructor(
    readonly sink: BodySink,
    readonly secrets: Secrets,
  ) {}

  write(chunk: Uint8Array): boolean {
    this.#held = Buffer.concat([this.#held, chunk]);
    const { reach } = this.secrets;
    // Of small pieces some are collected, so that what is held back is not searched again for each.
    return this.#held.length < 2 * reach || this.#pass(this.#held.length - reach);
  }

  end(complete: boolean): void {
    this.#pass(this.#held.length);
    this.sink.end(complete);
  }

  /** Its first bytes. Nothing more comes: what was held back of a body that nobody wanted to its end is passed on. */
  finish(): Uint8Array {
    this.#pass(this.#held.length);
    return Buffer.concat(this.#head);
  }

  #pass(upTo: number): boolean {
    const { redacted, end } = this.secrets.redactStart(this.#held, upTo);
    this.hasSecrets ||= redacted !== undefined;
    const bytes = redacted ?? this.#held.subarray(0, end);
    this.#held = this.#held.subarray(end);
    this.length += bytes.length;
    const kept = bytes.subarray(0, HEAD_BYTES - this.#kept);
    if (kept.length > 0) this.#head.push(Buffer.from(kept));
    this.#kept += kept.length;
    return bytes.length === 0 || this.sink.write(bytes);
  }
}

/** As `JSON.stringify` writes it. A message has one quote at most: it is looked for from the first quotation mark. */
const QUOTE = /^([^"]*)("(?:[ !#-[\]-\uffff]|\\(?:["\\bfnrt]|u[\da-f]{4}))*")/;

function redactedExchange(
  { outcome, settled, ...exchange }: SentExchange,
  secrets: Secrets,
  body?: RedactedBody,
): SentExchange {
  const about = { ...exchange, settled: settled?.then((whole) => redactedExchange(whole, secrets)) };
  if (outcome.kind === 'failure') {
    // What is quoted is cut only now: a part of a secret would not be found.
    const short = outcome.failure.message.replace(
      QUOTE,
      (_, before: string, text: string) => before + quoted(secrets.redact(JSON.parse(text))),
    );
    const message = secrets.redact(short);
    return { ...about, outcome: { kind: 'failure', failure: { ...outcome.failure, message } } };
  }
  const { response, isChanged } = redactedResponse(outcome.response, secrets, body);
  return { ...about, outcome: { kind: 'response', response }, ...(isChanged && { redacted: true }) };
}

function redactedResponse(response: ResponseRecord, secrets: Secrets, streamed: RedactedBody | undefined) {
  let isChanged = false;
  const changed = <Value>(before: Value, after: Value): Value => {
    isChanged ||= before !== after;
    return after;
  };
  const { reason, headers, body, stray } = response;
  // Most headers hold none of them, which one look at all fields shows.
  const fields = [reason, ...headers.flat()].join('\n');
  const isClean = secrets.redact(fields) === fields;
  const text = (said: string): string => (isClean ? said : changed(said, secrets.redact(said)));
  const bytes = (said: Uint8Array): Uint8Array => changed(said, secrets.redactBytes(said));
  const own = streamed?.finish();
  const whole = body.whole && (streamed === undefined || streamed.length <= HEAD_BYTES);
  const head = own ? own.subarray(0, whole ? HEAD_BYTES : body.head.length) : bytes(body.head);
  const recorded: ResponseRecord = {
    ...response,
    reason: text(reason),
    headers: headers.map(([name, value]): Header => [text(name), text(value)]),
    body: { ...body, head, whole },
    ...(stray && { stray: bytes(stray) }),
  };
  return { response: recorded, isChanged: isChanged || streamed?.hasSecrets === true };
}

/** A defect of the suite may quote what it stumbled over. */
function withoutSecrets(error: unknown, secrets: Secrets): unknown {
  if (!(error instanceof Error)) return error;
  error.message = secrets.redact(error.message);
  if (error.stack !== undefined) error.stack = secrets.redact(error.stack);
  return error;
}
