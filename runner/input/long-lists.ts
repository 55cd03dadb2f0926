/** A list of plain numbers that was cut out of a text. */
export interface LongList {
  readonly numerals: readonly string[];
  /** Of each number, in the whole text. */
  readonly offsets: readonly number[];
  /** How many of them are still in the text. */
  readonly left: number;
}

export interface CutText {
  readonly text: string;
  /** By the offset, in the text that is left, at which each list begins. */
  readonly lists: ReadonlyMap<number, LongList>;
  /** Where an offset of the text that is left is in the whole. */
  original(offset: number): number;
}

/** Fewer numbers than this are not worth it. */
const MIN_LENGTH = 1000;

/** Of a shorter text, nothing is cut. */
const MIN_CHARACTERS = 64 * 1024;

export const uncut = (text: string): CutText => ({ text, lists: new Map(), original: (offset) => offset });

/** `[`, or the line of a first `- 101`; group 1 is its indentation. */
const BEGINS = /\[|^( *)- +-?\d+ *$/gm;

/**
 * Leaves of each long list of plain numbers in a YAML text no more than its beginning: as a tree, a million of them take
 * a minute and gigabytes. Whether what looks like a list is one, the caller finds where it is left.
 */
export function cutLongLists(whole: string): CutText {
  if (whole.length < MIN_CHARACTERS) return uncut(whole);
  const kept: string[] = [];
  const lists = new Map<number, LongList>();
  const cuts: { readonly at: number; readonly to: number }[] = [];
  let from = 0;
  let length = 0;
  for (let begin = next(whole, 0); begin !== undefined; begin = next(whole, begin.end)) {
    const { numbers } = begin;
    if (numbers.length < MIN_LENGTH) continue;
    kept.push(whole.slice(from, begin.cutFrom));
    lists.set(length + begin.start - from, {
      numerals: numbers.map(({ numeral }) => numeral),
      offsets: numbers.map(({ offset }) => offset),
      left: begin.left,
    });
    length += begin.cutFrom - from;
    cuts.push({ at: length, to: begin.end });
    from = begin.end;
  }
  kept.push(whole.slice(from));
  const original = (offset: number): number => {
    const last = cuts.findLast(({ at }) => at <= offset);
    return last ? last.to + offset - last.at : offset;
  };
  return { text: kept.join(''), lists, original };
}

interface Found {
  /** Of the list. */
  readonly start: number;
  readonly numbers: readonly { readonly numeral: string; readonly offset: number }[];
  /** What may be cut: from here to `end`. */
  readonly cutFrom: number;
  readonly end: number;
  readonly left: number;
}

/** What looks like the next list; looks at no character twice. */
function next(text: string, from: number): Found | undefined {
  BEGINS.lastIndex = from;
  const found = BEGINS.exec(text);
  if (!found) return undefined;
  const [line, indent] = found;
  if (indent === undefined) {
    const cutFrom = found.index + 1;
    const { numbers, end } = numbersAt(text, cutFrom, /\s*(-?\d+)\s*[,\]]/y);
    const isClosed = numbers.length > 0 && text[end - 1] === ']';
    return { start: found.index, numbers: isClosed ? numbers : [], cutFrom, end: isClosed ? end - 1 : end, left: 0 };
  }
  const start = found.index + indent.length;
  const { numbers, end } = numbersAt(text, found.index, new RegExp(`${indent}- +(-?\\d+) *(?:\\r?\\n|$)`, 'y'));
  const cutFrom = numbers[1] ? text.lastIndexOf('\n', numbers[1].offset) + 1 : found.index + line.length;
  return { start, numbers, cutFrom, end: Math.max(end, cutFrom), left: 1 };
}

function numbersAt(text: string, from: number, pattern: RegExp): Pick<Found, 'numbers' | 'end'> {
  const numbers: { numeral: string; offset: number }[] = [];
  let end = from;
  for (;;) {
    pattern.lastIndex = end;
    const found = pattern.exec(text);
    if (!found) return { numbers, end };
    const [all, numeral = ''] = found;
    numbers.push({ numeral, offset: end + all.indexOf(numeral) });
    end += all.length;
    if (all.endsWith(']')) return { numbers, end };
  }
}
