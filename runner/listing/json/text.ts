// What is at a place in bytes that a walk has read.
import { BACKSLASH, QUOTE, skipSpace } from './tokens.js';
import { JsonWalk } from './walk.js';

/** `bytes[from, to)` as it was sent, cut after that many characters; the rest of a long one is not even decoded. */
export function textOf(bytes: Buffer, from: number, to: number, characters = Number.POSITIVE_INFINITY): string {
  const text = bytes.toString('utf8', from, Math.min(to, from + 4 * characters + 4));
  return text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

/** What the string `bytes[from, to)`, quotes included, spells. */
export function stringAt(bytes: Buffer, from: number, to: number): string {
  const isEscaped = bytes.subarray(from, to).includes(BACKSLASH);
  return isEscaped ? JSON.parse(bytes.toString('utf8', from, to)) : bytes.toString('utf8', from + 1, to - 1);
}

/** The value that starts there, cut. */
export const textOfValue = (bytes: Buffer, from: number, characters: number): string =>
  textOf(bytes, from, new JsonWalk(true).walk(bytes, from, bytes.length), characters);

/** The value of the member whose name starts there, cut. */
export function textAfterName(bytes: Buffer, name: number, characters: number): string {
  const colon = skipSpace(bytes, stringEnd(bytes, name), bytes.length);
  return textOfValue(bytes, skipSpace(bytes, colon + 1, bytes.length), characters);
}

function stringEnd(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The offsets of the first name that is in its object twice: where it is first, and where again. */
export function repeatedName(bytes: Buffer, from: number, to: number): readonly [number, number] | undefined {
  const walk = new NameWalk(true);
  walk.walk(bytes, from, to);
  return walk.repeated;
}

class NameWalk extends JsonWalk {
  repeated: readonly [number, number] | undefined;
  /** By depth, of the open object. */
  readonly #offsets: Map<string, number>[] = [];

  protected override object(): void {
    this.#offsets[this.depth] = new Map();
  }

  protected override name(from: number): number {
    const end = this.string(from);
    const offsets = this.#offsets[this.depth] as Map<string, number>;
    const name = stringAt(this.bytes, from, end);
    const earlier = offsets.get(name);
    if (earlier === undefined) offsets.set(name, from);
    else this.repeated ??= [earlier, from];
    return end;
  }
}
