import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { ListingReader, ListingReading } from '../../listing/index.js';
import { CREDENTIALS } from '../../secrets/credentials.js';
import { Evidence } from '../evidence.js';
import type { Exchange, ResponseRecord } from '../exchange.js';
import { listingReader } from '../listing-reader.js';
import { idsToLookUp, type Plan, type PlannedRequest, requestIdOf, requestsOf } from '../plan.js';
import { loadBytes, type SavedBytes } from './bytes.js';
import { type BodyLine, type EndLine, EVIDENCE_FORMAT, type HeaderLine, type SavedExchange } from './lines.js';
import { loadPlan } from './plan.js';
import { validateEvidenceLine } from './validators.generated.js';

/** A file that is not evidence, or not all of it: one sentence with the line. */
export class EvidenceFileError extends Error {
  override readonly name = 'EvidenceFileError';
}

export interface LoadedEvidence {
  readonly header: HeaderLine;
  readonly evidence: Evidence;
  readonly redacted: EndLine['end']['redacted'];
}

/** More than any line that is written; a bound on what a forged file can make this program hold. */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * Reads a file that EvidenceWriter wrote; the bodies of listings are read again while they stream, in bounded memory.
 * @throws EvidenceFileError
 */
export async function loadEvidence(path: string): Promise<LoadedEvidence> {
  const loader = new Loader(path);
  let number = 0;
  const feed = async (line: string) => {
    number += 1;
    await loader.take(parseLine(line, path, number), number);
  };
  const file = createReadStream(path);
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a, from)) {
        await feed(rest.toString('utf8', from, end));
        from = end + 1;
      }
      rest = rest.subarray(from);
      if (rest.length > LONGEST_LINE) {
        throw new EvidenceFileError(`${path}: line ${number + 1} is longer than any that this program writes.`);
      }
    }
    if (rest.length > 0) await feed(rest.toString('utf8'));
  } catch (error) {
    if (error instanceof EvidenceFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EvidenceFileError(`Reading the evidence in ${path} failed after ${number} lines: ${reason}.`, {
      cause: error,
    });
  } finally {
    file.destroy();
  }
  return loader.loaded();
}

function parseLine(text: string, path: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EvidenceFileError(`${path}: line ${number} is not JSON. Save the evidence again.`, { cause: error });
  }
}

/** A body whose lines have begun. */
interface OpenBody {
  readonly reader: ListingReader;
  readonly head: Buffer[];
  length: number;
}

class Loader {
  readonly #path: string;
  readonly #exchanges: Exchange[] = [];
  readonly #readings = new Map<string, ListingReading>();
  readonly #bodies = new Map<string, OpenBody>();
  #header: HeaderLine | undefined;
  #requests: ReadonlyMap<string, PlannedRequest> = new Map();
  #idsToLookUp: readonly bigint[] = [];
  #end: EndLine['end'] | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async take(value: unknown, number: number): Promise<void> {
    if (!validateEvidenceLine(value)) {
      const [problem] = validateEvidenceLine.errors ?? [];
      throw new EvidenceFileError(
        `${this.#path}: line ${number}${problem?.instancePath ?? ''} ${problem?.message ?? 'is not what is expected'}. This version reads ${EVIDENCE_FORMAT}.`,
      );
    }
    const line = value as HeaderLine | BodyLine | { exchange: SavedExchange } | EndLine;
    if ((number === 1) !== 'format' in line || this.#end) {
      throw new EvidenceFileError(`${this.#path}: line ${number} is out of place. Save the evidence again.`);
    }
    if ('format' in line) this.#begin(line);
    else if ('body' in line) this.#takeBody(line, number);
    else if ('exchange' in line) await this.#takeExchange(line.exchange);
    else this.#end = line.end;
  }

  loaded(): LoadedEvidence {
    if (!this.#header || !this.#end) {
      throw new EvidenceFileError(`${this.#path} was cut off: its last line is missing. Save the evidence again.`);
    }
    const { unsent, redacted, ...end } = this.#end;
    const { target, plan } = this.#header;
    const evidence = new Evidence({
      ...end,
      target,
      plan,
      exchanges: this.#exchanges.sort((a, b) => a.begun - b.begun),
      readings: this.#readings,
      unsent: new Map(Object.entries(unsent)),
    });
    return { header: this.#header, evidence, redacted };
  }

  #begin(header: HeaderLine): void {
    const plan: Plan = loadPlan(header.plan);
    this.#header = { ...header, plan };
    this.#requests = new Map(requestsOf(plan).map((request) => [request.id, request]));
    const unknown = requestsOf(plan).find(({ credential }) => !(credential in CREDENTIALS));
    if (unknown) {
      throw new EvidenceFileError(
        `${this.#path}: ${unknown.id} has the credential "${unknown.credential}", which this version does not know.`,
      );
    }
    this.#idsToLookUp = idsToLookUp(plan);
  }

  #takeBody({ body: id, ...saved }: BodyLine, number: number): void {
    const body = this.#bodies.get(id) ?? this.#openBody(id, number);
    const bytes = loadBytes(saved as SavedBytes);
    if (body.length < HEAD_BYTES) body.head.push(bytes.subarray(0, HEAD_BYTES - body.length));
    body.length += bytes.length;
    body.reader.write(bytes);
  }

  #openBody(id: string, number: number): OpenBody {
    const use = this.#requests.get(requestIdOf(id))?.reads;
    if (!use)
      throw new EvidenceFileError(`${this.#path}: line ${number} is the body of ${id}, which is not a listing.`);
    const body = { reader: listingReader(use, this.#idsToLookUp), head: [], length: 0 };
    this.#bodies.set(id, body);
    return body;
  }

  async #takeExchange(saved: SavedExchange): Promise<void> {
    const { outcome, ...exchange } = saved;
    this.#readings.delete(saved.id);
    const reads = this.#requests.get(requestIdOf(saved.id))?.reads;
    if (outcome.kind === 'failure') {
      this.#bodies.delete(saved.id);
      this.#exchanges.push({ ...exchange, outcome });
      return;
    }
    const { body: about, stray, ...response } = outcome.response;
    const body = reads && (this.#bodies.get(saved.id) ?? this.#openBody(saved.id, 0));
    this.#bodies.delete(saved.id);
    if (body && about.end !== 'stopped') {
      body.reader.end(about.end === 'complete');
      this.#readings.set(saved.id, await body.reader.reading());
    }
    const head = about.head ? loadBytes(about.head) : Buffer.concat(body?.head ?? []);
    const loaded: ResponseRecord = {
      ...response,
      body: { ...about, head },
      ...(stray && { stray: loadBytes(stray) }),
    };
    this.#exchanges.push({ ...exchange, outcome: { kind: 'response', response: loaded } });
  }
}

/** What a transport keeps of a body. */
const HEAD_BYTES = 64 * 1024;
