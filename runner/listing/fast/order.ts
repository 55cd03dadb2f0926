import { stringAt } from '../json/text.js';
import { isSpace, PLAIN, QUOTE, STOPPED } from '../json/tokens.js';
import { MAX_DEPTH } from '../json/walk.js';
import { COMPLETE, ID, NAMES, OrderWalk, OTHER, QUANTITY, SHIP_DATE } from '../schema/order.js';
import { commonRfc3339End } from './date-time.js';
import { Joints, jointAt, type Name } from './joints.js';
import { CommonIntegerReader } from './numbers.js';
import { booleanEnd, plainStringEnd } from './tokens.js';

/** Two names are probably the same where they fall on one of so many slots. */
const SLOT_BITS = 16;

const integer = new CommonIntegerReader();

/** By depth, the number of the open object in its element. One for all walks: none of them waits for anything. */
const OPEN = new Int32Array(MAX_DEPTH + 1);

/** By name and object: the last element, of whatever listing, that had such a name. */
const SEEN = new Int32Array(2 ** SLOT_BITS);
let elements = 0;

/**
 * The same walk, faster: what is between values is compared with the elements before, values in their common forms are
 * read in place, and most elements are seen to repeat no name.
 */
export class FastOrderWalk extends OrderWalk {
  override readonly id = new CommonIntegerReader();
  readonly #joints = new Joints(NAMES, OTHER);
  #view = new DataView(this.bytes.buffer);
  #objects = 0;
  #isPlain = false;

  override element(bytes: Buffer, from: number, to: number): number {
    this.mayRepeat = false;
    elements = (elements + 1) | 0;
    this.#objects = 0;
    this.#joints.begin();
    if (bytes !== this.bytes) this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return super.element(bytes, from, to);
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
    if (isPlain) this.#see(hash);
    else this.mayRepeat = true;
    if (this.depth === 1) this.#isPlain = isPlain;
    return isPlain ? this.named(from, at + 1) : super.name(from);
  }

  /** The object at `depth` has a name with this hash. */
  #see(hash: number): void {
    const slot = Math.imul(hash ^ (OPEN[this.depth] as number), 0x9e3779b1) >>> (32 - SLOT_BITS);
    if (SEEN[slot] === elements) this.mayRepeat = true;
    SEEN[slot] = elements;
  }

  protected override item(from: number, isFirst: boolean): number {
    if (!this.isOrder) return super.item(from, isFirst);
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
      at = end < 0 || this.isWrong ? this.member(name.place, start) : end;
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
    const name = this.#joints.name(stringAt(bytes, this.nameFrom, this.nameTo));
    if (name) this.#meet(name);
    this.#joints.learn(bytes.subarray(from, start), this.#isPlain ? name : undefined);
    return this.member(name?.place ?? OTHER, start);
  }

  #meet(name: Name): void {
    if (name.seenIn === elements) this.mayRepeat = true;
    name.seenIn = elements;
  }

  protected override member(place: number, from: number): number {
    const end = this.#commonEnd(place, from);
    if (end < 0) return super.member(place, from);
    if (this.isWrong && place !== OTHER) this.note(place, 'right', from);
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
}
