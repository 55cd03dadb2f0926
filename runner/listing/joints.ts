import { isSpace } from './json/tokens.js';

/** What is between two values of an element, byte by byte: `,"petId":`, or `{`'s neighbour `"id":`. */
export interface Joint {
  readonly bytes: Buffer;
  /** Of the name in it. */
  readonly hash: number;
  readonly place: number;
  /** What has come after it. */
  readonly next: Joint[];
}

const MAX_JOINTS = 4096;
/** After one of them. */
const MAX_NEXT = 8;
const MAX_BYTES = 128;

/** The hash of a name with one more byte (FNV-1a). */
export const hashWith = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

/**
 * What is between the values of elements repeats itself: bytes that are the same as in the element before are known to be
 * right, and which member they begin. Nothing but the speed depends on what is known here.
 */
export class Joints {
  readonly #known = new Map<string, Joint>();
  /** Stand for the start of an element, after which no comma comes, and for joints that are not known. */
  readonly #start: Pick<Joint, 'next'> = { next: [] };
  readonly #unknown: Pick<Joint, 'next'> = { next: [] };
  #last = this.#start;

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
      if (start < to && isAt(joint.bytes, bytes, from) && !isSpace(bytes[start] as number)) {
        this.#last = joint;
        return joint;
      }
    }
    return undefined;
  }

  /** What was there instead, with that name; without a hash, it is not remembered. */
  learn(bytes: Buffer, hash: number | undefined, place: number): void {
    const { next } = this.#last;
    const joint = hash === undefined || bytes.length > MAX_BYTES ? undefined : this.#jointOf(bytes, hash, place);
    if (joint && next.length < MAX_NEXT) next.push(joint);
    this.#last = joint ?? this.#unknown;
  }

  #jointOf(bytes: Buffer, hash: number, place: number): Joint | undefined {
    const text = bytes.toString('latin1');
    const known = this.#known.get(text);
    if (known || this.#known.size === MAX_JOINTS) return known;
    const joint = { bytes: Buffer.from(bytes), hash, place, next: [] };
    this.#known.set(text, joint);
    return joint;
  }
}

function isAt(some: Buffer, bytes: Buffer, from: number): boolean {
  const { length } = some;
  let i = 0;
  while (i < length && some[i] === bytes[from + i]) i++;
  return i === length;
}
