// Where everything stands in a JSON text, so that numbers can be read to the digit, repeated members one by one,
// and values be quoted as they were sent. Only for texts that JSON.parse has accepted.
import { int64Of, representativeOf } from './numbers.js';
import { isSpace } from './syntax.js';

interface Span {
  /** Offsets of the text in the bytes that were read: [start, end). */
  readonly start: number;
  readonly end: number;
  /** How many readings the value has: 1, or more where an object repeats a member name. */
  readonly readings: number;
}

export type JsonNode =
  | (Span & { readonly kind: 'object'; readonly members: ReadonlyMap<string, readonly JsonNode[]> })
  | (Span & { readonly kind: 'array'; readonly items: readonly JsonNode[] })
  | (Span & { readonly kind: 'number' | 'string' | 'literal' });

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COLON = 0x3a;
const MINUS = 0x2d;

const isDelimiter = (byte: number): boolean =>
  byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE || isSpace(byte);

class NodeReader {
  #at: number;

  constructor(
    readonly bytes: Buffer,
    from: number,
    readonly to: number,
  ) {
    this.#at = from;
  }

  value(): JsonNode {
    this.#skipSpace();
    const byte = this.bytes[this.#at] as number;
    if (byte === OPEN_BRACE) return this.#object();
    if (byte === OPEN_BRACKET) return this.#array();
    const start = this.#at;
    if (byte === QUOTE) {
      this.#skipString();
      return { kind: 'string', start, end: this.#at, readings: 1 };
    }
    while (this.#at < this.to && !isDelimiter(this.bytes[this.#at] as number)) this.#at++;
    const kind = byte === MINUS || (byte >= 0x30 && byte <= 0x39) ? 'number' : 'literal';
    return { kind, start, end: this.#at, readings: 1 };
  }

  #object(): JsonNode {
    const start = this.#at++;
    const members = new Map<string, JsonNode[]>();
    const repeated = new Set<JsonNode[]>();
    let readings = 1;
    while (!this.#skipPast(CLOSE_BRACE)) {
      const name = this.#name();
      this.#skipPast(COLON);
      const value = this.value();
      const occurrences = members.get(name);
      if (occurrences) {
        occurrences.push(value);
        repeated.add(occurrences);
      } else members.set(name, [value]);
      readings = Math.max(readings, value.readings);
      this.#skipPast(COMMA);
    }
    for (const occurrences of repeated) readings = Math.max(readings, countReadings(occurrences));
    return { kind: 'object', start, end: this.#at, readings, members };
  }

  #array(): JsonNode {
    const start = this.#at++;
    const items: JsonNode[] = [];
    let readings = 1;
    while (!this.#skipPast(CLOSE_BRACKET)) {
      const item = this.value();
      items.push(item);
      readings = Math.max(readings, item.readings);
      this.#skipPast(COMMA);
    }
    return { kind: 'array', start, end: this.#at, readings, items };
  }

  #skipSpace(): void {
    while (isSpace(this.bytes[this.#at])) this.#at++;
  }

  /** Skips white space and, where it comes next, the byte; tells whether it did. */
  #skipPast(byte: number): boolean {
    this.#skipSpace();
    if (this.bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  /** Returns whether the string has an escape. */
  #skipString(): boolean {
    let escaped = false;
    for (this.#at++; this.bytes[this.#at] !== QUOTE; this.#at++) {
      if (this.bytes[this.#at] === BACKSLASH) {
        escaped = true;
        this.#at++;
      }
    }
    this.#at++;
    return escaped;
  }

  #name(): string {
    const start = this.#at;
    const escaped = this.#skipString();
    if (!escaped) return this.bytes.toString('utf8', start + 1, this.#at - 1);
    return JSON.parse(this.bytes.toString('utf8', start, this.#at)) as string;
  }
}

const countReadings = (occurrences: readonly JsonNode[]): number =>
  occurrences.reduce((sum, { readings }) => sum + readings, 0);

/** A JSON value together with the bytes that it was read from. */
export interface JsonText {
  readonly bytes: Buffer;
  readonly node: JsonNode;
}

/** Reads the one value in `bytes[from, to)`, which must be valid JSON, nested no deeper than the cap. */
export const readJsonText = (bytes: Buffer, from = 0, to = bytes.length): JsonText => ({
  bytes,
  node: new NodeReader(bytes, from, to).value(),
});

export const sourceOf = ({ bytes }: JsonText, node: JsonNode): string => bytes.toString('utf8', node.start, node.end);

/** The same, cut behind so many characters; the rest of a large value is not even decoded. */
export function boundedSourceOf({ bytes }: JsonText, node: JsonNode, characters: number): string {
  const text = bytes.toString('utf8', node.start, Math.min(node.end, node.start + 4 * characters + 4));
  return text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

/** Which occurrence of a member a reading sees; 0 sees the last, as JSON.parse does. */
function occurrenceIn(occurrences: readonly JsonNode[], reading: number): readonly [node: JsonNode, reading: number] {
  let rest = reading;
  for (let i = occurrences.length - 1; i >= 0; i--) {
    const node = occurrences[i] as JsonNode;
    if (rest < node.readings) return [node, rest];
    rest -= node.readings;
  }
  return [occurrences.at(-1) as JsonNode, 0];
}

/**
 * The value as JSON.parse would give it, with a representative for each number that a double may not hold exactly.
 * Readings 0 to `node.readings - 1` together show every occurrence of every repeated member.
 */
export function readingOf(text: JsonText, reading = 0, node: JsonNode = text.node): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(
        [...node.members].map(([name, occurrences]) => {
          const [member, inner] = occurrenceIn(occurrences, reading);
          return [name, readingOf(text, inner, member)];
        }),
      );
    case 'array':
      return node.items.map((item) => readingOf(text, reading < item.readings ? reading : 0, item));
    case 'number':
      return representativeOf(sourceOf(text, node));
    case 'string':
    case 'literal':
      return JSON.parse(sourceOf(text, node));
  }
}

/** An object that repeats a member more often is judged by the last of its occurrences, so that its size stays harmless. */
const MOST_READINGS = 256;

/** All readings of a value, that of JSON.parse first. */
export function* readingsOf(text: JsonText): Generator<unknown> {
  for (let reading = 0; reading < Math.min(text.node.readings, MOST_READINGS); reading++)
    yield readingOf(text, reading);
}

/** The place that a JSON Pointer (RFC 6901) names in a reading. */
export function nodeAt(text: JsonText, pointer: string, reading = 0): JsonNode | undefined {
  let node: JsonNode | undefined = text.node;
  let inner = reading;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node?.kind === 'object') {
      const occurrences = node.members.get(name);
      if (!occurrences) return undefined;
      [node, inner] = occurrenceIn(occurrences, inner);
    } else if (node?.kind === 'array') {
      node = node.items[Number(name)];
      if (node && inner >= node.readings) inner = 0;
    } else return undefined;
  }
  return node;
}

const pointerToken = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A member name that one object has more than once. */
export interface RepeatedMember {
  /** JSON Pointer of the member. */
  readonly pointer: string;
  readonly occurrences: readonly JsonNode[];
}

/** All repeated members, also of objects inside of each other and of other occurrences. */
export function* repeatedMembers(node: JsonNode, pointer = ''): Generator<RepeatedMember> {
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) yield* repeatedMembers(item, `${pointer}/${index}`);
  } else if (node.kind === 'object') {
    for (const [name, occurrences] of node.members) {
      const place = pointer + pointerToken(name);
      if (occurrences.length > 1) yield { pointer: place, occurrences };
      for (const occurrence of occurrences) yield* repeatedMembers(occurrence, place);
    }
  }
}

/** The int64 at a member of an object, in the reading that JSON.parse would give. */
export function int64At(text: JsonText, pointer: string): bigint | undefined {
  const node = nodeAt(text, pointer);
  return node?.kind === 'number' ? int64Of(sourceOf(text, node)) : undefined;
}
