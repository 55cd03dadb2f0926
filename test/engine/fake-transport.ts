import type { Failure, Header } from '../../evidence/exchange.js';
import type { OutgoingRequest, Transport } from '../../runner/http/transport.js';
import { turn } from '../http/pause.js';
import { nameOf, unanswered } from './made-up.js';

/** A status, the text of the body, and stray bytes after it; or the reason why there is no answer. */
export type FakeAnswer =
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: readonly Header[];
      readonly turnsOut?: Failure['kind'];
    }
  | { readonly fails: Failure['kind'] };

interface FakeTransport extends Transport {
  /** Ids of the requests, in the order in which they were sent. */
  readonly sent: readonly string[];
}

/** A transport that reaches no target. `answer` may throw, which no transport should. */
export function fakeTransport(
  answer: (request: OutgoingRequest, signal: AbortSignal) => FakeAnswer | Promise<FakeAnswer>,
): FakeTransport {
  const sent: string[] = [];
  return {
    sent,
    send: async (request, signal, sink) => {
      sent.push(nameOf(request));
      const answered = await answer(request, signal);
      const exchange = unanswered(request);
      if ('fails' in answered) return unanswered(request, answered.fails);
      const head = Buffer.from(answered.body ?? '');
      sink?.write(head);
      sink?.end(true);
      const { turnsOut } = answered;
      return {
        ...exchange,
        outcome: { kind: 'response', response: responseOf(answered, head) },
        ...(turnsOut && { settled: turn().then(() => unanswered(request, turnsOut)) }),
      };
    },
    close: () => Promise.resolve(),
  };
}

const responseOf = ({ status, headers = [] }: Extract<FakeAnswer, { status: number }>, head: Uint8Array) => ({
  status,
  reason: '',
  headers,
  body: { length: head.length, head, whole: true, digest: 'sha256:', codings: [], end: 'complete' as const },
});

/** A listing of orders with only their ids, which are enough for the engine. */
export const listingBody = (...ids: readonly bigint[]): string => `[${ids.map((id) => `{"id":${id}}`).join(',')}]`;
