import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Header, headerValues, type ResponseRecord } from '../evidence/exchange.js';
import type { BodyReader } from './body.js';
import { limitIn, malformed, responseFailure } from './failure.js';
import { type ResponseHead, withoutSpace } from './http1.js';
import type { Arriving, Intake } from './intake.js';
import type { OutgoingMessage } from './message.js';
import type { Watch } from './watch.js';

/**
 * Sends a message through an undici dispatcher, and reads the response as it comes: not decoded, not followed, once.
 * Rejects with an ExchangeFailure where no response came, and with what the sink threw.
 */
export const sendThrough = async (
  dispatcher: Dispatcher,
  { method, requestTarget: path, headers }: OutgoingMessage,
  watch: Watch,
  body: BodyReader,
  intake: Intake,
): Promise<ResponseRecord> => {
  const { head, pieces } = await new Promise<ArrivingResponse>((resolve, reject) => {
    watch.onAbort(reject);
    dispatcher.dispatch({ method, path, headers: headers.flat() }, new ResponseHandler(watch, intake, resolve, reject));
  }).catch(responseFailure(watch.place));
  const { record } = await body.read(head, pieces.taken()).finally(() => pieces.destroy());
  return { ...head, body: record };
};

interface ArrivingResponse {
  readonly head: ResponseHead;
  readonly pieces: Pieces;
}

/** The pieces of a body that have come; what comes faster than it is decoded waits here. */
class Pieces extends Readable {
  #waiting = 0;

  constructor(
    readonly intake: Intake,
    readonly stop: (error: Error | null) => void,
  ) {
    super({ objectMode: true, read: () => undefined });
  }

  arrive(piece: Buffer): void {
    if (this.destroyed) return;
    this.#waiting += piece.length;
    this.intake.queued(piece.length);
    this.push(piece);
  }

  /** One is taken when the next one is asked for. */
  async *taken(): AsyncGenerator<Buffer> {
    for await (const piece of this as AsyncIterable<Buffer>) {
      yield piece;
      this.#leave(piece.length);
    }
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#leave(this.#waiting);
    this.stop(error);
    done(error);
  }

  #leave(bytes: number): void {
    const left = Math.min(bytes, this.#waiting);
    this.#waiting -= left;
    this.intake.taken(left);
  }
}

class ResponseHandler implements Dispatcher.DispatchHandler {
  #begun: ArrivingResponse | undefined;
  #connection: Arriving | undefined;

  constructor(
    readonly watch: Watch,
    readonly intake: Intake,
    readonly resolve: (response: ArrivingResponse) => void,
    readonly reject: (error: unknown) => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.watch.connected();
    this.watch.onAbort((reason) => controller.abort(reason));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, _headers: unknown, reason = ''): void {
    this.#connection = this.intake.headerEnded();
    if (status < 200) {
      this.intake.responseEnded(this.#connection);
      return;
    }
    this.watch.progress();
    const raw = headersOf(controller.rawHeaders);
    // undici takes that tab for a part of the value, and the body for one that ends with the connection.
    if (headerValues({ headers: raw }, 'transfer-encoding').some((value) => value.endsWith('\t'))) {
      controller.abort(malformed(() => 'a tab follows the value of Transfer-Encoding'));
      return;
    }
    const headers = raw.map(([name, value]): Header => [name, withoutSpace(value)]);
    const pieces = new Pieces(this.intake, (error) =>
      controller.abort(error ?? new Error('The rest of the body is not wanted.')),
    );
    this.#begun = { head: { status, reason, headers }, pieces: pieces.on('error', () => undefined) };
    this.resolve(this.#begun);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#begun?.pieces.arrive(chunk);
  }

  onResponseEnd(): void {
    this.intake.responseEnded(this.#connection);
    this.#begun?.pieces.push(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.reject(error);
    const { head, pieces } = this.#begun ?? {};
    // undici takes a Content-Length on a 204 or 304 for an announcement; no body belongs to these (RFC 9112 §6.3).
    if (head?.status === 204 || head?.status === 304) pieces?.push(null);
    else pieces?.destroy(limitIn(error) ?? error);
  }
}

/** undici hands the raw header over as names and values in turn. */
const headersOf = (raw: Dispatcher.DispatchController['rawHeaders']): Header[] => {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ''] as const] : []));
};
