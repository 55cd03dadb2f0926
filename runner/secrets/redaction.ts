import { formsThatReveal } from './forms.js';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Of digits, which may be a number of JSON: what is left of it is none, and nobody's mistake. */
const markOf = (found: string): string => (/^\d{7,}$/.test(found) ? '[redacted number]' : '[redacted]');

/** Of patterns in one regular expression: V8 refuses longer ones. */
const MAX_PATTERN = 100_000;

/** Finds and replaces secrets, and keys derived from them that reveal them, in each form of `formsThatReveal`. */
export class Redactor {
  /** No form of what is looked for is longer. */
  readonly reach: number;
  readonly #patterns: readonly RegExp[];
  /** A text without them is soon passed over. */
  readonly #cores: readonly string[];

  constructor(secrets: readonly string[]) {
    // Of what begins at the same place, the first is found.
    const forms = secrets.toSorted((a, b) => b.length - a.length).flatMap(formsThatReveal);
    this.#cores = [...new Set(forms.map(({ core }) => core))];
    const patterns = forms.map(({ pattern }) => pattern);
    const all = patterns.join('|');
    this.#patterns = (all.length > MAX_PATTERN ? patterns : [all]).map((pattern) => new RegExp(pattern, 'g'));
    this.reach = MAX_ENCODED * Math.max(0, ...secrets.map(({ length }) => length));
  }

  /** For text that quotes the target, never for the suite's own words. */
  redact(text: string): string {
    return replaced(text, this.placesIn(text));
  }

  /** The same for bytes, whatever their charset. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const redacted = this.redact(text);
    return redacted === text ? bytes : Buffer.from(redacted, 'latin1');
  }

  /** In their order, apart from each other. */
  placesIn(text: string): readonly Place[] {
    if (!this.#cores.some((core) => text.includes(core))) return [];
    const found = this.#patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({ start: index, end: index + length })),
    );
    const apart: Place[] = [];
    for (const place of found.sort((a, b) => a.start - b.start)) {
      const last = apart.at(-1);
      if (last === undefined || place.start >= last.end) apart.push(place);
      else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
    }
    return apart;
  }
}

/** A character outside of ASCII in UTF-8 and percent-encoded, or `\u00e9` for each of its two bytes. */
const MAX_ENCODED = 12;

function replaced(text: string, places: readonly Place[]): string {
  let end = 0;
  const parts = places.map((place) => {
    const before = text.slice(end, place.start);
    end = place.end;
    return before + markOf(text.slice(place.start, end));
  });
  return parts.join('') + text.slice(end);
}

/** Redacts bytes that come in pieces: the end of one is held back, as far as a key could go on in the next one. */
export class RedactingStream {
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
    const released = places.find(({ start, end }) => start < upTo && end > upTo)?.start ?? upTo;
    const complete = places.filter(({ end }) => end <= released);
    this.places += complete.length;
    const bytes = this.#held.subarray(0, released);
    this.#held = this.#held.subarray(released);
    return complete.length === 0 ? bytes : Buffer.from(replaced(bytes.toString('latin1'), complete), 'latin1');
  }
}
