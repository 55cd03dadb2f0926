import { NeedleFilter, needlesFor, SHORTEST_SAFE_LENGTH } from './needles.js';
import { LONGEST_ESCAPE, unescapings } from './unescape.js';

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Which edges of a text may lie inside of a quoted key, because there is, or was, more text. */
type Edges = Readonly<Record<'start' | 'end', boolean>>;

/** Of digits, which may be a number of JSON: what is left of it is none, and nobody's mistake. */
const REDACTED_NUMBER = '[redacted number]';

/** Needles are looked up by their first characters. */
const BEGINNING_LENGTH = 3;

/** Of a key that was cut off, no more than four characters may be left. */
const TELLING_LENGTH = 5;

/** Far more than the suite itself puts into a text: a target cannot make each of them cost time. */
const MAX_ELLIPSES = 100;

/** Where a text says that it was cut off: an ellipsis, as it is or as its bytes in UTF-8. */
const CUT = /\u2026|\xe2\x80\xa6/;
const CUTS = new RegExp(CUT, 'g');
const ELLIPSIS = Buffer.from('…');

/** What may be left of an escape before the rest of a key, and after its beginning. */
const END_OF_ESCAPE = /^(?:[\w#]{0,11};|[ux]?[\dA-Fa-f]{1,4})/;
const START_OF_ESCAPE = /(?:\\+(?:[ux][\dA-Fa-f]{0,3})?|%[\dA-Fa-f]?|&[#\w]{0,11})$/;

/** Finds and replaces one key. A text is walked once as it is, and once for each time that its escapes can be undone. */
export class Redactor {
  /** No usual spelling of what is looked for is longer. */
  readonly reach: number;
  readonly #substitute: string;
  readonly #needles: readonly string[];
  /** All of them in one text, to see at once that a text ends none. */
  readonly #joined: string;
  /** By how they begin. */
  readonly #byBeginning = new Map<string, readonly string[]>();
  readonly #beginning: RegExp;
  readonly #filter: NeedleFilter;

  constructor(key: string) {
    this.#needles = needlesFor(key);
    this.#joined = this.#needles.join('\n');
    this.#filter = new NeedleFilter(this.#needles.filter((needle) => !/[^\0-\xff]/.test(needle)));
    this.reach = 16 * Math.max(...this.#needles.map(({ length }) => length));
    for (const needle of this.#needles) {
      const beginning = needle.slice(0, BEGINNING_LENGTH);
      this.#byBeginning.set(beginning, [...(this.#byBeginning.get(beginning) ?? []), needle]);
    }
    this.#beginning = new RegExp(Array.from(this.#byBeginning.keys(), literal).join('|'), 'g');
    this.#substitute = ['[redacted]', '***'].find((mark) => this.#wholesAndHeads(mark, false).length === 0) ?? '';
  }

  /** In their order, apart from each other. */
  placesIn(text: string, edges: Edges): Place[] {
    const escaped = unescapings(text).flatMap((plain) =>
      this.#literalPlaces(plain.text, edges).map(({ start, end }) => ({
        start: plain.position(start),
        end: plain.position(end),
      })),
    );
    return merged([...this.#literalPlaces(text, edges), ...escaped]);
  }

  /** Whether bytes from the middle of a text can hold a key, or a part of one: false is certain, and soon known. */
  mayFind(bytes: Buffer): boolean {
    if (this.#filter.mayFind(bytes) || bytes.includes(ELLIPSIS)) return true;
    return unescapings(bytes.toString('latin1')).some(({ text }) => this.#filter.mayFind(Buffer.from(text, 'latin1')));
  }

  /** @param places in their order */
  replace(text: string, places: readonly Place[]): string {
    if (places.length === 0) return text;
    const between = [0, ...places.map(({ end }) => end)].map((end, index) => text.slice(end, places[index]?.start));
    const marks = places.map(({ start, end }) =>
      isNumber(text.slice(start, end)) ? REDACTED_NUMBER : this.#substitute,
    );
    return between.map((part, index) => part + (marks[index] ?? '')).join('');
  }

  #literalPlaces(text: string, edges: Edges): Place[] {
    const found = text.matchAll(CUTS);
    const cuts = Array.from(found, ({ index, 0: cut }) => index + cut.length).slice(0, MAX_ELLIPSES);
    const tails = (edges.start ? [0, ...cuts] : cuts).flatMap((at) => this.#tailAfter(text, at) ?? []);
    return [...this.#wholesAndHeads(text, edges.end), ...tails];
  }

  /** Needles, and their beginnings where they are cut off by an ellipsis or by the end of the text. */
  #wholesAndHeads(text: string, isEndCut: boolean): Place[] {
    const places: Place[] = [];
    const beginning = this.#beginning;
    let cut = nextCut(text, 0, isEndCut);
    beginning.lastIndex = 0;
    for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
      const start = found.index;
      if (cut.at < start) cut = nextCut(text, start, isEndCut);
      const needles = this.#byBeginning.get(found[0]) ?? [];
      const isHead = cut.ends.some((end) => needles.some((needle) => beginsWith(needle, text, start, end)));
      const whole = needles.find((needle) => isAt(text, start, needle));
      const end = isHead ? cut.at : start + (whole?.length ?? 0);
      beginning.lastIndex = Math.max(end, start + 1);
      if (end > start) places.push({ start, end });
    }
    return places;
  }

  /** The end of a needle that begins at a position, which may be inside of an escape. */
  #tailAfter(text: string, at: number): Place | undefined {
    const [ended = ''] = END_OF_ESCAPE.exec(text.slice(at, at + LONGEST_ESCAPE)) ?? [];
    for (let start = at; start <= at + ended.length; start++) {
      const telling = text.slice(start, start + TELLING_LENGTH);
      if (telling.length < TELLING_LENGTH || !this.#joined.includes(telling)) continue;
      const tails = this.#needles.flatMap((needle) => endsFrom(needle, telling));
      const lengths = tails.filter((tail) => text.startsWith(tail, start)).map(({ length }) => length);
      if (lengths.length > 0) return { start: at, end: start + Math.max(...lengths) };
    }
    return undefined;
  }
}

const isNumber = (text: string): boolean => /^\d{7,}$/.test(text);

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const isTelling = (needle: string): boolean => needle.length >= SHORTEST_SAFE_LENGTH;

const isAt = (text: string, start: number, needle: string): boolean =>
  text.startsWith(needle, start) &&
  (isTelling(needle) || !/[\w-]/.test(text.charAt(start - 1) + text.charAt(start + needle.length)));

/** The first place from a position at which a text is cut off, and where a key can end there: also before an escape. */
function nextCut(
  text: string,
  from: number,
  isEndCut: boolean,
): { readonly at: number; readonly ends: readonly number[] } {
  const ellipsis = text.slice(from).search(CUT);
  if (ellipsis < 0 && !isEndCut) return { at: Number.POSITIVE_INFINITY, ends: [] };
  const at = ellipsis < 0 ? text.length : from + ellipsis;
  const [begun = ''] = START_OF_ESCAPE.exec(text.slice(Math.max(0, at - LONGEST_ESCAPE), at)) ?? [];
  return { at, ends: [at, at - begun.length] };
}

/** Whether a part of a text is the beginning of a needle, and tells of it. */
const beginsWith = (needle: string, text: string, start: number, end: number): boolean =>
  end - start >= TELLING_LENGTH &&
  end - start < needle.length &&
  isTelling(needle) &&
  needle.startsWith(text.slice(start, end));

/** The ends of a needle that begin with these characters. */
function endsFrom(needle: string, telling: string): string[] {
  const ends: string[] = [];
  for (let at = needle.indexOf(telling); at >= 0; at = needle.indexOf(telling, at + 1)) ends.push(needle.slice(at));
  return isTelling(needle) ? ends : [];
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
