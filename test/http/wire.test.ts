import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendWithRetry } from '../../runner/http/retry.js';
import type { OutgoingRequest, SentExchange, Transport } from '../../runner/http/transport.js';
import { skippedPauses } from './pause.js';
import { CollectingSink, closeAll, del, get, liveTransport, never, on, rawTarget } from './target.js';

afterEach(closeAll);

/** The bytes that answer a request, and what the server then does with the connection. */
interface Answer {
  readonly bytes: string;
  readonly connection: 'stays' | 'closes' | 'resets';
}

const stays = (bytes: string): Answer => ({ bytes, connection: 'stays' });
const closes = (bytes: string): Answer => ({ bytes, connection: 'closes' });
const resets = (bytes = ''): Answer => ({ bytes, connection: 'resets' });

/** The requests go out one after the other; the last answer is given for good. */
interface Row {
  readonly does: string;
  readonly requests: readonly OutgoingRequest[];
  readonly answers: readonly Answer[];
}

const row = (does: string, requests: readonly OutgoingRequest[], ...answers: readonly Answer[]): Row => ({
  does,
  requests,
  answers,
});

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
const SHORT = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[';
const TOO_LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const POISON = 'HTTP/1.1 500 Poison\r\nContent-Length: 0\r\n\r\n';

const cancel = (does: string, ...answers: readonly Answer[]): Row => row(does, [del()], ...answers);
const listing = (does: string, ...answers: readonly Answer[]): Row => row(does, [get()], ...answers);
/** Over a connection that the client would keep. */
const kept = (does: string, ...answers: readonly Answer[]): Row =>
  row(does, [on('a', get('/1')), on('a', del('2')), on('a', get('/3'))], ...answers);

const rows: readonly Row[] = [
  listing(
    'writes its header as it likes',
    closes('HTTP/1.1 401 Nope at all\r\nX-b: 2\r\nx-A: 1\r\nX-B:\t 3 \r\nContent-Length: 2\r\n\r\n{}'),
  ),
  listing(
    'sends bytes that are not text',
    closes('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n\xef\xbb\xbf\xff\0\xc3]'),
  ),
  listing(
    'sends a chunk with a space before its extension, which RFC 9112 §7.1.1 allows',
    closes('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2 ;a=b\r\n[]\r\n0\r\n\r\n'),
  ),
  listing('sends a 304 that announces a body', stays('HTTP/1.1 304 \r\nContent-Length: 9\r\n\r\n')),

  cancel('sends nothing after a 204', closes(`${NO_CONTENT}\r\n`)),
  cancel('sends a body that a 204 announces', closes(`${NO_CONTENT}Content-Length: 5\r\n\r\nhello`)),
  cancel(
    'sends a chunked body with a 204',
    closes(`${NO_CONTENT}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  ),
  cancel('sends a body that a 204 does not announce', closes(`${NO_CONTENT}Content-Type: text/plain\r\n\r\ngone`)),
  cancel('sends a second response after a 204', closes(`${NO_CONTENT}\r\nHTTP/1.1 200 OK\r\n\r\n`)),
  cancel('sends a 408 for an idle connection after a 204', closes(`${NO_CONTENT}\r\n${TOO_LATE}`)),
  cancel('resets the connection after the bytes that follow a 204', resets(`${NO_CONTENT}\r\nx`)),
  cancel('sends 20 KB after a 204', closes(`${NO_CONTENT}\r\n${'x'.repeat(20_000)}`)),

  kept('keeps the connection', stays(OK), stays(`${NO_CONTENT}\r\n`), stays(OK)),
  kept('says that it closes the connection', stays(OK.replace('\r\n', '\r\nConnection: x, Close\r\n')), stays(OK)),
  kept('speaks HTTP/1.0', stays(OK.replace('1.1', '1.0')), stays(OK)),
  kept('speaks HTTP/1.0, but keeps it', stays(OK.replace('1.1 200 OK', '1.0 200 OK\r\nConnection: keep-alive'))),
  kept('closes the connection with its response', closes(OK), stays(OK)),
  kept('ends a body with the connection', closes('HTTP/1.1 200 OK\r\n\r\n[]'), stays(OK)),
  kept('sends a response that nobody asked for after a 204', stays(OK), stays(`${NO_CONTENT}\r\n${POISON}`), stays(OK)),
  kept('sends a body after a 204', stays(OK), stays(`${NO_CONTENT}\r\n{}`), stays(OK)),
  kept('sends more than it announced', stays(`${OK}{"more":1}`), stays(OK)),
  kept(
    'gives a used connection up when a cancel comes (408)',
    stays(OK),
    closes(TOO_LATE),
    stays(`${NO_CONTENT}\r\n`),
    stays(OK),
  ),

  listing('breaks off once', closes(SHORT), closes(OK)),
  listing('breaks off each time', closes(SHORT)),
  listing('breaks off, and then resets the connection', closes(SHORT), resets(), closes(OK)),
  listing('resets each connection', resets()),
  listing('is too late once (408)', closes(TOO_LATE), closes(OK)),
  listing('is too late each time (408)', closes(TOO_LATE)),
  cancel('resets the connection of a cancel', resets()),
  row('resets each connection of a cancel without a key', [del('1', 'missing')], resets()),
];

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

async function paragraph({ does, requests, answers }: Row): Promise<string> {
  let asked = 0;
  const toReset: Socket[] = [];
  const lines: string[] = [];
  const baseUrl = await rawTarget((socket) => {
    const { bytes, connection } = answers[Math.min(asked, answers.length - 1)] as Answer;
    asked += 1;
    if (connection === 'closes') socket.end(bytes, 'latin1');
    else if (bytes !== '') socket.write(bytes, 'latin1');
    else socket.resetAndDestroy();
    if (connection === 'resets') toReset.push(socket);
  });
  const live = liveTransport(baseUrl);
  const transport: Pick<Transport, 'send'> = {
    async send(request, signal, sink) {
      const exchange = await live.send(request, signal, sink);
      // Now the client has read the bytes.
      for (const socket of toReset.splice(0)) socket.resetAndDestroy();
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
  return [
    does,
    ...answers.map(({ bytes, connection }) => `  answers ${quoted(bytes)}, and the connection ${connection}`),
    ...lines.map((line) => `  recorded: ${line}`),
    '',
  ].join('\n');
}

test('a client records each conversation on the wire as it was', async () => {
  skippedPauses();
  const paragraphs = await Promise.all(rows.map(paragraph));
  await expect(paragraphs.join('\n')).toMatchFileSnapshot('expected/wire.txt');
});
