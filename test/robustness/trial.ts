import { LiveTransport } from '../../runner/http/live.js';
import { sendWithRetry } from '../../runner/http/retry.js';
import type { SentExchange } from '../../runner/http/transport.js';
import { ListingReader, type ListingReading } from '../../runner/listing/index.js';
import { del, get, onRequestHead, tcpTarget, testKey } from '../http/target.js';
import type { Kind, Place, Row } from './row.js';

/** What became of one behaviour. */
export interface Trial {
  readonly row: Row;
  readonly kind: Kind;
  readonly listing: string;
  readonly cancel: string;
  readonly milliseconds: number;
}

/** For what ends on its own: never reached, however busy the machine is. */
const LONG_MS = 30_000;

/** Sends a listing and a cancel, as a run does, to a server of its own. */
export async function tryOut(row: Row): Promise<Trial> {
  const { baseUrl, options } = await (row.start ?? (() => rawServer(row)))();
  const timeoutMs = row.timeoutMs ?? LONG_MS;
  const transport = () => new LiveTransport({ apiKey: testKey, version: '0', timeoutMs, ...options, baseUrl });
  const start = performance.now();
  const [listing, cancel] = await Promise.all([list(transport(), row), cancelOne(transport(), row)]);
  return {
    row,
    kind: listing.kind,
    listing: listing.text,
    cancel,
    milliseconds: performance.now() - start,
  };
}

async function rawServer({ answer, onConnect }: Row): Promise<Place> {
  const requests = { GET: 0, DELETE: 0 };
  const address = await tcpTarget((socket) => {
    onConnect?.(socket);
    onRequestHead(socket, (_, head) => {
      const request = head.startsWith('GET') ? requests.GET++ : requests.DELETE++;
      if (typeof answer === 'function') answer(socket, request);
      else if (answer !== undefined) socket.end(answer);
    });
  });
  return { baseUrl: `http://${address}/v1` };
}

async function list(transport: LiveTransport, row: Row): Promise<{ kind: Kind; text: string }> {
  const signal = AbortSignal.timeout(row.deadlineMs ?? LONG_MS);
  for (let times = row.times ?? 1; ; times -= 1) {
    const newSink = () => new ListingReader({ use: 'elements', ask: [1n] });
    const { exchange, sink } = await sendWithRetry(transport, get(), signal, newSink);
    const { outcome } = exchange;
    const isRead = outcome.kind === 'response' && outcome.response.body.end !== 'stopped';
    const reading = isRead ? sink?.reading(signal) : undefined;
    if (times > 1) continue;
    await transport.close();
    return { kind: kindOf(exchange, reading), text: describe(exchange, reading) };
  }
}

async function cancelOne(transport: LiveTransport, row: Row): Promise<string> {
  const signal = AbortSignal.timeout(LONG_MS);
  for (let times = row.times ?? 1; ; times -= 1) {
    const { exchange } = await sendWithRetry(transport, del(), signal);
    const settled = await exchange.settled;
    if (times > 1) continue;
    await transport.close();
    return describe(settled ?? exchange);
  }
}

function kindOf({ outcome }: SentExchange, reading: ListingReading | undefined): Kind {
  if (outcome.kind === 'failure') return outcome.failure.kind;
  const { status, body } = outcome.response;
  if (body.end === 'stopped' && reading === undefined) return 'unread';
  if (body.end !== 'complete') return body.end;
  if (status !== 200) return 'status';
  if (reading?.unread) return 'unread';
  return reading?.problem ? 'not-json' : 'read';
}

const END = {
  complete: 'read to its end',
  truncated: 'broken off',
  undecodable: 'not decodable',
  stopped: 'read no further than a limit',
} as const;

function describe({ outcome }: SentExchange, reading?: ListingReading): string {
  if (outcome.kind === 'failure') return `failure: ${outcome.failure.kind}`;
  const { status, body, stray = new Uint8Array() } = outcome.response;
  return [
    `${status}, ${END[body.end]}`,
    ...(stray.length > 0 ? ['stray bytes'] : []),
    ...said(status, body.end, reading),
  ].join('; ');
}

function said(status: number, end: keyof typeof END, reading: ListingReading | undefined): string[] {
  if (reading === undefined || status !== 200 || end !== 'complete') return [];
  const { problem, unread, count, deviations, repeatedIds, repeatedMembers } = reading;
  if (unread) return ['not judged: over a limit of the suite'];
  if (problem) return [`not a JSON array (${problem.code})`];
  return [
    `${count} ${count === 1 ? 'element' : 'elements'}`,
    ...deviations.map(({ path, keyword }) => `\`${path === '' ? 'element' : path.slice(1)}\` breaks ${keyword}`),
    ...(repeatedIds.count > 0 ? ['repeated ids'] : []),
    ...(repeatedMembers.count > 0 ? ['repeated members'] : []),
  ];
}
