import type { Socket } from 'node:net';
import { ListingReader, type ListingReading } from '../../evidence/listing/index.js';
import { Secrets } from '../../evidence/secrets/redaction.js';
import { LiveTransport } from '../../runner/http/live.js';
import { withSecrets } from '../../runner/http/redacted.js';
import { sendWithRetry } from '../../runner/http/retry.js';
import type { OutgoingRequest, SentExchange } from '../../runner/http/transport.js';
import { del, get, on, onRequestHead, tcpTarget, testKey } from '../http/target.js';
import { cell } from '../markdown-cell.js';
import { inCode, type Place } from './in-code.js';
import type { Row } from './rows.js';
import { bytesOf, endless, json } from './wire.js';

/** The outcome of a request, and the message of a report if it failed. */
export interface Fate {
  readonly text: string;
  readonly message?: string;
}

export interface Trial {
  readonly row: Row;
  readonly listing: Fate;
  readonly cancel: Fate;
  readonly milliseconds: number;
}

/** A timeout that is never reached. */
const LONG_MS = 30_000;

/** Starts the server of a row, and sends it a listing and a cancel as a run does. */
export async function tryOut(row: Row): Promise<Trial> {
  const place = await (inCode[row.id]?.start?.() ?? plainServer(row));
  const start = performance.now();
  const [listing, cancel] = await Promise.all([
    fateOf(row, place, get(), row.deadlineMs, () => new ListingReader({ use: 'elements', ask: [1n] })),
    fateOf(row, place, del()),
  ]);
  return { row, listing, cancel, milliseconds: performance.now() - start };
}

async function plainServer(row: Row): Promise<Place> {
  const requests = { GET: 0, DELETE: 0 };
  const { onConnect, answer = answerOf(row) } = inCode[row.id] ?? {};
  const address = await tcpTarget((socket) => {
    onConnect?.(socket);
    onRequestHead(socket, (_, head) => answer(socket, head.startsWith('GET') ? requests.GET++ : requests.DELETE++));
  });
  return { baseUrl: `http://${address}/v1` };
}

function bytesIn({ id, sends, body }: Row): Buffer {
  if (sends !== undefined) return bytesOf(sends);
  const bytes = body === undefined ? inCode[id]?.bytes : json(bytesOf(body));
  if (bytes === undefined) throw new Error(`Nothing says what the target of the row ${id} sends.`);
  return bytes;
}

function answerOf(row: Row): (socket: Socket) => void {
  const { then, goesOn, everyMs } = row;
  const bytes = bytesIn(row);
  if (goesOn !== undefined) return endless(bytes, bytesOf(goesOn), everyMs);
  switch (then) {
    case 'waits':
      return (socket) => void socket.write(bytes);
    case 'resets': // once the bytes have arrived
      return (socket) => void socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20));
    case undefined:
      return (socket) => void socket.end(bytes);
  }
}

async function fateOf(
  { times = 1, timeoutMs = LONG_MS }: Row,
  { baseUrl, options }: Place,
  outgoing: OutgoingRequest,
  deadlineMs = LONG_MS,
  newSink?: () => ListingReader,
): Promise<Fate> {
  const live = new LiveTransport({ apiKey: testKey, version: '0', timeoutMs, ...options, baseUrl });
  // As in a run, which shortens long quotes.
  const transport = withSecrets(live, new Secrets([testKey]));
  const signal = AbortSignal.timeout(deadlineMs);
  const request = times > 1 ? on('a', outgoing) : outgoing;
  for (let time = 1; time < times; time += 1) await sendWithRetry(transport, request, signal, newSink);
  const { exchange, sink } = await sendWithRetry(transport, request, signal, newSink);
  const fate = described((!sink && (await exchange.settled)) || exchange, () => sink?.reading(signal));
  await live.close();
  return fate;
}

const END = {
  complete: 'read to its end',
  truncated: 'broken off',
  undecodable: 'not decodable',
  stopped: 'read no further than a limit',
} as const;

function described({ outcome }: SentExchange, read: () => ListingReading | undefined): Fate {
  if (outcome.kind === 'failure') {
    const { kind, message, sent } = outcome.failure;
    return { text: `failure: ${kind}`, message: `${message}${sent === false ? ' (not sent)' : ''}` };
  }
  const { status, body, stray } = outcome.response;
  const reading = status === 200 && body.end === 'complete' ? read() : undefined;
  const parts = [
    `${status}, ${END[body.end]}`,
    ...(stray?.length ? ['stray bytes'] : []),
    ...(reading ? readingText(reading) : []),
  ];
  return { text: parts.join('; ') };
}

function readingText({ problem, unread, count, deviations, repeatedIds }: ListingReading): string[] {
  if (unread) return ['not judged: over a limit of the suite'];
  if (problem) return [`not a JSON array (${problem.code})`];
  return [
    `${count} ${count === 1 ? 'element' : 'elements'}`,
    ...deviations.map(({ path, keyword }) => `\`${path === '' ? 'element' : path.slice(1)}\` breaks ${keyword}`),
    ...(repeatedIds.count > 0 ? ['repeated ids'] : []),
  ];
}

/** The start of its line in docs/generated/robustness.md. */
export const outcomeOf = ({ row, listing, cancel }: Trial): string =>
  `| \`${row.id}\` | ${cell(row.does)} | ${cell(listing.text)} | ${cell(cancel.text)} |`;

/** The messages of a report about its failures, a line each, without the parts that differ from run to run. */
export const messagesOf = ({ row, listing, cancel }: Trial): string => {
  const messages = [listing, cancel].flatMap(({ message }) => (message ? `${row.id}: ${steady(message)}` : []));
  return [...new Set(messages)].join('\n');
};

const steady = (message: string): string =>
  message
    .replace(/(127\.0\.0\.1|localhost):\d{4,}/, '$1:PORT')
    .replace(/\((ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_SSL_\w+)\)/, '(CODE)');
