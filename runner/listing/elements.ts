import { isUtf8 } from 'node:buffer';
import { countStrings, type ElementRange, type ElementScan, elementRanges, scanElements } from './element-scan.js';
import { type JsonText, readJsonText } from './json/nodes.js';
import { ShapeLane } from './lane.js';
import type { ListingTally } from './tally.js';

/** Above it, the text that the lane matches against costs more memory than it saves time. */
const LARGEST_LANE_BYTES = 256 * 1024;
/** Below it, making a shape takes longer than parsing: a store of a few orders is read without one. */
const SMALLEST_LANE_BYTES = 16 * 1024;

/** JSON.parse keeps every new member name for long: an element full of names would cost ten times its size. */
const LARGEST_PARSED_BYTES = 128 * 1024;

/** Where taking elements stopped, and why. */
export interface Taken {
  /** Where the next element starts; after the bracket that closes the listing where it is `closed`. */
  readonly at: number;
  readonly stop: 'closed' | 'unfinished-element' | 'too-many-values' | 'not-json';
}

/**
 * Takes elements out of the bytes of a listing and hands each on, by the fastest of three ways that is
 * certain: the shape lane, JSON.parse for many at once, or a reading to the digit.
 */
export class Elements {
  readonly #tally: ListingTally;
  readonly #lane = new ShapeLane();
  readonly #smallest: number;

  /** @param smallest bytes below which the lane is left out */
  constructor(tally: ListingTally, smallest = SMALLEST_LANE_BYTES) {
    this.#tally = tally;
    this.#smallest = smallest;
  }

  /** Takes all elements that are over, from the start of one on. */
  take(bytes: Buffer, from: number): Taken {
    for (let at = this.#takeFast(bytes, from); ; ) {
      const scan = scanElements(bytes, at, bytes.length, 'all');
      const end = Math.max(scan.comma, scan.closing);
      const broken = end < 0 ? undefined : this.#take(bytes, at, end, scan);
      if (broken !== undefined) return { at: broken, stop: 'not-json' };
      if (end >= 0) at = end + 1;
      if (scan.closing >= 0) return { at, stop: 'closed' };
      if (scan.stop === 'broken') return { at, stop: 'not-json' };
      if (scan.stop === undefined) return { at, stop: 'unfinished-element' };
      if (end < 0) return { at, stop: 'too-many-values' };
    }
  }

  #takeFast(bytes: Buffer, from: number): number {
    if (bytes.length < this.#smallest || bytes.length > LARGEST_LANE_BYTES) return from;
    const lane = this.#lane;
    const source = () => readJsonText(bytes, lane.start, lane.end) as JsonText;
    return lane.pass(bytes, from, {
      takeProven: (id) => this.#tally.takeProven(id, source),
      takeOther: (start, scan) => this.#take(bytes, start, scan.comma, scan) === undefined,
    });
  }

  /** Takes the elements in bytes [from, to) up to one that is not JSON; returns where that starts. */
  #take(bytes: Buffer, from: number, to: number, scan: ElementScan): number | undefined {
    if (scan.odd || to - from > LARGEST_PARSED_BYTES) return this.#takeEach(bytes, from, to);
    const values = parseElements(bytes, from, to);
    if (!values) return from;
    if (values.length === 0) return scan.closing >= 0 && this.#tally.count === 0 ? undefined : from;
    if (this.#hasRepeated(values, scan.strings)) return this.#takeEach(bytes, from, to);
    this.#takeAll(bytes, from, to, values);
    return undefined;
  }

  /** Some object in the values repeats a member (of interest only where elements are validated). */
  #hasRepeated(values: readonly unknown[], strings: number): boolean {
    return this.#tally.validates && countStrings(values) !== strings;
  }

  #takeAll(bytes: Buffer, from: number, to: number, values: readonly unknown[]): void {
    const first = this.#tally.count;
    let ranges: readonly ElementRange[] | undefined;
    const source = () => {
      ranges ??= elementRanges(bytes, from, to);
      const range = ranges[this.#tally.count - first] as ElementRange;
      return readJsonText(bytes, range.from, range.to) as JsonText;
    };
    for (const value of values) this.#tally.takeParsed(value, source);
  }

  #takeEach(bytes: Buffer, from: number, to: number): number | undefined {
    for (const range of elementRanges(bytes, from, to)) {
      const isParsed = !range.odd && range.to - range.from <= LARGEST_PARSED_BYTES;
      const values = isParsed ? parseElements(bytes, range.from, range.to) : undefined;
      const text = () => readJsonText(bytes, range.from, range.to);
      if (values?.length === 1 && !this.#hasRepeated(values, range.strings)) {
        this.#tally.takeParsed(values[0], () => text() as JsonText);
        continue;
      }
      const exact = text();
      if (!exact) return range.from;
      this.#tally.takeText(exact);
    }
    return undefined;
  }
}

/** The engine's parser decides what is JSON. */
function parseElements(bytes: Buffer, from: number, to: number): readonly unknown[] | undefined {
  if (!isUtf8(bytes.subarray(from, to))) return undefined;
  try {
    return JSON.parse(`[${bytes.toString('utf8', from, to)}]`) as unknown[];
  } catch {
    return undefined;
  }
}
