import { type JsonProblem, problemAt, type Why } from './problem.js';
import { stringAt, textOf } from './text.js';
import { skipSpace } from './tokens.js';
import { JsonWalk, OPEN_BRACE, OPEN_BRACKET } from './walk.js';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** What a small body says: an Error (§2), or whatever comes with a 409 (§7). */
export type JsonBody =
  | { readonly kind: 'problem'; readonly problem: JsonProblem }
  /** It is beyond what the suite reads: nothing is known of it. `why` is a sentence. */
  | { readonly kind: 'unread'; readonly why: string }
  | {
      readonly kind: 'value';
      /**
       * As JSON.parse gives it; but objects and arrays inside of it are empty, and so is an array.
       */
      readonly value: unknown;
      /** The text of the whole value (pointer ``) or of a member (`/name`) as it was sent; undefined where there is none. */
      sourceAt(pointer: string): string | undefined;
    };

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Where the members of a body that is an object are, and the items of one that is an array. */
class BodyWalk extends JsonWalk {
  readonly members = new Map<string, Range>();
  readonly items: Range[] = [];
  readonly whole: Range;
  #name: string | undefined;

  constructor(bytes: Buffer, isWhole: boolean) {
    super(isWhole);
    const from = skipSpace(bytes, 0, bytes.length);
    this.whole = { from, to: this.walk(bytes, from, bytes.length) };
  }

  protected override name(from: number): number {
    const to = this.string(from);
    if (to > 0 && this.depth === 1) this.#name = stringAt(this.bytes, from, to);
    return to;
  }

  protected override item(from: number, isFirst: boolean): number {
    const start = this.next(from, isFirst);
    if (start < 0 || this.depth === 0) return start;
    const to = this.value(start);
    if (to < 0) return to;
    if (this.#name !== undefined) this.members.set(this.#name, { from: start, to });
    else this.items.push({ from: start, to });
    return to;
  }
}

type TextOutcome = Exclude<JsonBody, { kind: 'value' }> | { readonly kind: 'walk'; readonly walk: BodyWalk };

/** Reads the one value in some bytes; where more come after these, only what is wrong already is a problem. */
export function readText(bytes: Buffer, isWhole: boolean): TextOutcome {
  const { length } = bytes;
  const problem = (why: Why, offset: number) => ({ kind: 'problem', problem: problemAt(why, bytes, offset) }) as const;
  if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) return problem('byte-order-mark', 0);
  if (skipSpace(bytes, 0, length) === length) return problem('empty', 0);
  const walk = new BodyWalk(bytes, isWhole);
  const { stop, whole } = walk;
  if (stop?.code === 'limit') {
    return { kind: 'unread', why: `The body ${stop.excess}, which is more than the suite reads.` };
  }
  if (stop) return problem(stop, stop.offset);
  if (whole.to < 0) return isWhole ? problem('truncated', length) : { kind: 'walk', walk };
  const after = skipSpace(bytes, whole.to, length);
  return after < length ? problem('trailing-data', after) : { kind: 'walk', walk };
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Reads a body that is held whole. */
export function readJsonBody(body: Uint8Array): JsonBody {
  const bytes = bufferOf(body);
  const text = readText(bytes, true);
  if (text.kind !== 'walk') return text;
  return {
    kind: 'value',
    value: valueIn(bytes, text.walk),
    // Read once more: of a run with many bodies, only what a deviation asks for is held.
    sourceAt(pointer) {
      const { members, whole } = new BodyWalk(bytes, true);
      const name = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
      const place = pointer === '' ? whole : members.get(name);
      return place && textOf(bytes, place.from, place.to);
    },
  };
}

/** The items of an array as they were sent, as far as it was read; undefined where the body is not one. */
export function elementTexts(body: Uint8Array): readonly string[] | undefined {
  const bytes = bufferOf(body);
  const text = readText(bytes, false);
  if (text.kind !== 'walk' || bytes[text.walk.whole.from] !== OPEN_BRACKET) return undefined;
  return text.walk.items.map(({ from, to }) => textOf(bytes, from, to));
}

function valueIn(bytes: Buffer, { whole, members }: BodyWalk): unknown {
  if (bytes[whole.from] !== OPEN_BRACE) return shallowValue(bytes, whole);
  return Object.fromEntries([...members].map(([name, place]) => [name, shallowValue(bytes, place)]));
}

/**
 * What a schema that looks no deeper than the members of an object needs of a value: objects and arrays are empty. (V8
 * keeps each new name of a property for long, so a body full of names costs ten times its size.)
 */
function shallowValue(bytes: Buffer, { from, to }: Range): unknown {
  const first = bytes[from] as number;
  if (first === OPEN_BRACE) return {};
  if (first === OPEN_BRACKET) return [];
  return JSON.parse(bytes.toString('utf8', from, to));
}
