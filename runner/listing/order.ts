import { hashWith, type Joint, Joints, MAX_NAMES, type MemberName } from './joints.js';
import { IntegerReader } from './json/numbers.js';
import { stringAt } from './json/text.js';
import { isDigit, MINUS, MORE, PLAIN, QUOTE } from './json/tokens.js';
import { JsonWalk, UNKNOWN } from './json/walk.js';
import { classifyDateTime, commonRfc3339End } from './schema/date-time.js';

/** A part of an element that a requirement is about. */
export interface Place {
  readonly number: number;
  /** Within the element, as a JSON Pointer. */
  readonly path: string;
  readonly type: string;
  readonly format?: string;
}

/** What an Order may have (schemas/order.schema.json; a test compares the two). The last entry is the element itself. */
export const PLACES: readonly Place[] = [
  { number: 0, path: '/id', type: 'integer', format: 'int64' },
  { number: 1, path: '/petId', type: 'integer', format: 'int64' },
  { number: 2, path: '/quantity', type: 'integer' },
  { number: 3, path: '/shipDate', type: 'string', format: 'date-time' },
  { number: 4, path: '/complete', type: 'boolean' },
  { number: 5, path: '', type: 'object' },
];

const [ID, QUANTITY, SHIP_DATE, COMPLETE, ELEMENT] = [0, 2, 3, 4, 5] as const;
/** Every other member, and no member. */
const OTHER = 5;

/** What a value of a place can be. */
export type Verdict = 'right' | 'type' | 'format' | 'iso8601';

const OPEN_BRACE = 0x7b;
const LOWER_F = 0x66;
const LOWER_T = 0x74;
/** `true`, and `false` without its first letter. */
const [TRUE, ALSE] = [0x74_72_75_65, 0x61_6c_73_65];

/** Names of objects that are deeper are not told apart here. */
const MAX_SURE_DEPTH = 16;

const integer = new IntegerReader();

/** Reads one element of a listing, and says what is wrong with it as an Order. Of a repeated member, the last value counts. */
export class OrderWalk extends JsonWalk {
  /** Whether there is an `id` that is an int64; then its halves are `high` and `low`, 32 bits each. */
  hasId = false;
  high = 0;
  low = 0;
  isQuantityPositive = true;
  /** Some place is, or was, wrong. */
  isWrong = false;
  /** By place: what is wrong there, and where its value starts. */
  readonly verdicts: Verdict[] = PLACES.map(() => 'right');
  readonly starts = new Int32Array(PLACES.length);
  /** A name may be in its object twice; where this is false, none is. */
  mayRepeat = false;
  readonly #joints = new Joints(PLACES.slice(0, ELEMENT).map(({ path }) => path.slice(1)));
  /** Objects are numbered: the last one, the open one at each depth, and the last one there that had each name. */
  #objects = 0;
  readonly #open = new Int32Array(MAX_SURE_DEPTH);
  readonly #seen = new Int32Array(MAX_SURE_DEPTH * MAX_NAMES);
  /** What is to be learnt as a joint: where it starts, its name's quote, and the name. */
  #jointStart = 0;
  #quote = 0;
  #name: MemberName | undefined;
  #place: number = OTHER;

  /** @param validates whether anything but the id is looked at */
  constructor(readonly validates: boolean) {
    super(false);
  }

  /** Returns the offset after the element that starts at `from`, `MORE` or `STOPPED`. */
  element(bytes: Buffer, from: number, to: number): number {
    this.hasId = false;
    this.isQuantityPositive = true;
    this.mayRepeat = false;
    if (this.isWrong) this.verdicts.fill('right');
    this.isWrong = false;
    this.#name = undefined;
    this.#place = OTHER;
    this.#joints.begin();
    if (bytes[from] !== OPEN_BRACE) this.#note(ELEMENT, 'type', from);
    return this.walk(bytes, from, to);
  }

  protected override object(): void {
    this.#objects = (this.#objects + 1) | 0;
    if (this.depth < MAX_SURE_DEPTH) this.#open[this.depth] = this.#objects;
  }

  protected override skipToValue(from: number): number {
    const joint = this.#joints.at(this.bytes, from, this.to);
    if (!joint) {
      this.#jointStart = from;
      return UNKNOWN;
    }
    this.#pass(joint);
    this.#place = placeOf(joint.name);
    return from + joint.bytes.length;
  }

  #pass(joint: Joint): void {
    this.#joints.pass(joint);
    this.#see(joint.name);
  }

  protected override name(from: number): number {
    const { bytes, to } = this;
    let at = from + 1;
    let hash = 0;
    while (at < to && PLAIN[bytes[at] as number] === 1) hash = hashWith(hash, bytes[at++] as number);
    if (at >= to) return MORE;
    const isPlain = bytes[at] === QUOTE;
    const end = isPlain ? at + 1 : this.string(from);
    if (end < 0) return end;
    const name = isPlain ? this.#joints.name(bytes, from + 1, at, hash) : undefined;
    this.#see(name);
    if (this.depth === 1) {
      this.#name = name;
      this.#quote = from;
      this.#place = name ? placeOf(name) : placeNamed(stringAt(bytes, from, end));
      if (!name) this.#joints.pass(undefined);
    }
    return end;
  }

  /** Two names are the same where their objects and numbers are. */
  #see(name: MemberName | undefined): void {
    const { depth } = this;
    if (name === undefined || depth >= MAX_SURE_DEPTH) {
      this.mayRepeat = true;
      return;
    }
    const at = depth * MAX_NAMES + name.number;
    if (this.#seen[at] === this.#open[depth]) this.mayRepeat = true;
    this.#seen[at] = this.#open[depth] as number;
  }

  protected override memberValues(from: number): number {
    if (this.#name) {
      this.#joints.learn(this.bytes.subarray(this.#jointStart, from), this.#quote - this.#jointStart, this.#name);
      this.#name = undefined;
    }
    let end = this.#takeCommon(this.#place, from);
    if (end < 0) return UNKNOWN;
    this.#place = OTHER;
    for (;;) {
      const joint = this.#joints.at(this.bytes, end, this.to);
      if (joint === undefined) return end;
      const next = this.#takeCommon(placeOf(joint.name), end + joint.bytes.length);
      if (next < 0 || !this.countName()) return end;
      this.#pass(joint);
      end = next;
    }
  }

  /** Takes a value if it is of the form that nearly all of its place have; returns where it ends, else a negative number. */
  #takeCommon(place: number, from: number): number {
    const { bytes, to } = this;
    let end: number;
    if (place === OTHER) {
      end = bytes[from] === QUOTE ? this.string(from) : UNKNOWN;
      return end;
    } else if (place === SHIP_DATE) end = bytes[from] === QUOTE ? commonRfc3339End(bytes, from + 1, to) : UNKNOWN;
    else if (place === COMPLETE) end = booleanEnd(bytes, from, to);
    else end = integer.readCommon(bytes, from, to);
    if (end < 0) return end;
    if (place === ID) this.#keepId(true);
    else if (place === QUANTITY) this.isQuantityPositive = integer.sign > 0;
    if (this.isWrong) this.#note(place, 'right', from);
    return end;
  }

  protected override member(from: number, to: number): void {
    const place = this.#place;
    if (place === OTHER) return;
    this.#place = OTHER;
    const verdict = this.#verdictOn(place, from, to);
    if (verdict !== 'right' || this.isWrong) this.#note(place, verdict, from);
  }

  #note(place: number, verdict: Verdict, from: number): void {
    if (!this.validates) return;
    this.verdicts[place] = verdict;
    this.starts[place] = from;
    this.isWrong = true;
  }

  #keepId(isInt64: boolean): void {
    this.hasId = isInt64;
    this.high = integer.high;
    this.low = integer.low;
  }

  #verdictOn(place: number, from: number, to: number): Verdict {
    const first = this.bytes[from] as number;
    if (place === COMPLETE) return first === LOWER_T || first === LOWER_F ? 'right' : 'type';
    if (place === SHIP_DATE) return first === QUOTE ? verdictOnDate(stringAt(this.bytes, from, to)) : 'type';
    const kind = first === MINUS || isDigit(first) ? integer.read(this.bytes, from, to) : 'none';
    if (place === QUANTITY) this.isQuantityPositive = kind === 'none' || integer.sign > 0;
    if (place === ID) this.#keepId(kind === 'int64');
    if (kind === 'none') return 'type';
    return kind === 'int64' || place === QUANTITY ? 'right' : 'format';
  }
}

const placeNamed = (name: string): number => PLACES.find(({ path }) => path === `/${name}`)?.number ?? OTHER;

const placeOf = ({ number }: MemberName): number => (number < OTHER ? number : OTHER);

/** Where the `true` or `false` ends that is there. */
function booleanEnd(bytes: Buffer, from: number, to: number): number {
  if (from + 5 >= to) return UNKNOWN;
  if (bytes.readUInt32BE(from) === TRUE) return from + 4;
  return bytes[from] === LOWER_F && bytes.readUInt32BE(from + 1) === ALSE ? from + 5 : UNKNOWN;
}

function verdictOnDate(text: string): Verdict {
  const form = classifyDateTime(text);
  if (form === 'rfc3339') return 'right';
  return form === 'iso8601' ? 'iso8601' : 'format';
}
