import { needlesFor, SHORTEST_SAFE_LENGTH } from './needles.js';
import { unescapings } from './unescape.js';

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Of digits, which may be a number of JSON: what is left of it is none, and nobody's mistake. */
const markOf = (found: string): string => (/^\d{7,}$/.test(found) ? '[redacted number]' : '[redacted]');

/** Of a key that was cut off, no more than four characters may be left. */
const TELLING_LENGTH = 5;

/** Far more than the suite itself puts into a text: a target cannot make each of them cost time. */
const MAX_ELLIPSES = 100;

/** Finds and replaces one key. A text is walked once as it is, and once for each time that its escapes can be undone. */
export class Redactor {
  /** No usual spelling of what is looked for is longer. */
  readonly reach: number;
  readonly #needles: readonly string[];
  /** Each needle has one of them in it: a text without them is soon passed over. */
  readonly #cores: readonly string[];
  readonly #pattern: RegExp;
  /** All of them in one text, to see at once that a text ends in the beginning of none. */
  readonly #joined: string;

  constructor(key: string) {
    const needles = needlesFor(key);
    this.#pattern = new RegExp(needles.map(patternOf).join('|'), 'g');
    this.#cores = needles.filter((needle) => !needles.some((other) => other !== needle && needle.includes(other)));
    this.#needles = needles.filter(({ length }) => length >= SHORTEST_SAFE_LENGTH);
    this.#joined = this.#needles.join('\n');
    this.reach = 16 * Math.max(...needles.map(({ length }) => length));
  }

  /**
   * In their order, apart from each other.
   * @param isEndCut the text may end inside of a quoted key, because there is, or was, more of it
   */
  placesIn(text: string, isEndCut: boolean): Place[] {
    const escaped = unescapings(text).flatMap((plain) =>
      this.#literalPlaces(plain.text, isEndCut).map(({ start, end }) => ({
        start: plain.position(start),
        end: plain.position(end),
      })),
    );
    return merged([...this.#literalPlaces(text, isEndCut), ...escaped]);
  }

  replace(text: string, places: readonly Place[]): string {
    let end = 0;
    const parts = places.map((place) => {
      const before = text.slice(end, place.start);
      end = place.end;
      return before + markOf(text.slice(place.start, end));
    });
    return parts.join('') + text.slice(end);
  }

  #literalPlaces(text: string, isEndCut: boolean): Place[] {
    const cuts = Array.from(text.matchAll(/…/g), ({ index }) => index).slice(0, MAX_ELLIPSES);
    if (isEndCut) cuts.push(text.length);
    const heads = cuts.flatMap((cut) => this.#headBefore(text, cut) ?? []);
    if (!this.#cores.some((core) => text.includes(core))) return heads;
    const wholes = text.matchAll(this.#pattern);
    return [...Array.from(wholes, ({ index, 0: { length } }) => ({ start: index, end: index + length })), ...heads];
  }

  /** The beginning of a needle that a text was cut off after. */
  #headBefore(text: string, cut: number): Place | undefined {
    const before = text.slice(Math.max(0, cut - this.reach), cut);
    const last = before.slice(-TELLING_LENGTH);
    if (last.length < TELLING_LENGTH || !this.#joined.includes(last)) return undefined;
    const lengths = this.#needles.flatMap((needle) => beginningsThatEndWith(needle, last));
    const length = Math.max(0, ...lengths.filter((head) => before.endsWith(head)).map((head) => head.length));
    return length > 0 ? { start: cut - length, end: cut } : undefined;
  }
}

/** What is too short to be safe counts only as a word of its own. */
function patternOf(needle: string): string {
  const literal = needle.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return needle.length < SHORTEST_SAFE_LENGTH ? `(?<![\\w-])${literal}(?![\\w-])` : literal;
}

function beginningsThatEndWith(needle: string, last: string): string[] {
  const heads: string[] = [];
  for (let at = needle.indexOf(last); at >= 0; at = needle.indexOf(last, at + 1)) {
    heads.push(needle.slice(0, at + last.length));
  }
  return heads;
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
