import { isSpace } from './json/tokens.js';

/** A member name that some object has. */
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

export const MAX_NAMES = 1024;
/** As a name may be spelled (first in its element or not, in one style or another), and after a joint. */
const MAX_JOINTS = 8;
/** Of a name, and of a joint. */
const MAX_BYTES = 128;

/** The hash of a name with one more byte (FNV-1a). */
export const hashWith = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

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
    for (const name of names) {
      const bytes = Buffer.from(name);
      this.#register(bytes, bytes.reduce(hashWith, 0));
    }
  }

  /** An element begins. */
  begin(): void {
    this.#last = this.#start;
  }

  /** The joint that is at that place of the bytes, if it is one that is expected there, and a value starts after it. */
  at(bytes: Buffer, from: number, to: number): Joint | undefined {
    const { next } = this.#last;
    for (let i = 0; i < next.length; i++) {
      const joint = next[i] as Joint;
      const start = from + joint.bytes.length;
      if (start < to && isAt(joint.bytes, bytes, from) && !isSpace(bytes[start] as number)) return joint;
    }
    return undefined;
  }

  /** That joint was there; undefined: one that is not known. */
  pass(joint: Joint | undefined): void {
    this.#last = joint ?? this.#unknown;
  }

  /** The name that is `bytes[from, to)`; undefined where it is too long, or one too many, to be known. */
  name(bytes: Buffer, from: number, to: number, hash: number): MemberName | undefined {
    const known = this.#names.get(hash);
    if (known) return known.bytes.length === to - from && isAt(known.bytes, bytes, from) ? known : undefined;
    if (this.#names.size === MAX_NAMES || to - from > MAX_BYTES) return undefined;
    return this.#register(Buffer.from(bytes.subarray(from, to)), hash);
  }

  /** What was between the value before and the one that begins, where it was not expected. */
  learn(bytes: Buffer, quote: number, name: MemberName): void {
    const joint = name.joints.find((known) => known.bytes.equals(bytes)) ?? this.#newJoint(bytes, quote, name);
    const { next } = this.#last;
    if (joint && next.length < MAX_JOINTS) next.push(joint);
    this.pass(joint);
  }

  #newJoint(bytes: Buffer, quote: number, name: MemberName): Joint | undefined {
    if (name.joints.length === MAX_JOINTS || bytes.length > MAX_BYTES) return undefined;
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

function isAt(some: Buffer, bytes: Buffer, from: number): boolean {
  const { length } = some;
  let i = 0;
  while (i < length && some[i] === bytes[from + i]) i++;
  return i === length;
}
