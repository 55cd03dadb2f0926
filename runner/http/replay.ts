import type {
  BodyRecord,
  BodySink,
  Exchange,
  ExchangeOutcome,
  Failure,
  Header,
  OutgoingRequest,
  ResponseRecord,
  Transport,
} from '../evidence/exchange.js';
import type { ApiKey } from '../secrets/api-key.js';

const format = 'store-orders-conformance/recording/1';

/** Bytes, as Base64. */
type Base64 = string;

/** A JSON document that holds what a target answered, so that it can be judged again without the target. */
export interface Recording {
  readonly format: typeof format;
  /** In the order in which they were begun; repeated attempts share an id. */
  readonly exchanges: readonly RecordedExchange[];
}

export interface RecordedExchange extends Omit<Exchange, 'outcome'> {
  readonly outcome:
    | { readonly kind: 'response'; readonly response: RecordedResponse }
    | { readonly kind: 'failure'; readonly failure: Failure };
  /** What the sink was given, where there was one. */
  readonly delivered?: { readonly bytes: Base64; readonly end: DeliveryEnd };
}

/** `open`: the sink was not told of an end, since it wanted no more, or since there was no response. */
type DeliveryEnd = 'complete' | 'incomplete' | 'open';

interface RecordedResponse extends Omit<ResponseRecord, 'body' | 'stray'> {
  readonly body: Omit<BodyRecord, 'head'> & { readonly head: Base64 };
  readonly stray?: Base64;
}

/** Passes everything on to another transport, and remembers what came back, with the key redacted in it. */
export const recording = (transport: Transport, key?: ApiKey): Transport & { recorded(): Recording } => {
  const entries: { done?: RecordedExchange }[] = [];
  return {
    async send(request, signal, sink) {
      const entry: { done?: RecordedExchange } = {};
      entries.push(entry);
      const copy = sink === undefined ? undefined : new CopyingSink(sink);
      const exchange = await transport.send(request, signal, copy);
      entry.done = recordOf(exchange, copy, key);
      return exchange;
    },
    close: () => transport.close(),
    recorded: () => ({ format, exchanges: entries.flatMap(({ done }) => (done === undefined ? [] : [done])) }),
  };
};

class CopyingSink implements BodySink {
  readonly chunks: Uint8Array[] = [];
  ended: DeliveryEnd = 'open';
  readonly #sink: BodySink;

  constructor(sink: BodySink) {
    this.#sink = sink;
  }

  write(chunk: Uint8Array): boolean {
    // A copy: the transport's piece may lie in a buffer that is many times larger.
    this.chunks.push(Uint8Array.from(chunk));
    return this.#sink.write(chunk);
  }

  end(complete: boolean): void {
    this.ended = complete ? 'complete' : 'incomplete';
    this.#sink.end(complete);
  }
}

const recordOf = (exchange: Exchange, copy: CopyingSink | undefined, key: ApiKey | undefined): RecordedExchange => {
  const text = (quoted: string): string => key?.redact(quoted) ?? quoted;
  const base64 = (bytes: Uint8Array): Base64 => Buffer.from(key?.redactBytes(bytes) ?? bytes).toString('base64');
  const delivered = copy && { bytes: base64(Buffer.concat(copy.chunks)), end: copy.ended };
  const { outcome, ...rest } = exchange;
  return {
    ...rest,
    outcome:
      outcome.kind === 'failure'
        ? { kind: 'failure', failure: { ...outcome.failure, message: text(outcome.failure.message) } }
        : { kind: 'response', response: recordedResponse(outcome.response, text, base64) },
    ...(delivered && { delivered }),
  };
};

const recordedResponse = (
  { status, reason, headers, body, stray }: ResponseRecord,
  text: (quoted: string) => string,
  base64: (bytes: Uint8Array) => Base64,
): RecordedResponse => ({
  status,
  reason: text(reason),
  headers: headers.map(([name, value]): Header => [text(name), text(value)]),
  body: { ...body, head: base64(body.head) },
  ...(stray && { stray: base64(stray) }),
});

/**
 * Answers requests from a recording, by their ids; attempts with the same id in their order. What was not recorded
 * is a failure that says so. Throws an Error for a document of another format.
 */
export const replay = (recorded: Recording): Transport => {
  if (recorded.format !== format) {
    throw new Error(
      `A recording has the format ${format}, this one has ${JSON.stringify(recorded.format)}. Record again.`,
    );
  }
  const attempts = new Map<string, RecordedExchange[]>();
  for (const exchange of recorded.exchanges) {
    attempts.set(exchange.id, [...(attempts.get(exchange.id) ?? []), exchange]);
  }
  return {
    async send(request, _signal, sink) {
      const next = attempts.get(request.id)?.shift();
      if (next === undefined) return notRecorded(request, `no exchange ${request.id}, or not that many attempts of it`);
      if (sink === undefined) return exchangeOf(next);
      if (next.delivered === undefined) return notRecorded(request, `no whole body for the exchange ${request.id}`);
      deliver(next.delivered, sink);
      return exchangeOf(next);
    },
    close: async () => undefined,
  };
};

const exchangeOf = ({ delivered: _, outcome, ...rest }: RecordedExchange): Exchange => ({
  ...rest,
  outcome: outcome.kind === 'failure' ? outcome : { kind: 'response', response: responseOf(outcome.response) },
});

const responseOf = ({ body, stray, ...head }: RecordedResponse): ResponseRecord => ({
  ...head,
  body: { ...body, head: Buffer.from(body.head, 'base64') },
  ...(stray !== undefined && { stray: Buffer.from(stray, 'base64') }),
});

/** About what a socket gives at once. */
const pieceBytes = 64 * 1024;

const deliver = ({ bytes, end }: NonNullable<RecordedExchange['delivered']>, sink: BodySink): void => {
  const body = Buffer.from(bytes, 'base64');
  for (let from = 0; from < body.length; from += pieceBytes) {
    if (!sink.write(body.subarray(from, from + pieceBytes))) return;
  }
  if (end !== 'open') sink.end(end === 'complete');
};

const notRecorded = ({ id, operation, method, path, credential }: OutgoingRequest, what: string): Exchange => {
  const message = `The recording holds ${what}. Record the run again with the scenarios that are to be judged.`;
  const outcome: ExchangeOutcome = { kind: 'failure', failure: { kind: 'connect', message } };
  return {
    id,
    request: { operation, method, url: path, headers: [], credential },
    outcome,
    startedAt: new Date(0).toISOString(),
    durationMs: 0,
  };
};
