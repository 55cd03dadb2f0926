import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Header, headerValues, type ResponseRecord } from '../evidence/exchange.js';
import type { BodyReader } from './body.js';
import { malformed, responseFailure } from './failure.js';
import type { ResponseHead } from './http1.js';
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
): Promise<ResponseRecord> => {
  const { head, pieces } = await new Promise<ArrivingResponse>((resolve, reject) => {
    watch.onAbort(reject);
    dispatcher.dispatch({ method, path, headers: headers.flat() }, new ResponseHandler(watch, resolve, reject));
  }).catch(responseFailure(watch.place));
  const { record } = await body.read(head, pieces).finally(() => pieces.destroy());
  return { ...head, body: record };
};

interface ArrivingResponse {
  readonly head: ResponseHead;
  readonly pieces: Readable;
}

class ResponseHandler implements Dispatcher.DispatchHandler {
  #begun: ArrivingResponse | undefined;

  constructor(
    readonly watch: Watch,
    readonly resolve: (response: ArrivingResponse) => void,
    readonly reject: (error: unknown) => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.watch.connected();
    this.watch.onAbort((reason) => controller.abort(reason));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, _headers: unknown, reason = ''): void {
    if (status < 200) return;
    this.watch.progress();
    const raw = headersOf(controller.rawHeaders);
    // undici takes that tab for a part of the value, and the body for one that ends with the connection.
    if (headerValues({ headers: raw }, 'transfer-encoding').some((value) => value.endsWith('\t'))) {
      controller.abort(malformed(() => 'a tab follows the value of Transfer-Encoding'));
      return;
    }
    const headers = raw.map(([name, value]): Header => [name, value.replace(/[ \t]+$/, '')]);
    const stop = (error: Error | null, done: (error: Error | null) => void): void => {
      controller.abort(error ?? new Error('The rest of the body is not wanted.'));
      done(error);
    };
    const pieces = new Readable({ objectMode: true, read: () => undefined, destroy: stop });
    this.#begun = { head: { status, reason, headers }, pieces: pieces.on('error', () => undefined) };
    this.resolve(this.#begun);
  }

  /**
   * What comes faster than it is decoded queues here: to pause undici's parser instead would end the process where the
   * connection closes during the pause (nodejs/undici#5360).
   */
  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#begun?.pieces.push(chunk);
  }

  onResponseEnd(): void {
    this.#begun?.pieces.push(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.reject(error);
    const { head, pieces } = this.#begun ?? {};
    // undici takes a Content-Length on a 204 or 304 for an announcement; no body belongs to these (RFC 9112 §6.3).
    if (head?.status === 204 || head?.status === 304) pieces?.push(null);
    else pieces?.destroy(error);
  }
}

/** undici hands the raw header over as names and values in turn. */
const headersOf = (raw: Dispatcher.DispatchController['rawHeaders']): Header[] => {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ''] as const] : []));
};
