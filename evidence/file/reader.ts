import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MAX_HELD, MAX_LINE, MAX_LINES } from '../../interface/helpers/text-file.js';
import { reasonOf } from '../../interface/helpers/usage-error.js';
import { Evidence } from '../evidence.js';
import { type Exchange, HEAD_BYTES } from '../exchange.js';
import { ListingReader, type ListingReading, type LoadedSchemas, type Schemas, schemasText } from '../listing/index.js';
import { lookIn } from '../look.js';
import { type Look, type Plan, type PlanInputs, requestsById } from '../plan.js';
import { idText, type Request } from '../request.js';
import { contradictionIn, type Message } from './consistency.js';
import {
  type BodyLine,
  type EndLine,
  EVIDENCE_FORMAT,
  type EvidenceLine,
  type HeaderLine,
  loadBytes,
  loadInputs,
  type SavedExchange,
} from './lines.js';
import { validateEvidenceLine } from './validators.generated.js';

/** The file is not evidence, or is incomplete. The message is one sentence with the line. */
export class EvidenceFileError extends Error {
  override readonly name = 'EvidenceFileError';
}

export interface LoadedEvidence {
  readonly header: HeaderLine;
  readonly evidence: Evidence;
  /** The length of the file's text after decompression. */
  readonly characters: number;
}

/** Functions that need to know how a plan is made. The caller passes them in, because this room does not. */
interface Planner {
  /** Says in a sentence why the caller refuses this evidence; called before anything is planned. */
  whyNot(header: HeaderLine): string | undefined;
  plan(inputs: PlanInputs, look?: Look): Plan;
  message(request: Request, plan: Plan, baseUrl: string): Message;
  unsent(evidence: Evidence): Evidence['unsent'];
}

export interface EvidenceSource {
  /** The bytes of the file, if the caller has read them already. */
  readonly bytes?: AsyncIterable<Uint8Array>;
  /**
   * The limit for the file's bytes and for its text. Exchanges, which are held in memory, may take a quarter of it.
   * Absent if the file is the reader's own.
   */
  readonly maxBytes?: number | undefined;
  /** The schemas to judge bodies by: the same as in the run. Absent: those of the contract. */
  readonly schemas?: Schemas | undefined;
}

/**
 * Reads a file that EvidenceWriter wrote, in bounded memory: the bodies of listings are read again while they stream.
 * @throws EvidenceFileError
 */
export async function loadEvidence(
  path: string,
  planner: Planner,
  source: EvidenceSource = {},
): Promise<LoadedEvidence> {
  const { bytes = createReadStream(path), maxBytes = Number.POSITIVE_INFINITY, schemas } = source;
  const loader = new Loader(path, planner, Math.min(maxBytes / 4, MAX_HELD), schemas);
  try {
    for await (const line of linesOf(path, bytes, maxBytes)) loader.take(line);
    return loader.loaded();
  } catch (error) {
    if (error instanceof EvidenceFileError) throw error;
    const message = `Reading the evidence in ${path} failed after ${loader.lines} lines: ${reasonOf(error)}.`;
    throw new EvidenceFileError(message, { cause: error });
  }
}

/** @throws EvidenceFileError if the text is longer than `maxBytes`, or a line longer than any that the writer writes */
export async function* linesOf(
  path: string,
  packed: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const text: AsyncIterable<string> = pipeline(packed, createGunzip(), () => undefined).setEncoding('utf8');
  let [rest, length] = ['', 0];
  for await (const chunk of text) {
    length += chunk.length;
    if (length > maxBytes) {
      const remedy = 'If you expect that, raise the limit: --max-bytes.';
      throw new EvidenceFileError(`${path}: it holds more than ${maxBytes} bytes of text. ${remedy}`);
    }
    const [first = '', ...lines] = chunk.split('\n');
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
    if (rest.length > MAX_LINE) {
      throw new EvidenceFileError(`${path}: a line is longer than any that this program writes.`);
    }
  }
  if (rest !== '') yield rest;
}

/** An exchange before the first listing is read: only then is its request known. */
type Unbound = Omit<Exchange, 'request'> & { readonly id: string; readonly line: number };

/** The body of a listing, as far as its lines have come. */
interface OpenBody {
  readonly reader: ListingReader;
  /** Its first pieces, with as many bytes as a record keeps. */
  readonly head: Buffer[];
  length: number;
}

class Loader {
  lines = 0;
  #characters = 0;
  #held = 0;
  readonly #exchanges: Unbound[] = [];
  readonly #readings = new Map<string, ListingReading>();
  readonly #bodies = new Map<string, OpenBody>();
  /** The plan is that before anything was looked at. It has every listing, and the ids to look for in each. */
  #begun: { readonly header: HeaderLine; readonly plan: Plan } | undefined;
  #end: EndLine['end'] | undefined;

  constructor(
    readonly path: string,
    readonly planner: Planner,
    readonly maxHeld: number,
    readonly schemas?: Schemas,
  ) {}

  take(text: string): void {
    if (++this.lines > MAX_LINES) throw new EvidenceFileError(`${this.path}: it has more lines than a run writes.`);
    this.#characters += text.length + 1;
    const line = this.#parse(text);
    if ('format' in line && !this.#begun) this.#begin(line);
    else if ('format' in line || !this.#begun || this.#end) {
      throw this.#error('is out of place. Save the evidence again.');
    } else if ('body' in line) this.#takeBody(line, this.#begun.plan);
    else if ('exchange' in line) this.#takeExchange(line.exchange, this.#begun.plan, text.length);
    else this.#end = line.end;
  }

  #parse(text: string): EvidenceLine {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw this.#error('is not JSON. Save the evidence again.', '', { cause });
    }
    if (typeof value === 'object' && value !== null && 'format' in value && value.format !== EVIDENCE_FORMAT) {
      throw new EvidenceFileError(
        `${this.path}: it is of the format ${JSON.stringify(value.format)}, and this version reads ${EVIDENCE_FORMAT}. Judge it with the version that wrote it, or save the evidence again.`,
      );
    }
    const [error] = validateEvidenceLine(value);
    if (!error) return value as EvidenceLine;
    const { instancePath, message = 'is not what is expected' } = error;
    throw this.#error(`${message}. This version reads ${EVIDENCE_FORMAT}.`, instancePath);
  }

  #error(what: string, place = '', options?: ErrorOptions): EvidenceFileError {
    return new EvidenceFileError(`${this.path}: line ${this.lines}${place} ${what}`, options);
  }

  loaded(): LoadedEvidence {
    if (!this.#begun || !this.#end) {
      throw new EvidenceFileError(`${this.path} was cut off: its last line is missing. Save the evidence again.`);
    }
    const { header, plan: early } = this.#begun;
    const unbound = this.#exchanges.sort((a, b) => a.begun - b.begun);
    const { schemas } = this;
    const rest = { ...this.#end, target: header.target, schemas, readings: this.#readings, unsent: new Map() };
    const bound = (plan: Plan, exchanges: readonly Unbound[]) =>
      new Evidence({ ...rest, plan, exchanges: exchanges.map((exchange) => this.#bound(exchange, plan)) });
    const first = unbound.filter(({ id }) => requestsById(early).get(id)?.stage === 'look');
    const plan = this.planner.plan(header.inputs, lookIn(bound(early, first)));
    const selected = header.excerpt === undefined ? plan.selected : [header.excerpt];
    const saved = bound({ ...plan, selected }, unbound);
    const contradiction = contradictionIn(saved, this.planner.message);
    if (contradiction !== undefined) throw new EvidenceFileError(`${this.path}: ${contradiction}`);
    const evidence = new Evidence({ ...saved, unsent: this.planner.unsent(saved) });
    if (header.excerpt !== undefined && this.#isWhole(bound(plan, unbound)))
      throw new EvidenceFileError(`${this.path}: It says that it is an excerpt, and has the exchanges of a whole run.`);
    return { header, evidence, characters: this.#characters };
  }

  #isWhole(run: Evidence): boolean {
    return new Evidence({ ...run, unsent: this.planner.unsent(run) }).missing(() => true).length === 0;
  }

  #bound({ id, line, ...exchange }: Unbound, plan: Plan): Exchange {
    const request = requestsById(plan).get(id);
    if (request) return { request, ...exchange };
    throw new EvidenceFileError(`${this.path}: line ${line} is an exchange of ${id}, which the plan does not hold.`);
  }

  #begin(line: HeaderLine): void {
    if (!URL.canParse(line.target.baseUrl)) throw this.#error('has a base address that is not a URL.');
    const difference = differenceOf(line.schemas, this.schemas?.loaded);
    if (difference !== undefined) throw new EvidenceFileError(`${this.path}: ${difference}`);
    const header = { ...line, inputs: loadInputs(line.inputs) };
    const refusal = this.planner.whyNot(header);
    if (refusal !== undefined) throw new EvidenceFileError(`${this.path}: ${refusal}`);
    this.#begun = { header, plan: this.planner.plan(header.inputs) };
  }

  #takeBody({ body: id, base64 }: BodyLine, plan: Plan): void {
    const body = this.#bodyOf(id, plan);
    if (!body) throw this.#error(`is the body of ${id}, which is not a listing.`);
    const bytes = loadBytes(base64);
    if (body.length < HEAD_BYTES) body.head.push(bytes);
    body.length += bytes.length;
    body.reader.write(bytes);
  }

  /** The body of this request. Undefined if it does not ask for a listing. */
  #bodyOf(id: string, plan: Plan): OpenBody | undefined {
    const use = requestsById(plan).get(id)?.reads;
    const reader = use && new ListingReader({ use, ask: plan.lookUp, schemas: this.schemas });
    const body = this.#bodies.get(id) ?? (reader && { reader, head: [], length: 0 });
    if (body) this.#bodies.set(id, body);
    return body;
  }

  #takeExchange({ request: named, outcome, ...about }: SavedExchange, plan: Plan, characters: number): void {
    const id = idText(named);
    this.#held += characters;
    if (this.#held > this.maxHeld)
      throw this.#error(
        'is one too many: the exchanges up to here exceed the limit. For a bundle, raise it with --max-bytes.',
      );
    const body = this.#bodyOf(id, plan);
    // A later attempt replaces an earlier one.
    this.#bodies.delete(id);
    this.#readings.delete(id);
    if (outcome.kind === 'failure') {
      this.#exchanges.push({ id, line: this.lines, ...about, outcome });
      return;
    }
    const { body: saved, stray, ...response } = outcome.response;
    const reader = body?.reader;
    if (saved.end !== 'stopped') reader?.end(saved.end === 'complete');
    if (reader?.isOver) this.#readings.set(id, reader.reading());
    const head =
      saved.head === undefined ? Buffer.concat(body?.head ?? []).subarray(0, HEAD_BYTES) : loadBytes(saved.head);
    const loaded = { ...response, body: { ...saved, head }, ...(stray !== undefined && { stray: loadBytes(stray) }) };
    this.#exchanges.push({ id, line: this.lines, ...about, outcome: { kind: 'response', response: loaded } });
  }
}

/** Says how the schemas of a run differ from those that it is to be judged by. */
function differenceOf(ofRun?: LoadedSchemas, loaded?: LoadedSchemas): string | undefined {
  if (schemasText(ofRun) === schemasText(loaded)) return undefined;
  const remedy = ofRun ? 'Only `rejudge --schemas` with these files judges it again.' : 'Leave --schemas out.';
  return `Its run was judged by ${schemasText(ofRun)}, and here it would be judged by ${schemasText(loaded)}. ${remedy}`;
}
