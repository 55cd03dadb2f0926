// Where everything is in a JSON text, so that numbers can be read to the digit, and values be quoted as they were sent.
import { isUtf8 } from 'node:buffer';
import { int64Of, representativeOf } from './numbers.js';
import { type SyntaxVisitor, SyntaxWalk } from './syntax.js';

export interface JsonNode {
  readonly kind: 'object' | 'array' | 'scalar';
  /** Offsets of the text in the bytes that were read: [start, end). */
  readonly start: number;
  readonly end: number;
  /**
   * As JSON.parse gives it, with a representative for a number that a double may not hold exactly; `{}` or `[]` for all
   * objects and arrays.
   */
  readonly value: unknown;
  /** By member name or index; of a repeated member the last value, as JSON.parse keeps it. Scalars have none. */
  readonly inner: ReadonlyMap<string, JsonNode>;
}

/** A member name that an object has more than once. */
export interface RepeatedMember {
  /** JSON Pointer of the member. */
  readonly pointer: string;
  /** The first two of its values. */
  readonly values: readonly [JsonNode, JsonNode];
}

/** A JSON value together with the bytes that it was read from. */
export interface JsonText {
  readonly bytes: Buffer;
  readonly node: JsonNode;
  /** The one whose second value ended first; absent where no object repeats a name. */
  readonly repeated?: RepeatedMember;
}

const NOTHING: JsonNode['inner'] = new Map();
const EMPTY = { object: Object.freeze({}), array: Object.freeze([]) } as const;

interface OpenNode {
  readonly kind: 'object' | 'array';
  readonly start: number;
  readonly inner: Map<string, JsonNode>;
  /** Of the member or item that comes. */
  key: string;
}

/** Makes nodes of what a walk shows. */
export class NodeBuilder implements SyntaxVisitor {
  readonly #open: OpenNode[] = [];
  #root: JsonNode | undefined;
  #repeated: RepeatedMember | undefined;

  constructor(readonly bytes: Buffer) {}

  open(kind: 'object' | 'array', start: number): void {
    this.#open.push({ kind, start, inner: new Map(), key: '0' });
  }

  close(end: number): void {
    const { kind, start, inner } = this.#open.pop() as OpenNode;
    this.#add({ kind, start, end, value: EMPTY[kind], inner });
  }

  name(start: number, end: number): void {
    (this.#open.at(-1) as OpenNode).key = stringAt(this.bytes, start, end);
  }

  scalar(start: number, end: number): void {
    this.#add({ kind: 'scalar', start, end, value: scalarAt(this.bytes, start, end), inner: NOTHING });
  }

  /** After a walk to a valid end. */
  text(): JsonText {
    return { bytes: this.bytes, node: this.#root as JsonNode, ...(this.#repeated && { repeated: this.#repeated }) };
  }

  #add(node: JsonNode): void {
    const container = this.#open.at(-1);
    if (!container) {
      this.#root = node;
      return;
    }
    const earlier = container.inner.get(container.key);
    if (earlier) this.#repeated ??= { pointer: this.#pointer(), values: [earlier, node] };
    container.inner.set(container.key, node);
    if (container.kind === 'array') container.key = String(container.inner.size);
  }

  #pointer(): string {
    return this.#open.map(({ key }) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }
}

function stringAt(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

function scalarAt(bytes: Buffer, start: number, end: number): unknown {
  const first = String.fromCharCode(bytes[start] as number);
  if (first === '"') return stringAt(bytes, start, end);
  const text = bytes.toString('latin1', start, end);
  return 'tfn'.includes(first) ? JSON.parse(text) : representativeOf(text);
}

/** Reads the one value in `bytes[from, to)`; undefined where that is not JSON. */
export function readJsonText(bytes: Buffer, from = 0, to = bytes.length): JsonText | undefined {
  if (!isUtf8(bytes.subarray(from, to))) return undefined;
  const builder = new NodeBuilder(bytes);
  return new SyntaxWalk(bytes, from, to, 'text', builder).stop ? undefined : builder.text();
}

/**
 * What a schema that looks no deeper than the members of an object needs of a value: objects and arrays inside of it are
 * empty. (V8 keeps each new name of a property for long, so a body full of names costs ten times its size.)
 * @param names of the members that are wanted
 */
export function shallowValueOf({ kind, value, inner }: JsonNode, names = [...inner.keys()]): unknown {
  if (kind !== 'object') return value;
  const members = names.map((name) => [name, inner.get(name)] as const);
  return Object.fromEntries(members.flatMap(([name, member]) => (member ? [[name, member.value]] : [])));
}

/** The text of a value as it was sent, cut after that many characters; the rest of a large one is not even decoded. */
export function sourceOf({ bytes }: JsonText, node: JsonNode, characters = Number.POSITIVE_INFINITY): string {
  const text = bytes.toString('utf8', node.start, Math.min(node.end, node.start + 4 * characters + 4));
  return text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

/** The place that a JSON Pointer (RFC 6901) names. */
export function nodeAt({ node }: JsonText, pointer: string): JsonNode | undefined {
  let place: JsonNode | undefined = node;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    place = place?.inner.get(name);
  }
  return place;
}

export function int64At(text: JsonText, pointer: string): bigint | undefined {
  const node = nodeAt(text, pointer);
  return typeof node?.value === 'number' ? int64Of(sourceOf(text, node)) : undefined;
}
