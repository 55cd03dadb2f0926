/** A name that members of elements have. */
export interface Name {
  readonly place: number;
  /** The last element that had it. */
  seenIn: number;
}

/** What is between two values of an element, byte by byte: `,"petId":`, or `{`'s neighbour `"id":`. */
export interface Joint {
  readonly length: number;
  /** Its bytes, four by four; zeros after the last. */
  readonly words: Int32Array;
  /** The bits of the last word that count. */
  readonly mask: number;
  /** Undefined where it ends the element. */
  readonly name: Name | undefined;
  /** What has come after it. */
  readonly next: Joint[];
}

const MAX_JOINTS = 4096;
/** After one of them. */
const MAX_NEXT = 8;
const MAX_BYTES = 128;

const WORD_BYTES = 4;

/** Which of these is at that place of the bytes, if a value may start after it; in the last few bytes, none is found. */
export function jointAt(joints: readonly Joint[], bytes: DataView, from: number, to: number): Joint | undefined {
  for (let i = 0; i < joints.length; i++) {
    const joint = joints[i] as Joint;
    const { words } = joint;
    const last = words.length - 1;
    const end = from + WORD_BYTES * last;
    if (end + WORD_BYTES >= to) continue;
    let word = 0;
    let at = from;
    while (word < last && bytes.getInt32(at, true) === words[word]) {
      word++;
      at += WORD_BYTES;
    }
    if (word === last && ((bytes.getInt32(end, true) ^ (words[last] as number)) & joint.mask) === 0) return joint;
  }
  return undefined;
}

/**
 * What is between the values of elements repeats itself: bytes that are the same as in the element before are known to be
 * right, and which member they begin. Nothing but the speed depends on what is known here.
 */
export class Joints {
  readonly #known = new Map<string, Joint>();
  readonly #names: Map<string, Name>;
  /** Stand for the start of an element, after which no comma comes, and for joints that are not known. */
  readonly #start: Pick<Joint, 'next'> = { next: [] };
  readonly #unknown: Pick<Joint, 'next'> = { next: [] };
  /** What came last of the element. */
  last = this.#start;

  /** @param places the names that have one; all others share `other` */
  constructor(
    places: readonly string[],
    readonly other: number,
  ) {
    this.#names = new Map(places.map((name, place) => [name, { place, seenIn: 0 }]));
  }

  /** An element begins. */
  begin(): void {
    this.last = this.#start;
  }

  /** Undefined where it is not one of the places, and too many are known. */
  name(text: string): Name | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= MAX_JOINTS || text.length > MAX_BYTES) return known;
    const name = { place: this.other, seenIn: 0 };
    this.#names.set(text, name);
    return name;
  }

  /** A joint came that was not expected; `end`: the element ends with it. Without a name, it is not remembered. */
  learn(bytes: Buffer, name: Name | 'end' | undefined): void {
    const { next } = this.last;
    const joint =
      name && bytes.length <= MAX_BYTES ? this.#jointOf(bytes, name === 'end' ? undefined : name) : undefined;
    if (joint && next.length < MAX_NEXT) next.push(joint);
    this.last = joint ?? this.#unknown;
  }

  #jointOf(bytes: Buffer, name: Name | undefined): Joint | undefined {
    const text = bytes.toString('latin1');
    const known = this.#known.get(text);
    if (known || this.#known.size === MAX_JOINTS) return known;
    const padding = Buffer.alloc((WORD_BYTES - (bytes.length % WORD_BYTES)) % WORD_BYTES);
    const padded = Buffer.concat([bytes, padding]);
    const words = Int32Array.from({ length: padded.length / WORD_BYTES }, (_, i) => padded.readInt32LE(WORD_BYTES * i));
    const joint = { length: bytes.length, words, mask: (-1 >>> (8 * padding.length)) | 0, name, next: [] };
    this.#known.set(text, joint);
    return joint;
  }
}
