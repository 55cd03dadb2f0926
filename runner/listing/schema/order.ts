import { IntegerReader } from '../json/numbers.js';
import { stringAt } from '../json/text.js';
import { beginsNumber, QUOTE } from '../json/tokens.js';
import { JsonWalk, OPEN_BRACE } from '../json/walk.js';
import { classifyDateTime } from './date-time.js';

/** A part of an element that a requirement is about. */
export interface Place {
  /** Within the element, as a JSON Pointer. */
  readonly path: string;
  readonly type: string;
  readonly format?: string;
}

/** What an Order may have (schemas/order.schema.json; a test compares the two). The last entry is the element itself. */
export const PLACES: readonly Place[] = [
  { path: '/id', type: 'integer', format: 'int64' },
  { path: '/petId', type: 'integer', format: 'int64' },
  { path: '/quantity', type: 'integer' },
  { path: '/shipDate', type: 'string', format: 'date-time' },
  { path: '/complete', type: 'boolean' },
  { path: '', type: 'object' },
];

export const [ID, QUANTITY, SHIP_DATE, COMPLETE, ELEMENT] = [0, 2, 3, 4, 5] as const;
export const NAMES = PLACES.slice(0, ELEMENT).map(({ path }) => path.slice(1));
/** Every other member; what `indexOf` says of it. */
export const OTHER = -1;

/** What a value of a place can be. */
export type Verdict = 'right' | 'type' | 'format' | 'iso8601';

const LOWER_F = 0x66;
const LOWER_T = 0x74;

const integer = new IntegerReader();

/** Reads one element of a listing, and says what is wrong with it as an Order. Of a repeated member, the last value counts. */
export class OrderWalk extends JsonWalk {
  /** Whether there is an `id` that is an int64, or a string of its digits, which is wrong; then it is `id`. */
  hasId = false;
  readonly id = new IntegerReader();
  isQuantityPositive = true;
  /** Some place is, or was, wrong. */
  isWrong = false;
  /** By place: what is wrong there, and where its value starts. */
  readonly verdicts: Verdict[] = PLACES.map(() => 'right');
  readonly starts = new Int32Array(PLACES.length);
  /** A name may be in its object twice; where this is false, none is. */
  mayRepeat = true;
  protected isOrder = false;
  /** The last name of the element itself: its offsets, quotes included. */
  protected nameFrom = 0;
  protected nameTo = 0;

  constructor() {
    super(false);
  }

  /** Returns the offset after the element that starts at `from`, `MORE` or `STOPPED`. */
  element(bytes: Buffer, from: number, to: number): number {
    this.hasId = false;
    this.isQuantityPositive = true;
    if (this.isWrong) this.verdicts.fill('right');
    this.isWrong = false;
    this.isOrder = bytes[from] === OPEN_BRACE;
    if (!this.isOrder) this.note(ELEMENT, 'type', from);
    return this.walk(bytes, from, to);
  }

  protected override name(from: number): number {
    return this.named(from, this.string(from));
  }

  /** Returns `to`. */
  protected named(from: number, to: number): number {
    if (this.depth === 1) {
      this.nameFrom = from;
      this.nameTo = to;
    }
    return to;
  }

  protected override item(from: number, isFirst: boolean): number {
    if (!this.isOrder) return super.item(from, isFirst);
    const start = this.next(from, isFirst);
    if (start < 0 || this.depth === 0) return start;
    return this.member(NAMES.indexOf(stringAt(this.bytes, this.nameFrom, this.nameTo)), start);
  }

  /** Returns the offset after the member's value, which starts there. */
  protected member(place: number, from: number): number {
    const end = this.value(from);
    if (end < 0 || place === OTHER) return end;
    const verdict = this.#verdictOn(place, from, end);
    if (verdict !== 'right' || this.isWrong) this.note(place, verdict, from);
    return end;
  }

  protected note(place: number, verdict: Verdict, from: number): void {
    this.verdicts[place] = verdict;
    this.starts[place] = from;
    this.isWrong = true;
  }

  #verdictOn(place: number, from: number, to: number): Verdict {
    const first = this.bytes[from] as number;
    if (place === COMPLETE) return first === LOWER_T || first === LOWER_F ? 'right' : 'type';
    if (place === SHIP_DATE) return first === QUOTE ? verdictOnDate(stringAt(this.bytes, from, to)) : 'type';
    return this.#verdictOnNumber(place, first, from, to);
  }

  #verdictOnNumber(place: number, first: number, from: number, to: number): Verdict {
    const reader = place === ID ? this.id : integer;
    const kind = beginsNumber(first) ? reader.read(this.bytes, from, to) : 'none';
    if (place === QUANTITY) this.isQuantityPositive = kind === 'none' || reader.sign > 0;
    else if (place === ID) this.hasId = kind === 'int64' || this.#readDigits(from, to);
    if (kind === 'none') return 'type';
    return kind === 'int64' || place === QUANTITY ? 'right' : 'format';
  }

  /** Ids in strings show which ids are taken as well. */
  #readDigits(from: number, to: number): boolean {
    const isId = to - from <= LONGEST_ID && DIGITS.test(this.bytes.toString('latin1', from, to));
    return isId && this.id.read(this.bytes, from + 1, to - 1) === 'int64';
  }
}

const LONGEST_ID = '"-9223372036854775808"'.length;
const DIGITS = /^"(0|-?[1-9]\d*)"$/;

const DATE_VERDICTS = { rfc3339: 'right', iso8601: 'iso8601', neither: 'format' } as const;

const verdictOnDate = (text: string): Verdict => DATE_VERDICTS[classifyDateTime(text)];
