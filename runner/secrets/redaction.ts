import { needlesFor, SHORTEST_SAFE_LENGTH } from './needles.js';
import { unescapings } from './unescape.js';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Of digits, which may be a number of JSON: what is left of it is none, and nobody's mistake. */
const markOf = (found: string): string => (/^\d{7,}$/.test(found) ? '[redacted number]' : '[redacted]');

/** Listings have few of them: a search for what begins with another character takes three times as long. */
const SELDOM = /[A-Z_/+bfgjkqvwxz]/;

/** What a needle has in it, long enough to be in few texts by chance, and quick to search for. */
const coreOf = (needle: string): string => {
  const start = needle.slice(0, 1 - SHORTEST_SAFE_LENGTH).search(SELDOM);
  return start < 0 ? needle : needle.slice(start);
};

/** Finds and replaces keys. A text is walked once as it is, and once for each time that its escapes can be undone. */
export class Redactor {
  /** No usual spelling of what is looked for is longer. */
  readonly reach: number;
  /** Each needle has one of them in it: a text without them is soon passed over. */
  readonly #cores: readonly string[];
  readonly #pattern: RegExp;
  /** There is nothing that could be looked for. */
  readonly #isIdle: boolean;

  constructor(keys: readonly string[]) {
    const needles = keys.flatMap(needlesFor).sort((a, b) => b.length - a.length);
    this.#pattern = new RegExp(needles.map(patternOf).join('|'), 'g');
    const cores = [...new Set(needles.map(coreOf))];
    this.#cores = cores.filter((core) => !cores.some((other) => other !== core && core.includes(other)));
    this.#isIdle = !needles.some(({ length }) => length >= SHORTEST_SAFE_LENGTH);
    this.reach = 16 * Math.max(0, ...needles.map(({ length }) => length));
  }

  /**
   * Replaces the keys, and those derived from them that reveal them, in every encoding that a text can quote them in.
   * For text that quotes the target, never for the suite's own words.
   */
  redact(text: string): string {
    return replaced(text, this.placesIn(text));
  }

  /** The same for bytes, whatever their charset. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const redacted = this.redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  /** The same for bytes that come in pieces. */
  redactingStream(): RedactingStream {
    return new RedactingStream(this);
  }

  /** In their order, apart from each other. */
  placesIn(text: string): Place[] {
    if (this.#isIdle) return [];
    const escaped = unescapings(text).flatMap((plain) =>
      this.#literalPlaces(plain.text).map(({ start, end }) => ({
        start: plain.position(start),
        end: plain.position(end),
      })),
    );
    return merged([...this.#literalPlaces(text), ...escaped]);
  }

  #literalPlaces(text: string): Place[] {
    if (!this.#cores.some((core) => text.includes(core))) return [];
    const wholes = text.matchAll(this.#pattern);
    return Array.from(wholes, ({ index, 0: { length } }) => ({ start: index, end: index + length }));
  }
}

function replaced(text: string, places: readonly Place[]): string {
  let end = 0;
  const parts = places.map((place) => {
    const before = text.slice(end, place.start);
    end = place.end;
    return before + markOf(text.slice(place.start, end));
  });
  return parts.join('') + text.slice(end);
}

/** What is too short to be safe counts only as a word of its own. */
function patternOf(needle: string): string {
  const literal = needle.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return needle.length < SHORTEST_SAFE_LENGTH ? `(?<![\\w-])${literal}(?![\\w-])` : literal;
}

const merged = (places: readonly Place[]): Place[] => {
  const apart: Place[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || place.start >= last.end) apart.push(place);
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
  }
  return apart;
};

/**
 * Redacts bytes that come in pieces: what a piece may have begun is held back until the rest of it is there, or until
 * it cannot be a key any more. All other bytes come out as they went in.
 */
class RedactingStream {
  places = 0;
  #held = Buffer.alloc(0);

  constructor(readonly redactor: Redactor) {}

  write(chunk: Uint8Array): Uint8Array {
    this.#held = Buffer.concat([this.#held, chunk]);
    const { reach } = this.redactor;
    // Of small pieces some are collected, so that what is held back is not searched again for each.
    return this.#held.length < 2 * reach ? new Uint8Array() : this.#release(this.#held.length - reach);
  }

  end(): Uint8Array {
    return this.#release(this.#held.length);
  }

  #release(upTo: number): Uint8Array {
    const places = this.redactor.placesIn(this.#held.toString('latin1'));
    const torn = places.find(({ start, end }) => start < upTo && end > upTo);
    const released = torn?.start ?? upTo;
    const complete = places.filter(({ end }) => end <= released);
    this.places += complete.length;
    const bytes = this.#held.subarray(0, released);
    this.#held = this.#held.subarray(released);
    return complete.length === 0 ? bytes : Buffer.from(replaced(bytes.toString('latin1'), complete), 'latin1');
  }
}
