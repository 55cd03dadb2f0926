import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { SecretHeader } from '../../evidence/secrets/header.js';
import { Secrets } from '../../evidence/secrets/redaction.js';
import { withSecrets } from '../../runner/http/redacted.js';
import { sendWithRetry } from '../../runner/http/retry.js';
import type { OutgoingRequest, SentExchange, Transport } from '../../runner/http/transport.js';
import { unanswered } from '../engine/made-up.js';
import { expectGolden, readGolden } from '../golden.js';
import { bytesOf } from '../robustness/wire.js';
import { skippedPauses } from './pause.js';
import {
  CollectingSink,
  closeAll,
  del,
  failureOf,
  get,
  liveTransport,
  never,
  on,
  rawTarget,
  testKey,
} from './target.js';

afterEach(closeAll);

/** Each paragraph has the requests to a server and its answers in turn, as bytes; the last answer is repeated. */
const transcript = join(import.meta.dirname, 'expected/wire.txt');

const requestsOf: Readonly<Record<string, readonly OutgoingRequest[]>> = {
  'a GET': [get()],
  'a DELETE': [del()],
  'a DELETE without a key': [del('1', 'missing')],
  'a GET, a DELETE and a GET on one connection': [on('a', get('/1')), on('a', del('2')), on('a', get('/3'))],
};

/** The bytes of an answer, and the server's next action on the connection. */
interface Answer {
  readonly bytes: Buffer;
  readonly then: string;
}

const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

const quoted = (text: string): string => JSON.stringify(text.length <= 200 ? text : `${text.slice(0, 40)}…`);

/** The record of an exchange, in a line. */
function recorded({ sent, outcome }: SentExchange, origin: string): string {
  const place = sent.kept === undefined ? '' : `after ${sent.kept} on its connection, `;
  if (outcome.kind === 'failure') {
    const { kind, message, sent: wasSent } = outcome.failure;
    const sentence = message.replace(origin, 'ORIGIN').replace(/\((ECONNRESET|EPIPE|UND_ERR_SOCKET)\)/, '(CODE)');
    return `${place}${kind}${wasSent === false ? ', not sent' : ''}: ${sentence}`;
  }
  const { status, reason, headers, body, stray } = outcome.response;
  const after =
    stray === undefined ? '' : `, then ${stray.length} stray bytes ${quoted(Buffer.from(stray).toString('latin1'))}`;
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return `${place}${status} ${quoted(reason)} ${quoted(fields.join('; '))} ${body.end} ${quoted(Buffer.from(body.head).toString('latin1'))}${after}`;
}

/** Returns a line for each exchange of the conversation. The requests go out one after the other. */
async function exchanged(requests: readonly OutgoingRequest[], answers: readonly Answer[]): Promise<string[]> {
  let asked = 0;
  const answered: [socket: Socket, then: string][] = [];
  const lines: string[] = [];
  const baseUrl = await rawTarget((socket) => {
    const { bytes, then } = answers[Math.min(asked, answers.length - 1)] as Answer;
    asked += 1;
    if (then === 'closes') socket.end(bytes);
    else if (bytes.length > 0) socket.write(bytes);
    else socket.resetAndDestroy();
    answered.push([socket, then]);
  });
  const live = withSecrets(liveTransport(baseUrl), new Secrets([testKey]));
  const transport: Pick<Transport, 'send'> = {
    async send(request, signal, sink) {
      const exchange = await live.send(request, signal, sink);
      // By now, the client has read the bytes.
      for (const [socket, then] of answered.splice(0)) {
        if (then === 'resets') socket.resetAndDestroy();
        if (then === 'closes later') await once(socket.end(), 'close');
        if (then === 'gets a 408 while it idles') await new Promise((written) => socket.write(TIMEOUT, written));
      }
      lines.push(`${request.method} ${recorded((await exchange.settled) ?? exchange, new URL(baseUrl).origin)}`);
      return exchange;
    },
  };
  for (const request of requests) {
    const newSink = request.method === 'GET' ? () => new CollectingSink() : undefined;
    const { exchange, sink } = await sendWithRetry(transport, request, never, newSink);
    if (sink === undefined || exchange.outcome.kind === 'failure') continue;
    const { head, end } = exchange.outcome.response.body;
    expect([sink.bytes, sink.ends]).toEqual([Buffer.from(head), end === 'stopped' ? [] : [end === 'complete']]);
  }
  return lines;
}

async function conversation(paragraph: string): Promise<string> {
  const [given = ''] = paragraph.split('\n  recorded: ');
  const [, sent = ''] = /^ {2}is sent (.*)$/m.exec(given) ?? [];
  const answers = [...given.matchAll(/^ {2}answers (".*"), and the connection (.*)$/gm)].map(
    ([, bytes = '', then = '']) => ({ bytes: bytesOf(JSON.parse(bytes)), then }),
  );
  const lines = await exchanged(requestsOf[sent] ?? expect.fail(given), answers);
  return [given, ...lines.map((line) => `  recorded: ${line}`), ''].join('\n');
}

test('a client records each conversation on the wire as it was', async () => {
  skippedPauses();
  const paragraphs = await Promise.all(readGolden(transcript).trimEnd().split('\n\n').map(conversation));
  await expectGolden(paragraphs.join('\n'), transcript);
});

test('a sentence, and an error of the suite, quotes the target without the key', async () => {
  const message = `lost ${JSON.stringify(testKey.reveal())}`;
  const outcome = { kind: 'failure', failure: { kind: 'tls', message: `${message}, not connected` } } as const;
  const send = vi.fn<Transport['send']>().mockResolvedValueOnce({ ...unanswered(get()), outcome });
  const transport = withSecrets(
    { send, close: () => Promise.resolve() },
    new Secrets([testKey, new SecretHeader('X-Tenant', 'connected')]),
  );
  expect(failureOf(await transport.send(get(), never)).message).toBe('lost "[redacted]", not connected');
  send.mockRejectedValueOnce(new Error(message));
  await expect(transport.send(get(), never)).rejects.toThrow(/^lost "\[redacted\]"$/);
});
