import { STATUS_CODES } from 'node:http';
import { type DetectOptions, judgeServer, LIMITS } from '../../cli/reference/detection.js';
import type { Header, ResponseRecord } from '../../evidence/exchange.js';
import type { Schemas } from '../../evidence/listing/index.js';
import { idText } from '../../evidence/request.js';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { tool } from '../../interface/helpers/helpers.js';
import type { Report } from '../../judge/report/report.js';
import { BodyReader, newRoom } from '../../runner/http/body.js';
import type { Route } from '../../runner/http/connect.js';
import { Starts } from '../../runner/http/live.js';
import { compose, type OutgoingMessage, type Sender } from '../../runner/http/message.js';
import type { BodySink, OutgoingRequest, SentExchange, Transport } from '../../runner/http/transport.js';
import { type GatherOptions, gather, judge, planRun } from '../../runner/run.js';
import { type ConformanceOptions, settingsFromOptions } from '../../runner/settings/options.js';
import { generateApiKey, idsByState, type ReferenceOptions } from '../../servers/reference.js';
import { headerOf, type Reply } from '../../servers/reply.js';
import { type Incoming, Service } from '../../servers/service.js';
import { framedHeaders, referenceSteps } from '../../servers/steps.js';
import type { Received } from '../engine/store.js';
import { type Clock, clockOfComputer } from './clock.js';

export type Changed = Partial<Pick<ReferenceOptions, 'behaviour' | 'orders' | 'unknown' | 'apiKey'>>;

interface InMemoryOptions extends Partial<ConformanceOptions>, Pick<DetectOptions, 'record'> {
  /** Gets every request as it arrives. */
  readonly received?: Received[];
  /** Loaded schemas, in place of the built-in ones. */
  readonly loaded?: Schemas;
  /** An answer in place of the service's, which does not get the request then. `closed`: none comes. */
  readonly instead?: (request: OutgoingRequest) => Reply | 'closed' | undefined;
  /** How the run waits for listings. Absent: it does not, since no listing here follows late by the clock. */
  readonly pause?: GatherOptions['pause'];
  /** The clock of the exchanges. */
  readonly clock?: Clock;
  /** Gives the service the id of each request in the field of this name. */
  readonly labels?: string;
}

/** The steps of sending that this server changes. */
export const changedTransport = ({ behaviour }: Changed): readonly string[] => {
  const steps = { ...referenceSteps, ...behaviour?.(referenceSteps) };
  return (['send', 'configure'] as const).filter((step) => steps[step] !== referenceSteps[step]);
};

/** Whether a server changes only replies, and not how they are sent. */
export const onlyReplies = (changed: Changed): boolean => changedTransport(changed).length === 0;

/** Judges a server in memory if it changes only replies. Otherwise, and with MATRIX=http, over HTTP. */
export const judgerFor = (changed: Changed): typeof judgeServer =>
  onlyReplies(changed) && process.env.MATRIX !== 'http' ? judgeInMemory : judgeServer;

/** Judges a server that changes only replies, without a network. */
export async function judgeInMemory(changed?: Changed, options?: InMemoryOptions): Promise<Report> {
  const { evidence, run } = await gatherInMemory(changed, options);
  return judge(run, evidence);
}

const atOnce = async () => undefined;

/** The evidence of a run against such a server. */
export async function gatherInMemory(
  changed?: Changed,
  {
    record,
    received = [],
    instead = () => undefined,
    labels,
    orders: declared,
    loaded,
    pause = atOnce,
    clock,
    ...options
  }: InMemoryOptions = {},
) {
  const { orders = demoOrders, unknown = [], behaviour, apiKey = generateApiKey() } = changed ?? {};
  const service = new Service({ apiKey, orders, behaviour });
  const baseUrl = `http://127.0.0.1:1${service.steps.prefix}`;
  const checked = settingsFromOptions({
    baseUrl,
    apiKey,
    orders: { ...idsByState(orders), unknown, ...declared },
    disposable: true,
    fresh: true,
    ...LIMITS,
    ...options,
  });
  const settings = { ...checked, schemas: loaded };
  const sender = { apiKey: settings.apiKey, headers: settings.headers, version: tool.version };
  const transport = new InMemoryTransport(service, baseUrl, sender, received, instead, labels, clock);
  const run = await planRun(settings, { transport });
  return { evidence: await gather(run, { recorder: record?.(run), pause }), run };
}

interface Kept {
  uses: number;
}

/** Hands requests to a service, and records its replies as if they had come over HTTP. */
class InMemoryTransport implements Transport {
  readonly #route: Route;
  /** The latest connection of each name, while it is open. */
  readonly #kept = new Map<string, Kept>();
  /** The end of the last request on each kept connection. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #starts = new Starts();
  readonly #room = newRoom();

  constructor(
    readonly service: Service,
    baseUrl: string,
    readonly sender: Sender,
    readonly received: Received[],
    readonly instead: Required<InMemoryOptions>['instead'],
    readonly labels: string | undefined,
    readonly clock: Clock = clockOfComputer,
  ) {
    this.#route = { target: new URL(baseUrl), proxy: undefined, tls: {} };
  }

  send(request: OutgoingRequest, signal: AbortSignal, sink?: BodySink): Promise<SentExchange> {
    const { connection } = request;
    if (connection === undefined) return this.#send(request, signal, sink);
    const sent = (this.#turns.get(connection) ?? Promise.resolve()).then(() => this.#send(request, signal, sink));
    this.#turns.set(connection, sent);
    return sent;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #incoming({ request: { id } }: OutgoingRequest, message: OutgoingMessage, connection: object): Incoming {
    const { headers, ...rest } = incoming(message, connection);
    return { ...rest, headers: { ...headers, ...(this.labels && { [this.labels]: idText(id) }) } };
  }

  async #send(request: OutgoingRequest, signal: AbortSignal, sink: BodySink | undefined): Promise<SentExchange> {
    const { connection: name, together } = request;
    const { message, sent } = compose(request, this.#route, this.sender);
    const connection = (name === undefined ? undefined : this.#kept.get(name)) ?? { uses: 0 };
    const kept = name === undefined ? {} : { kept: connection.uses };
    connection.uses += 1;
    const start = this.clock.now();
    const startedAt = new Date(start).toISOString();
    if (together) await new Promise<void>((ready) => this.#starts.ready(together, ready));
    // Let requests that are sent at the same time overlap.
    await new Promise(setImmediate);
    this.received.push(arrived(message));
    const answer = this.instead(request);
    if (answer === 'closed') {
      if (name !== undefined) this.#kept.delete(name);
      const failure = { kind: 'reset', message: 'The connection was closed.' } as const;
      return {
        request: request.request,
        sent: { ...sent, ...kept },
        outcome: { kind: 'failure', failure },
        startedAt,
        durationMs: this.clock.now() - start,
      };
    }
    const { reply, send } = answer
      ? { reply: answer }
      : await this.service.answer(this.#incoming(request, message, connection));
    if (send) throw new Error(`The reply to ${message.requestTarget} is sent in a way that needs a network.`);
    const isKept = message.persists && headerOf(reply, 'Connection')?.toLowerCase() !== 'close';
    if (name !== undefined && isKept) this.#kept.set(name, connection);
    else if (name !== undefined) this.#kept.delete(name);
    const { status } = reply;
    const head = { status, reason: STATUS_CODES[status] ?? '', headers: headersOf(reply, isKept) };
    const watch = { progress: () => undefined, throwIfGivenUp: () => signal.throwIfAborted() };
    const arrival = piecesOf(bodyOf(reply, isKept));
    const body = await new BodyReader(watch, this.#room, sink).read(head, arrival);
    const exchange = (response: ResponseRecord): SentExchange => ({
      request: request.request,
      sent: { ...sent, ...kept },
      outcome: { kind: 'response', response },
      startedAt,
      durationMs: this.clock.now() - start,
    });
    const response = { ...head, body };
    if (status !== 204) return exchange(response);
    return { ...exchange(response), settled: Promise.resolve(exchange({ ...response, stray: new Uint8Array() })) };
  }
}

const arrived = ({ method, requestTarget: url, headers }: OutgoingMessage): Received => ({
  method,
  url,
  authorization: headers.find(([name]) => name === 'Authorization')?.[1],
  headers: headers.map(([name, value]) => `${name}: ${value}`),
});

const incoming = (
  { method, requestTarget: url, headers, persists: isKept }: OutgoingMessage,
  connection: object,
): Incoming => ({
  method,
  url,
  headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value.trim()])),
  connection,
  isKept,
});

/** With the fields that `node:http` adds. */
function headersOf(reply: Reply, isKept: boolean): readonly Header[] {
  const kept: readonly Header[] = [
    ['Connection', 'keep-alive'],
    ['Keep-Alive', 'timeout=5'],
  ];
  const closed: readonly Header[] = headerOf(reply, 'Connection') === undefined ? [['Connection', 'close']] : [];
  return [...framedHeaders(reply), ['Date', new Date().toUTCString()], ...(isKept ? kept : closed)];
}

/** The received bytes of a body, and whether they are complete. Throws if only a real connection could show it. */
function bodyOf(
  { status, body, headers }: Reply,
  isKept: boolean,
): { readonly bytes: Buffer; readonly isWhole: boolean } {
  if (status === 204 || status === 304) return { bytes: Buffer.alloc(0), isWhole: true };
  const bytes = Buffer.from(body ?? []);
  const announced = Number(headerOf({ status, headers }, 'Content-Length') ?? bytes.length);
  if (announced < bytes.length || (announced > bytes.length && isKept) || status < 200) {
    throw new Error(`The ${status} has a body that cannot be framed without a network.`);
  }
  return { bytes, isWhole: announced === bytes.length };
}

async function* piecesOf({ bytes, isWhole }: ReturnType<typeof bodyOf>): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
  if (!isWhole) throw new Error('The connection ended.');
}
