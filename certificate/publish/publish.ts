import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Header } from '../../runner/evidence/exchange.js';
import type {
  EndLine,
  EvidenceLine,
  HeaderLine,
  SavedExchange,
  SavedResponse,
} from '../../runner/evidence/file/lines.js';
import { linesOf } from '../../runner/evidence/file/reader.js';
import { loadBytes, saveBytes } from '../../runner/evidence/file/values.js';
import { idText } from '../../runner/evidence/request.js';
import { sha256 } from '../bundle/files.js';
import { OrderDigester } from './order-digester.js';

/** Response headers that rules and observers look at, or that say how the body came. */
const NEEDED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'link',
  'location',
  'retry-after',
  'transfer-encoding',
  'www-authenticate',
]);

/** Those that the suite sends itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'accept',
  'user-agent',
  'authorization',
  'store-orders-conformance-nonce',
]);

export const LEFT_OUT = [
  'host: a digest is in its place',
  'further request headers',
  'values of response headers that no rule needs: digests are in their places',
  'values of members of orders that the contract does not name: digests are in their places',
] as const;

/**
 * Takes out of saved evidence what need not be seen by everybody, as a stream. Digests are made with a salt that is thrown
 * away: equal values stay equal, and nobody can try out what they were.
 */
export async function publishEvidence(path: string, salt: string): Promise<void> {
  const partial = `${path}.published`;
  await pipeline(Readable.from(publishedLines(path, salt)), createGzip({ level: 1 }), createWriteStream(partial));
  await rename(partial, path);
}

async function* publishedLines(path: string, salt: string): AsyncGenerator<string> {
  const publisher = new Publisher(salt);
  for await (const text of linesOf(path)) {
    const line = publisher.line(JSON.parse(text) as EvidenceLine);
    yield `${JSON.stringify(line)}\n`;
  }
}

class Publisher {
  readonly #salt: string;
  readonly #bodies = new Map<string, OrderDigester>();
  readonly #redacted = new Map<string, number>();
  #host = '';
  #alias = '';

  constructor(salt: string) {
    this.#salt = salt;
  }

  line(line: EvidenceLine): EvidenceLine {
    if ('format' in line) return this.#header(line);
    if ('exchange' in line) return { exchange: this.#exchange(this.#withoutHost(line.exchange)) };
    if ('end' in line) return { end: this.#end(this.#withoutHost(line.end)) };
    const { body, ...saved } = line;
    const digester = this.#bodies.get(body) ?? new OrderDigester(this.#salt);
    this.#bodies.set(body, digester);
    return { body, ...saveBytes(digester.write(loadBytes(saved))) };
  }

  #header({ target, ...header }: HeaderLine): HeaderLine {
    const { host } = new URL(target.baseUrl);
    this.#host = host;
    this.#alias = `${sha256(this.#salt + host).slice(0, 32)}.invalid`;
    return { ...header, target: { baseUrl: this.#withoutHost(target.baseUrl) } };
  }

  /** Wherever an address names it. */
  #withoutHost<T>(value: T): T {
    return JSON.parse(JSON.stringify(value).replaceAll(`//${this.#host}`, `//${this.#alias}`)) as T;
  }

  #exchange({ sent, outcome, ...exchange }: SavedExchange): SavedExchange {
    const headers = sent.headers.filter(([name]) => OWN_HEADERS.has(name.toLowerCase()));
    const named = headers.map(([name, value]): Header => [name, name === 'host' ? this.#alias : value]);
    const published = { ...exchange, sent: { ...sent, headers: named } };
    if (outcome.kind === 'failure') return { ...published, outcome };
    const isListing = sent.method === 'GET' && outcome.response.status === 200;
    return {
      ...published,
      outcome: { ...outcome, response: this.#response(idText(exchange.request), outcome.response, isListing) },
    };
  }

  #response(id: string, { headers, body, ...response }: SavedResponse, isListing: boolean): SavedResponse {
    const streamed = this.#bodies.get(id);
    this.#bodies.delete(id);
    if (streamed) this.#count(id, streamed.places);
    const shown = headers.map(([name, value]): Header => [name, this.#isNeeded(name) ? value : this.#digest(value)]);
    if (!body.head || !isListing) return { ...response, headers: shown, body };
    const digester = new OrderDigester(this.#salt);
    const head = saveBytes(digester.write(loadBytes(body.head)));
    this.#count(id, digester.places);
    return { ...response, headers: shown, body: { ...body, head } };
  }

  /** Whether there are rate limits, and which, is an open question of the contract. */
  #isNeeded(name: string): boolean {
    const lower = name.toLowerCase();
    return NEEDED_HEADERS.has(lower) || /rate-?limit/.test(lower);
  }

  #end({ redacted, ...end }: EndLine['end']): EndLine['end'] {
    for (const { exchange, places } of redacted) this.#count(exchange, places);
    return { ...end, redacted: [...this.#redacted].map(([exchange, places]) => ({ exchange, places })) };
  }

  #count(exchange: string, places: number): void {
    if (places > 0) this.#redacted.set(exchange, (this.#redacted.get(exchange) ?? 0) + places);
  }

  #digest(text: string): string {
    return `sha256:${sha256(this.#salt + text)}`;
  }
}
