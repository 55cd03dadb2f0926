import { isSpace } from './json/tokens.js';
import { hashOf } from './names.js';

/** A member name that elements have, with a bit of its own. */
export interface MemberName {
  readonly bytes: Buffer;
  readonly number: number;
  readonly joints: Joint[];
}

/** What is between two values of an element, byte by byte: `,"petId":`, or `{`'s neighbour `"id":`. */
export interface Joint {
  readonly bytes: Buffer;
  /** Of the name's opening quote. */
  readonly quote: number;
  readonly name: MemberName;
  /** What has come after it. */
  readonly next: Joint[];
}

/** A bit of an int32 for each. */
const MAX_NAMES = 31;
/** As a name may be spelled (first in its element or not, in one style or another), and after a joint. */
const MAX_JOINTS = 8;
const MAX_JOINT_BYTES = 128;

/**
 * What is between the values of elements repeats itself: bytes that are the same as in the element before are known to be
 * right, and which member they begin. Nothing but the speed depends on what is known here.
 */
export class Joints {
  readonly #names = new Map<number, MemberName>();
  /** Stand for the start of an element, after which no comma comes, and for joints that are not known. */
  readonly #start: Pick<Joint, 'next'> = { next: [] };
  readonly #unknown: Pick<Joint, 'next'> = { next: [] };
  #last = this.#start;

  /** @param names get the first numbers */
  constructor(names: readonly string[]) {
    for (const name of names) this.#register(Buffer.from(name), hashOf(Buffer.from(name)));
  }

  /** An element begins. */
  begin(): void {
    this.#last = this.#start;
  }

  /** The joint that is at that place of the bytes, if it is one that is expected there. */
  at(bytes: Buffer, from: number, to: number): Joint | undefined {
    const { next } = this.#last;
    for (let i = 0; i < next.length; i++) {
      const joint = next[i] as Joint;
      if (isAt(joint.bytes, bytes, from, to)) return joint;
    }
    return undefined;
  }

  /** That joint was there; undefined: one that is not known. */
  pass(joint: Joint | undefined): void {
    this.#last = joint ?? this.#unknown;
  }

  /** The name with these bytes; undefined where there are too many names to know them all. */
  name(bytes: Buffer, hash: number): MemberName | undefined {
    const known = this.#names.get(hash);
    if (known) return known.bytes.equals(bytes) ? known : undefined;
    return this.#names.size < MAX_NAMES ? this.#register(Buffer.from(bytes), hash) : undefined;
  }

  /** What was between the value before and the one that begins, where it was not expected. */
  learn(bytes: Buffer, quote: number, name: MemberName): void {
    const joint = name.joints.find((known) => known.bytes.equals(bytes)) ?? this.#newJoint(bytes, quote, name);
    const { next } = this.#last;
    if (joint && next.length < MAX_JOINTS) next.push(joint);
    this.pass(joint);
  }

  #newJoint(bytes: Buffer, quote: number, name: MemberName): Joint | undefined {
    if (name.joints.length === MAX_JOINTS || bytes.length > MAX_JOINT_BYTES) return undefined;
    const joint = { bytes: Buffer.from(bytes), quote, name, next: [] };
    name.joints.push(joint);
    return joint;
  }

  #register(bytes: Buffer, hash: number): MemberName {
    const name = { bytes, number: this.#names.size, joints: [] };
    this.#names.set(hash, name);
    return name;
  }
}

/** Whether a value starts right after the joint. */
function isAt(joint: Buffer, bytes: Buffer, from: number, to: number): boolean {
  const { length } = joint;
  if (from + length >= to) return false;
  let i = 0;
  while (i < length && joint[i] === bytes[from + i]) i++;
  return i === length && !isSpace(bytes[from + length] as number);
}
