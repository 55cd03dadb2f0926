import { keysThatReveal } from './credentials.js';
import { unescapings } from './unescape.js';

/** What is shorter occurs in ordinary text by chance: half of a report would vanish with it. */
export const SHORTEST_SAFE_LENGTH = 8;

/** Every text from which a key can be read, in each encoding that `unescapings` do not undo; the longest first. */
export function needlesFor(key: string): readonly string[] {
  const values = [...keysThatReveal(key), key.toLowerCase(), key.toUpperCase()];
  const needles = values.flatMap((value) => [...asText(value), ...encoded(value)]);
  return [...new Set(needles)].sort((a, b) => b.length - a.length);
}

/** As it is, without its escapes, as a form has it, or in a wrong charset. */
const asText = (value: string): string[] => {
  const plain = unescapings(value).at(-1)?.text ?? value;
  return [value, ...(plain.length >= SHORTEST_SAFE_LENGTH ? [plain] : [])].flatMap((text) => [
    text,
    text.replaceAll(' ', '+'),
    Buffer.from(text, 'utf8').toString('latin1'),
    Buffer.from(text, 'latin1').toString('utf8'),
  ]);
};

const encoded = (value: string): string[] =>
  (['latin1', 'utf8'] as const).flatMap((charset) => {
    const bytes = Buffer.from(value, charset);
    const hex = bytes.toString('hex');
    return [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((shift) => base64Inside(bytes, shift))];
  });

/**
 * The digits that hold nothing but these bytes, in Base64 (RFC 4648 §4) and Base64url (§5), where that many other
 * bytes (modulo 3) are before them; also with the digit and the padding that end the text after them. At other edges,
 * up to four bits are in a digit with those of a neighbour, and stay.
 */
function base64Inside(bytes: Buffer, shift: number): string[] {
  const all = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const digits = all.slice(Math.ceil((shift * 8) / 6));
  const own = all.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  return [own, digits, digits.replace(/=+$/, '')].flatMap((text) => [
    text,
    text.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
}

/** Sees soon that bytes hold none of some needles: it looks at one in every few (Wu and Manber's search for many patterns). */
export class NeedleFilter {
  /** Of the shortest needle: this many bytes of each are looked for. */
  readonly #width: number;
  /** How far the next look may be, by the two bytes that the last one saw. */
  readonly #steps: Uint8Array;
  readonly #beginnings: ReadonlySet<string>;

  /** @param needles of at least two characters, each of which is a byte */
  constructor(needles: readonly string[]) {
    this.#width = Math.min(...needles.map(({ length }) => length));
    this.#beginnings = new Set(needles.map((needle) => needle.slice(0, this.#width)));
    this.#steps = new Uint8Array(0x1_00_00).fill(Math.min(this.#width - 1, 0xff));
    for (const beginning of this.#beginnings) {
      for (let at = 1; at < this.#width; at++) {
        const pair = ((beginning.charCodeAt(at - 1) & 0xff) << 8) | (beginning.charCodeAt(at) & 0xff);
        this.#steps[pair] = Math.min(this.#steps[pair] ?? 0, this.#width - 1 - at);
      }
    }
  }

  /** False only where the bytes hold none of the needles. */
  mayFind(bytes: Buffer): boolean {
    const width = this.#width;
    for (let last = width - 1; last < bytes.length; ) {
      const step = this.#steps[((bytes[last - 1] ?? 0) << 8) | (bytes[last] ?? 0)] ?? 0;
      if (step === 0 && this.#beginnings.has(bytes.toString('latin1', last - width + 1, last + 1))) return true;
      last += Math.max(step, 1);
    }
    return false;
  }
}
