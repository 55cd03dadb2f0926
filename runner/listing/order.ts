import { Joints, jointAt, type Name } from './joints.js';
import { IntegerReader } from './json/numbers.js';
import { stringAt } from './json/text.js';
import { beginsNumber, booleanEnd, isSpace, PLAIN, plainStringEnd, QUOTE, STOPPED } from './json/tokens.js';
import { JsonWalk, MAX_DEPTH, OPEN_BRACE } from './json/walk.js';
import { classifyDateTime, commonRfc3339End } from './schema/date-time.js';

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

const [ID, QUANTITY, SHIP_DATE, COMPLETE, ELEMENT] = [0, 2, 3, 4, 5] as const;
const NAMES = PLACES.slice(0, ELEMENT).map(({ path }) => path.slice(1));
/** Every other member; what `indexOf` says of it. */
const OTHER = -1;

/** What a value of a place can be. */
export type Verdict = 'right' | 'type' | 'format' | 'iso8601';

const LOWER_F = 0x66;
const LOWER_T = 0x74;
/** Two names are probably the same where they fall on one of so many slots. */
const SLOT_BITS = 16;

const integer = new IntegerReader();

/** By depth, the number of the open object in its element. One for all walks: none of them waits for anything. */
const OPEN = new Int32Array(MAX_DEPTH + 1);

/** By name and object: the last element, of whatever listing, that had such a name. */
const SEEN = new Int32Array(2 ** SLOT_BITS);
let elements = 0;

/** Reads one element of a listing, and says what is wrong with it as an Order. Of a repeated member, the last value counts. */
export class OrderWalk extends JsonWalk {
  /** Whether there is an `id` that is an int64; then it is `id`. */
  hasId = false;
  readonly id = new IntegerReader();
  isQuantityPositive = true;
  /** Some place is, or was, wrong. */
  isWrong = false;
  /** By place: what is wrong there, and where its value starts. */
  readonly verdicts: Verdict[] = PLACES.map(() => 'right');
  readonly starts = new Int32Array(PLACES.length);
  /** A name may be in its object twice; where this is false, none is. */
  mayRepeat = false;
  readonly #joints = new Joints(NAMES, OTHER);
  #view = new DataView(this.bytes.buffer);
  #isOrder = false;
  #objects = 0;
  /** The last name of the element itself: its offsets, quotes included. */
  #nameFrom = 0;
  #nameTo = 0;
  #isPlain = false;

  constructor() {
    super(false);
  }

  /** Returns the offset after the element that starts at `from`, `MORE` or `STOPPED`. */
  element(bytes: Buffer, from: number, to: number): number {
    this.hasId = false;
    this.isQuantityPositive = true;
    this.mayRepeat = false;
    if (this.isWrong) this.verdicts.fill('right');
    this.isWrong = false;
    elements = (elements + 1) | 0;
    this.#objects = 0;
    this.#joints.begin();
    if (bytes !== this.bytes) this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#isOrder = bytes[from] === OPEN_BRACE;
    if (!this.#isOrder) this.#note(ELEMENT, 'type', from);
    return this.walk(bytes, from, to);
  }

  protected override object(): void {
    OPEN[this.depth] = ++this.#objects;
  }

  protected override name(from: number): number {
    const { bytes, to } = this;
    let at = from + 1;
    let hash = 0;
    while (at < to && PLAIN[bytes[at] as number] === 1) hash = Math.imul(hash ^ (bytes[at++] as number), 0x01000193);
    const isPlain = at < to && bytes[at] === QUOTE;
    const end = isPlain ? at + 1 : this.string(from);
    if (isPlain) this.#see(hash);
    else this.mayRepeat = true;
    if (this.depth === 1) {
      this.#nameFrom = from;
      this.#nameTo = end;
      this.#isPlain = isPlain;
    }
    return end;
  }

  /** The object at `depth` has a name with this hash. */
  #see(hash: number): void {
    const slot = Math.imul(hash ^ (OPEN[this.depth] as number), 0x9e3779b1) >>> (32 - SLOT_BITS);
    if (SEEN[slot] === elements) this.mayRepeat = true;
    SEEN[slot] = elements;
  }

  protected override item(from: number, isFirst: boolean): number {
    if (!this.#isOrder) return super.item(from, isFirst);
    const at = this.#takeKnown(from);
    return at < 0 || this.depth === 0 ? at : this.#takeOther(at, isFirst && at === from);
  }

  /** Takes the members from there on that begin as in an element before; returns the offset after the last of them. */
  #takeKnown(from: number): number {
    const { bytes, to } = this;
    const joints = this.#joints;
    const view = this.#view;
    let at = from;
    while (at >= 0) {
      const joint = jointAt(joints.last.next, view, at, to);
      if (joint === undefined) return at;
      const start = at + joint.length;
      const { name } = joint;
      if (name === undefined) {
        this.depth = 0;
        return start;
      }
      const end = this.#commonEnd(name.place, start);
      if (end < 0 && isSpace(bytes[start] as number)) return at;
      if (!this.countName()) return STOPPED;
      this.#meet(name);
      joints.last = joint;
      at = end < 0 || this.isWrong ? this.#member(name.place, start) : end;
    }
    return at;
  }

  /** Takes a member, or the end of the element, that begins in no way that is known. */
  #takeOther(from: number, isFirst: boolean): number {
    const { bytes } = this;
    const start = this.next(from, isFirst);
    if (start < 0) return start;
    if (this.depth === 0) {
      this.#joints.learn(bytes.subarray(from, start), 'end');
      return start;
    }
    const name = this.#joints.name(stringAt(bytes, this.#nameFrom, this.#nameTo));
    if (name) this.#meet(name);
    this.#joints.learn(bytes.subarray(from, start), this.#isPlain ? name : undefined);
    return this.#member(name?.place ?? OTHER, start);
  }

  #meet(name: Name): void {
    if (name.seenIn === elements) this.mayRepeat = true;
    name.seenIn = elements;
  }

  /** Returns the offset after the member's value, which starts there. */
  #member(place: number, from: number): number {
    const common = this.#commonEnd(place, from);
    const end = common < 0 ? this.value(from) : common;
    if (end < 0 || place === OTHER) return end;
    const verdict = common < 0 ? this.#verdictOn(place, from, end) : 'right';
    if (verdict !== 'right' || this.isWrong) this.#note(place, verdict, from);
    return end;
  }

  /** Takes a value if it is of the form that nearly all of its place have; returns where it ends, else a negative number. */
  #commonEnd(place: number, from: number): number {
    const { to } = this;
    const bytes = this.#view;
    switch (place) {
      case OTHER:
        return plainStringEnd(bytes, from, to);
      case SHIP_DATE:
        return commonRfc3339End(bytes, from, to);
      case COMPLETE:
        return booleanEnd(bytes, from, to);
      case ID: {
        const end = this.id.readCommon(bytes, from, to, 'value');
        if (end >= 0) this.hasId = true;
        return end;
      }
      default: {
        const end = integer.readCommon(bytes, from, to, 'sign');
        if (end >= 0 && place === QUANTITY) this.isQuantityPositive = integer.sign > 0;
        return end;
      }
    }
  }

  #note(place: number, verdict: Verdict, from: number): void {
    this.verdicts[place] = verdict;
    this.starts[place] = from;
    this.isWrong = true;
  }

  #verdictOn(place: number, from: number, to: number): Verdict {
    const first = this.bytes[from] as number;
    if (place === COMPLETE) return first === LOWER_T || first === LOWER_F ? 'right' : 'type';
    if (place === SHIP_DATE) return first === QUOTE ? verdictOnDate(stringAt(this.bytes, from, to)) : 'type';
    const reader = place === ID ? this.id : integer;
    const kind = beginsNumber(first) ? reader.read(this.bytes, from, to) : 'none';
    if (place === QUANTITY) this.isQuantityPositive = kind === 'none' || reader.sign > 0;
    else if (place === ID) this.hasId = kind === 'int64';
    if (kind === 'none') return 'type';
    return kind === 'int64' || place === QUANTITY ? 'right' : 'format';
  }
}

const DATE_VERDICTS = { rfc3339: 'right', iso8601: 'iso8601', neither: 'format' } as const;

const verdictOnDate = (text: string): Verdict => DATE_VERDICTS[classifyDateTime(text)];
