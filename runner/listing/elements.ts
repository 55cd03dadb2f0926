import { isUtf8 } from 'node:buffer';
import { countStrings, type ElementRange, findElements } from './element-scan.js';
import { type JsonText, readJsonText } from './json/nodes.js';
import { skipSpace } from './json/scalars.js';
import { ShapeLane } from './lane.js';
import type { ListingTally } from './tally.js';

/** Above it, the text that the lane matches against costs more memory than it saves time. */
const LARGEST_LANE_BYTES = 256 * 1024;
/** Below it, making a shape takes longer than parsing: a store of a few orders is read without one. */
const SMALLEST_LANE_BYTES = 16 * 1024;
/** Elements in a row that no shape accepts; the rest of the batch is then parsed. */
const MAX_MISSES = 8;

/** JSON.parse keeps every new member name for long: an element full of names would cost ten times its size. */
const LARGEST_PARSED_BYTES = 128 * 1024;

const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;

/** Where taking elements stopped, and why. */
export interface Taken {
  /** Where the next element starts; after the bracket that closes the listing where it is `closed`. */
  readonly at: number;
  readonly stop: 'closed' | 'unfinished' | 'too-many-values' | 'not-json';
}

/**
 * Takes elements out of the bytes of a listing and hands each on, by the fastest of three ways that is
 * certain: the shape lane, JSON.parse, or a reading to the digit.
 */
export class Elements {
  readonly #lane = new ShapeLane();

  /** @param smallest bytes below which the lane is left out */
  constructor(
    readonly tally: ListingTally,
    readonly smallest = SMALLEST_LANE_BYTES,
  ) {}

  /** Takes all elements that are over, from the start of one on. */
  take(bytes: Buffer, from: number): Taken {
    let at = skipSpace(bytes, from);
    if (bytes[at] === CLOSE_BRACKET && this.tally.count === 0) return { at: at + 1, stop: 'closed' };
    const text = this.#textForLane(bytes);
    for (let misses = text === '' ? MAX_MISSES : 0; ; ) {
      const isInLane = misses < MAX_MISSES;
      const next = isInLane ? this.#takeProven(bytes, text, at) : -1;
      if (next >= 0) {
        at = skipSpace(bytes, next);
        misses = 0;
        continue;
      }
      const { ranges, stop, ...after } = findElements(bytes, at, isInLane ? 1 : Number.POSITIVE_INFINITY);
      const broken = this.#takeOthers(bytes, ranges);
      if (broken) return { at: broken.from, stop: 'not-json' };
      if (stop) return { at: after.at, stop };
      this.#lane.learn(text.slice(at, after.at - 1).trimEnd());
      at = skipSpace(bytes, after.at);
      misses++;
    }
  }

  /** The elements that the lane may take, as Latin-1: an element that is over has a comma after it. */
  #textForLane(bytes: Buffer): string {
    if (bytes.length < this.smallest || bytes.length > LARGEST_LANE_BYTES || !this.#lane.begin()) return '';
    const end = bytes.lastIndexOf(COMMA) + 1;
    return isUtf8(bytes.subarray(0, end)) ? bytes.toString('latin1', 0, end) : '';
  }

  /** Returns where the next element starts; -1 where the lane does not accept this one. */
  #takeProven(bytes: Buffer, text: string, start: number): number {
    const match = this.#lane.match(text, start);
    if (!match) return -1;
    const end = start + match[0].length;
    const comma = skipSpace(bytes, end);
    if (bytes[comma] !== COMMA) return -1;
    this.tally.takeProven(match[1], () => readJsonText(bytes, start, end) as JsonText);
    return comma + 1;
  }

  /** Returns the first of these elements that is not JSON; none after it is taken. */
  #takeOthers(bytes: Buffer, ranges: readonly ElementRange[]): ElementRange | undefined {
    const [first] = ranges;
    const values = first && parseElements(bytes, ranges);
    if (values && !this.#hasRepeated(values, ranges)) {
      for (const [i, { from, to }] of ranges.entries()) {
        this.tally.takeParsed(values[i], () => readJsonText(bytes, from, to) as JsonText);
      }
      return undefined;
    }
    if (ranges.length > 1) return ranges.find((range) => this.#takeOthers(bytes, [range]));
    const exact = first && readJsonText(bytes, first.from, first.to);
    if (exact) this.tally.takeText(exact);
    return exact ? undefined : first;
  }

  /** Some object in the values repeats a member (of interest only where elements are validated). */
  #hasRepeated(values: readonly unknown[], ranges: readonly ElementRange[]): boolean {
    return this.tally.validates && countStrings(values) !== ranges.reduce((sum, { strings }) => sum + strings, 0);
  }
}

/** The values of elements that JSON.parse reads exactly; undefined where it may not. */
function parseElements(bytes: Buffer, ranges: readonly ElementRange[]): readonly unknown[] | undefined {
  const [from, to] = [ranges[0]?.from, ranges.at(-1)?.to ?? 0];
  if (from === undefined || to - from > LARGEST_PARSED_BYTES || ranges.some(({ odd }) => odd)) return undefined;
  if (!isUtf8(bytes.subarray(from, to))) return undefined;
  try {
    const values = JSON.parse(`[${bytes.toString('utf8', from, to)}]`) as unknown[];
    return values.length === ranges.length ? values : undefined;
  } catch {
    return undefined;
  }
}
