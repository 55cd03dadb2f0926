import { needlesFor, SHORTEST_SAFE_LENGTH } from './needles.js';
import { hasEscapes, LONGEST_ESCAPE, unescaped } from './unescape.js';

/** A part of a text from which a key can be read. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Which edges of a text may lie inside of a quoted key, because there is, or was, more text. */
export type Edges = Readonly<Record<'start' | 'end', boolean>>;

/** Needles are looked up by their first characters. */
const BEGINNING_LENGTH = 3;

/** Of a key that was cut off, no more than four characters may be left. */
const TELLING_LENGTH = 5;

/** Ends an excerpt, or begins it. */
const ELLIPSIS = /…/g;

/** Far more than the suite itself puts into a text: a target cannot make each of them cost time. */
const MAX_ELLIPSES = 100;

/** What may be left of an escape before the rest of a key, and after its beginning. */
const END_OF_ESCAPE = /^(?:[\w#]{0,11};|[ux]?[\dA-Fa-f]{1,4})/;
const START_OF_ESCAPE = /(?:\\+(?:[ux][\dA-Fa-f]{0,3})?|%[\dA-Fa-f]?|&[#\w]{0,11})$/;

/** Finds and replaces one key. A text is walked once as it is, and once without its escapes where it has any. */
export class Redactor {
  /** No usual spelling of what is looked for is longer. */
  readonly reach: number;
  readonly #substitute: string;
  /** By how they begin; the longest first. */
  readonly #needles = new Map<string, string[]>();
  readonly #beginning: RegExp;
  /** Those that are looked for where a text is cut off, each on a line of its own. */
  readonly #lines: string;

  constructor(key: string) {
    const needles = needlesFor(key);
    this.reach = 16 * Math.max(...needles.map(({ length }) => length));
    const length = Math.min(BEGINNING_LENGTH, ...needles.map((needle) => needle.length));
    for (const needle of needles) {
      const beginning = needle.slice(0, length);
      this.#needles.set(beginning, [...(this.#needles.get(beginning) ?? []), needle]);
    }
    this.#beginning = new RegExp(Array.from(this.#needles.keys(), literal).join('|'), 'g');
    this.#substitute = ['[redacted]', '***'].find((mark) => this.#wholePlaces(mark).length === 0) ?? '';
    this.#lines = `\n${needles.filter(({ length }) => length >= SHORTEST_SAFE_LENGTH).join('\n')}\n`;
  }

  /** In their order, apart from each other. */
  placesIn(text: string, edges: Edges): Place[] {
    const places = this.#literalPlaces(text, edges);
    if (!hasEscapes(text)) return merged(places);
    const { text: plain, starts } = unescaped(text);
    const position = (index: number): number => starts[index] ?? text.length;
    const escaped = this.#literalPlaces(plain, edges);
    return merged([...places, ...escaped.map(({ start, end }) => ({ start: position(start), end: position(end) }))]);
  }

  /** @param places in their order */
  replace(text: string, places: readonly Place[]): string {
    const parts: string[] = [];
    let kept = 0;
    for (const { start, end } of places) {
      parts.push(text.slice(kept, start), this.#substitute);
      kept = end;
    }
    return kept === 0 ? text : parts.join('') + text.slice(kept);
  }

  #literalPlaces(text: string, edges: Edges): Place[] {
    const cuts = Array.from(text.matchAll(ELLIPSIS), ({ index }) => index).slice(0, MAX_ELLIPSES);
    const heads = edges.end ? [...cuts, text.length] : cuts;
    const tails = [...(edges.start ? [0] : []), ...cuts.map((at) => at + 1)];
    return [
      ...this.#wholePlaces(text),
      ...heads.flatMap((end) => this.#headBefore(text, end) ?? []),
      ...tails.flatMap((start) => this.#tailAfter(text, start) ?? []),
    ];
  }

  #wholePlaces(text: string): Place[] {
    const places: Place[] = [];
    const beginning = this.#beginning;
    beginning.lastIndex = 0;
    for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
      const start = found.index;
      const needle = this.#needles.get(found[0])?.find((candidate) => isAt(text, start, candidate));
      beginning.lastIndex = start + (needle?.length ?? 1);
      if (needle !== undefined) places.push({ start, end: start + needle.length });
    }
    return places;
  }

  /** The beginning of a needle that goes on up to a position, which may be inside of an escape. */
  #headBefore(text: string, at: number): Place | undefined {
    const [begun = ''] = START_OF_ESCAPE.exec(text.slice(Math.max(0, at - LONGEST_ESCAPE), at)) ?? [];
    for (const end of [at, at - begun.length]) {
      const lengths = this.#occurrences(text.slice(Math.max(0, end - TELLING_LENGTH), end))
        .map((found) => this.#lines.slice(this.#lines.lastIndexOf('\n', found) + 1, found + TELLING_LENGTH))
        .filter((head) => text.endsWith(head, end))
        .map((head) => head.length);
      if (lengths.length > 0) return { start: end - Math.max(...lengths), end: at };
    }
    return undefined;
  }

  /** The end of a needle that begins at a position, which may be inside of an escape. */
  #tailAfter(text: string, at: number): Place | undefined {
    const [ended = ''] = END_OF_ESCAPE.exec(text.slice(at, at + LONGEST_ESCAPE)) ?? [];
    for (let start = at; start <= at + ended.length; start++) {
      const lengths = this.#occurrences(text.slice(start, start + TELLING_LENGTH))
        .filter((found) => this.#lines[found - 1] !== '\n')
        .map((found) => this.#lines.slice(found, this.#lines.indexOf('\n', found)))
        .filter((tail) => text.startsWith(tail, start))
        .map((tail) => tail.length);
      if (lengths.length > 0) return { start: at, end: start + Math.max(...lengths) };
    }
    return undefined;
  }

  /** Where in the lines a few characters occur. */
  #occurrences(part: string): number[] {
    const found: number[] = [];
    if (part.length < TELLING_LENGTH || part.includes('\n')) return found;
    for (let at = this.#lines.indexOf(part); at >= 0; at = this.#lines.indexOf(part, at + 1)) found.push(at);
    return found;
  }
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const isAt = (text: string, start: number, needle: string): boolean =>
  text.startsWith(needle, start) &&
  (needle.length >= SHORTEST_SAFE_LENGTH || !/[\w-]/.test(text.charAt(start - 1) + text.charAt(start + needle.length)));

const merged = (places: readonly Place[]): Place[] => {
  const apart: Place[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || place.start >= last.end) apart.push(place);
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
  }
  return apart;
};
