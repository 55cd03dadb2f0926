import { isUtf8 } from 'node:buffer';
import { countStrings, type ElementRange, type ElementScan, elementRanges, idDigits } from './element-scan.js';
import { readJsonText } from './json/nodes.js';
import type { ElementJudge } from './judge.js';
import { ShapeLane } from './lane.js';

/** Beyond it, the text that the lane matches against costs more memory than it saves time. */
const LARGEST_LANE_BYTES = 256 * 1024;
/** Below it, making a shape takes longer than parsing: a store of a few orders is judged without one. */
const SMALLEST_LANE_BYTES = 16 * 1024;

/**
 * Takes elements out of the bytes of a listing and hands each to the judge, by the fastest of three ways that is
 * certain: the shape lane, JSON.parse for many at once, or a reading to the digit.
 */
export class Elements {
  readonly #judge: ElementJudge;
  readonly #lane = new ShapeLane();
  readonly #smallest: number;

  /** @param smallest bytes below which the lane is left out */
  constructor(judge: ElementJudge, smallest = SMALLEST_LANE_BYTES) {
    this.#judge = judge;
    this.#smallest = smallest;
  }

  /** Takes what the lane takes from the start of an element on; returns where the next one starts. */
  takeFast(bytes: Buffer, from: number): number {
    if (bytes.length < this.#smallest || bytes.length > LARGEST_LANE_BYTES) return from;
    const lane = this.#lane;
    const source = () => readJsonText(bytes, lane.start, lane.end);
    return lane.pass(bytes, from, {
      takeProven: (id) => this.#judge.takeProven(id, source),
      takeOther: (start, scan) => this.take(bytes, start, scan.comma, scan),
    });
  }

  /** Takes the elements in bytes [from, to), or none and returns false where they are not all JSON. */
  take(bytes: Buffer, from: number, to: number, scan: ElementScan): boolean {
    const values = parseElements(bytes.subarray(from, to));
    if (!values) return false;
    if (values.length === 0) return scan.closing >= 0 && this.#judge.count === 0;
    if (scan.numbers !== 'plain' || this.#mayRepeat(values, scan.strings)) this.#takeEach(bytes, from, to, values);
    else this.#takeAll(bytes, from, to, values);
    return true;
  }

  /** The same for elements that were not scanned but are known to be JSON. */
  takeValid(bytes: Buffer, from: number, to: number): void {
    this.#takeEach(bytes, from, to, parseElements(bytes.subarray(from, to)) ?? []);
  }

  /** Some object in the values, or in a value among them, repeats a member name (only of interest where it is judged). */
  #mayRepeat(value: unknown, strings: number): boolean {
    return this.#judge.judges && countStrings(value) !== strings;
  }

  #takeAll(bytes: Buffer, from: number, to: number, values: readonly unknown[]): void {
    const first = this.#judge.count;
    let ranges: readonly ElementRange[] | undefined;
    const source = () => {
      ranges ??= elementRanges(bytes, from, to);
      const range = ranges[this.#judge.count - first] as ElementRange;
      return readJsonText(bytes, range.from, range.to);
    };
    for (const value of values) this.#judge.takeParsed(value, integerId(value), source);
  }

  #takeEach(bytes: Buffer, from: number, to: number, values: readonly unknown[]): void {
    for (const [i, range] of elementRanges(bytes, from, to).entries()) {
      const value = values[i];
      const source = () => readJsonText(bytes, range.from, range.to);
      const certain = range.numbers !== 'odd' && !this.#mayRepeat(value, range.strings);
      const id = certain ? exactId(value, bytes, range) : 'unknown';
      if (id === 'unknown') this.#judge.takeText(source());
      else this.#judge.takeParsed(value, id, source);
    }
  }
}

/** The engine's parser is the judge of what is JSON. */
function parseElements(bytes: Buffer): readonly unknown[] | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(`[${bytes.toString('utf8')}]`) as unknown[];
  } catch {
    return undefined;
  }
}

/** The `id` of an element as JSON.parse gave it, where it is an integer. */
function integerId(value: unknown): number | undefined {
  const id = typeof value === 'object' && value !== null ? (value as { readonly id?: unknown }).id : undefined;
  return typeof id === 'number' && Number.isInteger(id) ? id : undefined;
}

/** The same to the digit, for an element without odd numbers. */
function exactId(value: unknown, bytes: Buffer, { from, to }: ElementRange): number | bigint | undefined | 'unknown' {
  const id = integerId(value);
  if (id === undefined || Number.isSafeInteger(id)) return id;
  const digits = idDigits(bytes, from, to);
  return digits === undefined ? 'unknown' : BigInt(digits);
}
