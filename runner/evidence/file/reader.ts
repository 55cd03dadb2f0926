import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { crc32, createGunzip } from 'node:zlib';
import { ListingReader, type ListingReading } from '../../listing/index.js';
import { asSent } from '../body.js';
import { Evidence } from '../evidence.js';
import { bodyDigest, type Exchange, HEAD_BYTES, type ResponseRecord } from '../exchange.js';
import { allRequestsOf, idsToLookUp, type Plan, type PlanInputs } from '../plan.js';
import { idText, type Request } from '../request.js';
import { contradictionIn, MAX_ATTEMPTS } from './consistency.js';
import {
  type BodyLine,
  type EndLine,
  EVIDENCE_FORMAT,
  type EvidenceLine,
  type HeaderLine,
  type SavedExchange,
  type SavedResponse,
} from './lines.js';
import { validateEvidenceLine } from './validators.generated.js';
import { loadBytes, loadInputs, parseBounded, type SavedBytes } from './values.js';

/** A file that is not evidence, or not all of it: one sentence with the line. */
export class EvidenceFileError extends Error {
  override readonly name = 'EvidenceFileError';
}

export interface LoadedEvidence {
  readonly header: HeaderLine;
  readonly evidence: Evidence;
  /** Exchanges whose body is not the one that their length and digest are of, though no secret was left out of it. */
  readonly altered: readonly string[];
}

/** More than any line that is written; a bound on what a forged file can make this program hold. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** How many times its size a file unpacks to at most, where that is more than is harmless; listings come to about 10. */
const MAX_RATIO = 100;
const FREE_CHARACTERS = 128 * 1024 * 1024;

/** The same for all exchanges without the bodies of listings, which are held in memory. */
const MAX_EXCHANGE_CHARACTERS = 128 * 1024 * 1024;

/** What follows from what a file says: the plan, and why some of it has no exchange. */
export interface Derived {
  plan(inputs: PlanInputs): Plan;
  unsent(evidence: Evidence): Evidence['unsent'];
}

/**
 * Reads a file that EvidenceWriter wrote; the bodies of listings are read again while they stream, in bounded memory.
 * @param source its bytes, where they are not read from that path
 * @throws EvidenceFileError
 */
export async function loadEvidence(
  path: string,
  derived: Derived,
  source: AsyncIterable<Buffer> = createReadStream(path),
): Promise<LoadedEvidence> {
  const loader = new Loader(path, derived);
  try {
    for await (const line of linesOf(path, source)) loader.take(line);
    return loader.loaded();
  } catch (error) {
    if (error instanceof EvidenceFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Reading the evidence in ${path} failed after ${loader.lines} lines: ${reason}.`;
    throw new EvidenceFileError(message, { cause: error });
  }
}

/** @throws EvidenceFileError for a line, or a file, that is larger than any that is written */
async function* linesOf(path: string, source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let packed = 0;
  const counted = async function* () {
    for await (const bytes of source) {
      packed += bytes.length;
      yield bytes;
    }
  };
  const text = pipeline(counted, createGunzip(), () => undefined).setEncoding('utf8');
  let parts: string[] = [];
  let held = 0;
  let length = 0;
  for await (const chunk of text as AsyncIterable<string>) {
    length += chunk.length;
    if (length > FREE_CHARACTERS && length > packed * MAX_RATIO) {
      throw new EvidenceFileError(
        `${path}: it unpacks to more than ${MAX_RATIO} times its size: a decompression bomb.`,
      );
    }
    const [first = '', ...lines] = chunk.split('\n');
    parts.push(first);
    held += first.length;
    for (const line of lines) {
      yield parts.join('');
      parts = [line];
      held = line.length;
    }
    if (held > LONGEST_LINE) {
      throw new EvidenceFileError(`${path}: a line is longer than any that this program writes.`);
    }
  }
  if (held > 0) yield parts.join('');
}

interface OpenBody {
  readonly reader: ListingReader;
  readonly head: Buffer[];
  length: number;
  checksum: number;
}

class Loader {
  lines = 0;
  #held = 0;
  readonly #exchanges: Exchange[] = [];
  readonly #readings = new Map<string, ListingReading>();
  readonly #bodies = new Map<string, OpenBody>();
  readonly #altered: string[] = [];
  #header: HeaderLine | undefined;
  #requests: ReadonlyMap<string, Request> = new Map();
  #idsToLookUp: readonly bigint[] = [];
  #end: EndLine['end'] | undefined;

  #plan: Plan | undefined;

  constructor(
    readonly path: string,
    readonly derived: Derived,
  ) {}

  take(text: string): void {
    this.lines++;
    const line = this.#parse(text);
    if ((this.lines === 1) !== 'format' in line || this.#end) {
      throw this.#error('is out of place. Save the evidence again.');
    }
    if ('exchange' in line) this.#held += text.length;
    if (this.#held > MAX_EXCHANGE_CHARACTERS) throw this.#error('is of larger exchanges than any run has.');
    if ('format' in line) this.#begin(line);
    else if ('body' in line) this.#takeBody(line);
    else if ('exchange' in line) this.#takeExchange(line.exchange);
    else this.#end = line.end;
  }

  #parse(text: string): EvidenceLine {
    let value: unknown;
    try {
      value = parseBounded(text);
    } catch (cause) {
      throw this.#error('is not JSON. Save the evidence again.', '', { cause });
    }
    this.#refuseOtherFormat(value);
    const [error] = validateEvidenceLine(value);
    // A member that is there twice, or white space, would show other readers something else.
    if (!error && JSON.stringify(value) === text) return value as EvidenceLine;
    if (!error) throw this.#error('is not as this program writes it: it repeats a member, or was reformatted.');
    const { instancePath, message = 'is not what is expected' } = error;
    throw this.#error(`${message}. This version reads ${EVIDENCE_FORMAT}.`, instancePath);
  }

  /** Of another version of this program: the one sentence that helps. */
  #refuseOtherFormat(value: unknown): void {
    if (typeof value !== 'object' || value === null || !('format' in value) || value.format === EVIDENCE_FORMAT) return;
    throw new EvidenceFileError(
      `${this.path}: it is of the format ${JSON.stringify(value.format)}, and this version reads ${EVIDENCE_FORMAT}. Judge it with the version that wrote it, or save the evidence again.`,
    );
  }

  #error(what: string, place = '', options?: ErrorOptions): EvidenceFileError {
    return new EvidenceFileError(`${this.path}: line ${this.lines}${place} ${what}`, options);
  }

  loaded(): LoadedEvidence {
    if (!this.#header || !this.#plan || !this.#end) {
      throw new EvidenceFileError(`${this.path} was cut off: its last line is missing. Save the evidence again.`);
    }
    const data = {
      ...this.#end,
      target: this.#header.target,
      plan: this.#plan,
      exchanges: this.#exchanges.sort((a, b) => a.begun - b.begun),
      readings: this.#readings,
    };
    const found = new Evidence({ ...data, unsent: new Map() });
    const contradiction = contradictionIn(found);
    if (contradiction !== undefined) throw new EvidenceFileError(`${this.path}: ${contradiction}`);
    const evidence = new Evidence({ ...data, unsent: this.derived.unsent(found) });
    return { header: this.#header, evidence, altered: this.#altered };
  }

  #begin(header: HeaderLine): void {
    const inputs = loadInputs(header.inputs);
    this.#header = { ...header, inputs };
    this.#plan = this.derived.plan(inputs);
    this.#requests = new Map(allRequestsOf(this.#plan).map((request) => [idText(request.id), request]));
    this.#idsToLookUp = idsToLookUp(this.#plan);
  }

  #takeBody({ body: id, ...saved }: BodyLine): void {
    const body = this.#bodies.get(id) ?? this.#openBody(id);
    const bytes = loadBytes(saved as SavedBytes);
    if (body.length < HEAD_BYTES) body.head.push(bytes.subarray(0, HEAD_BYTES - body.length));
    body.length += bytes.length;
    body.checksum = crc32(bytes, body.checksum);
    body.reader.write(bytes);
  }

  #openBody(id: string): OpenBody {
    const use = this.#requests.get(id)?.reads;
    if (!use) throw this.#error(`is the body of ${id}, which is not a listing.`);
    const body = { reader: new ListingReader({ use, ask: this.#idsToLookUp }), head: [], length: 0, checksum: 0 };
    this.#bodies.set(id, body);
    return body;
  }

  #takeExchange({ request: named, outcome, ...about }: SavedExchange): void {
    const id = idText(named);
    const request = this.#requests.get(id);
    if (!request) throw this.#error(`is an exchange of ${id}, which the plan does not hold.`);
    if (this.#exchanges.length >= MAX_ATTEMPTS * this.#requests.size) {
      throw this.#error('is of more exchanges than any run has.');
    }
    const exchange = { request, ...about };
    this.#readings.delete(id);
    if (outcome.kind === 'failure') {
      this.#bodies.delete(id);
      this.#exchanges.push({ ...exchange, outcome });
      return;
    }
    const { body: saved, stray, ...response } = outcome.response;
    const body = request.reads && (this.#bodies.get(id) ?? this.#openBody(id));
    this.#bodies.delete(id);
    if (body && saved.end !== 'stopped') body.reader.end(saved.end === 'complete');
    if (body?.reader.isOver) {
      this.#readings.set(id, asSent(body.reader.reading()));
    }
    const { head: saidHead, headLength, ...record } = saved;
    const head = saidHead ? loadBytes(saidHead) : Buffer.concat(body?.head ?? []).subarray(0, headLength);
    if (!about.redacted && !isOf(saved, head, saidHead ? undefined : body)) this.#altered.push(id);
    const loaded: ResponseRecord = {
      ...response,
      body: { ...record, head },
      ...(stray && { stray: loadBytes(stray) }),
    };
    this.#exchanges.push({ ...exchange, outcome: { kind: 'response', response: loaded } });
  }
}

/** Of a body in pieces, `body` is what was counted; a part of one, and one that nobody could read, shows nothing. */
function isOf(
  { whole, end, length, digest }: SavedResponse['body'],
  head: Buffer,
  body: OpenBody | undefined,
): boolean {
  if (body) return end !== 'complete' || (body.length === length && bodyDigest(body.checksum) === digest);
  return !whole || (head.length === length && bodyDigest(crc32(head)) === digest);
}
