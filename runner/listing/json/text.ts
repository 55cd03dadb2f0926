// What is at a place in bytes that a walk has read.
import { BACKSLASH, skipSpace } from './tokens.js';
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

/** The value of the member whose name ends there, cut. */
export function textAfterName(bytes: Buffer, end: number, characters: number): string {
  const colon = skipSpace(bytes, end, bytes.length);
  return textOfValue(bytes, skipSpace(bytes, colon + 1, bytes.length), characters);
}

/** The first name that is in its object twice: the offsets after both. */
export function repeatedName(bytes: Buffer, from: number, to: number): readonly [number, number] | undefined {
  const walk = new NameWalk(true);
  walk.walk(bytes, from, to);
  return walk.repeated;
}

class NameWalk extends JsonWalk {
  repeated: readonly [number, number] | undefined;
  /** By depth, of the open object. */
  readonly #ends: Map<string, number>[] = [];

  protected override object(): void {
    this.#ends[this.depth] = new Map();
  }

  protected override name(from: number): number {
    const end = this.string(from);
    const ends = this.#ends[this.depth] as Map<string, number>;
    const name = stringAt(this.bytes, from, end);
    const earlier = ends.get(name);
    if (earlier === undefined) ends.set(name, end);
    else this.repeated ??= [earlier, end];
    return end;
  }
}
