import type { Dispatcher } from 'undici';
import type { Header, ResponseRecord } from '../evidence/exchange.js';
import type { Arrival, BodyReader, NewBody } from './body.js';
import { exchangeFailureOf, malformed } from './failure.js';
import { headerValuesOf, type ResponseHead } from './http1.js';
import type { OutgoingMessage } from './message.js';
import type { Watch } from './watch.js';

/**
 * Sends a message through an undici dispatcher, and reads the response as it comes: not decoded, not followed, once.
 * Rejects with an ExchangeFailure where no response came, and with what the sink threw.
 */
export const sendThrough = async (
  dispatcher: Dispatcher,
  message: OutgoingMessage,
  place: string,
  watch: Watch,
  newBody: NewBody,
): Promise<ResponseRecord> => {
  const handler = new ResponseHandler(watch, newBody);
  dispatcher.dispatch(
    {
      method: message.method,
      path: message.requestTarget,
      headers: [...message.headers.flat(), 'host', message.host],
      reset: message.connection === 'close',
    },
    handler,
  );
  const { head, body, arrival } = await handler.response.catch((error: unknown) =>
    Promise.reject(exchangeFailureOf(error, place)),
  );
  return { ...head, body: await body.finish(arrival) };
};

interface ArrivedResponse {
  readonly head: ResponseHead;
  readonly body: BodyReader;
  readonly arrival: Arrival;
}

class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly response: Promise<ArrivedResponse>;
  readonly #watch: Watch;
  readonly #newBody: NewBody;
  #begun: Omit<ArrivedResponse, 'arrival'> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #decoding: Promise<void> | undefined;
  #resolve: (response: ArrivedResponse) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(watch: Watch, newBody: NewBody) {
    this.#watch = watch;
    this.#newBody = newBody;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    watch.signal.addEventListener('abort', () => this.#giveUp(), { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#watch.connected();
    if (this.#watch.signal.aborted) controller.abort(this.#watch.signal.reason);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, _headers: unknown, reason = ''): void {
    if (status < 200) return;
    this.#watch.progress();
    const raw = headersOf(controller.rawHeaders);
    // undici takes that tab for a part of the value, and the body for one that ends with the connection.
    if (headerValuesOf(raw, 'transfer-encoding').some((value) => value.endsWith('\t'))) {
      controller.abort(malformed(() => 'a tab follows the value of Transfer-Encoding'));
      return;
    }
    const headers = raw.map(([name, value]): Header => [name, value.replace(/[ \t]+$/, '')]);
    const body = this.#newBody(headerValuesOf(headers, 'content-encoding'));
    this.#begun = { head: { status, reason, headers }, body };
  }

  /**
   * A body with a content coding is decoded piece by piece, and what comes meanwhile queues here: to pause undici's
   * parser instead would end the process where the connection closes during the pause (nodejs/undici#5360).
   */
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#watch.progress();
    const body = this.#begun?.body;
    const more = this.#decoding?.then(() => body?.write(chunk) ?? false) ?? body?.write(chunk) ?? false;
    if (more === false) this.#stop(controller);
    if (typeof more === 'boolean') return;
    this.#decoding = more.then((wanted) => {
      if (!wanted) this.#stop(controller);
    });
  }

  onResponseEnd(): void {
    this.#end('complete');
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#begun === undefined) {
      this.#reject(error);
      return;
    }
    // undici takes a Content-Length on a 204 or 304 for an announcement; no body belongs to these (RFC 9112 §6.3).
    const { status } = this.#begun.head;
    this.#end(status === 204 || status === 304 ? 'complete' : 'truncated');
  }

  #end(arrival: Arrival): void {
    const begun = this.#begun;
    if (begun === undefined) return;
    if (this.#decoding === undefined) this.#resolve({ ...begun, arrival });
    else void this.#decoding.then(() => this.#resolve({ ...begun, arrival }));
  }

  /** The body wants no more: what was read of it is the response. */
  #stop(controller: Dispatcher.DispatchController): void {
    this.#end('truncated');
    controller.abort(new Error('The rest of the body is not wanted.'));
  }

  #giveUp(): void {
    const { reason } = this.#watch.signal;
    this.#reject(reason);
    void this.#begun?.body.abandon();
    this.#controller?.abort(reason);
  }
}

/** undici hands the raw header over as names and values in turn. */
const headersOf = (raw: Dispatcher.DispatchController['rawHeaders']): Header[] => {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ''] as const] : []));
};
