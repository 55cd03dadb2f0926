import { randomInt } from 'node:crypto';
import { spelledAt, stringAt } from './json/text.js';
import { BACKSLASH, QUOTE } from './json/tokens.js';

/** A power of two, and at least twice as many as the names of a value that a walk reads. */
const SLOTS = 32_768;
/** Odd, and another in each process, so that nobody can make up names that all get the same slot. */
const FACTOR = 2 * randomInt(2 ** 29, 2 ** 30) + 1;
/** Takes objects of one element far apart, such as the items of an order. */
const STRIDE = 0x9e3779b1;

/** The hash of a name with one more byte. */
export const hashWith = (hash: number, byte: number): number => Math.imul(hash ^ byte, FACTOR);

export const hashOf = (name: Uint8Array): number => name.reduce(hashWith, 0);

/**
 * The member names of one element: which were in the same object before. Objects are numbered through all elements, so
 * that nothing has to be cleared: a slot of an object before the element's first is free.
 */
export class NameTable {
  readonly #owners = new Int32Array(SLOTS);
  readonly #offsets = new Int32Array(SLOTS);
  #objects = 0;
  #first = 1;
  #hasEscapes = false;

  startElement(): void {
    if (this.#objects > 2 ** 30) {
      this.#objects = 0;
      this.#owners.fill(0);
    }
    this.#first = this.#objects + 1;
    this.#hasEscapes = false;
  }

  /** The number of an object that begins. */
  startObject(): number {
    this.#objects++;
    return this.#objects;
  }

  /** Adds the name that starts there; returns the offset of the same name in the same object, or -1. */
  add(owner: number, hash: number, bytes: Buffer, from: number): number {
    const spread = Math.imul((owner - this.#first) ^ (hash >>> 15), STRIDE) ^ hash;
    for (let slot = spread & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const known = this.#owners[slot] as number;
      if (known < this.#first) {
        this.#owners[slot] = owner;
        this.#offsets[slot] = from;
        return -1;
      }
      const earlier = this.#offsets[slot] as number;
      if (known === owner && this.#isSame(bytes, earlier, from)) return earlier;
    }
  }

  /** The same for a name that is `bytes[from, to)`, whatever is in it. */
  addAny(owner: number, bytes: Buffer, from: number, to: number): number {
    if (!bytes.subarray(from, to).includes(BACKSLASH)) {
      return this.add(owner, hashOf(bytes.subarray(from + 1, to - 1)), bytes, from);
    }
    this.#hasEscapes = true;
    return this.add(owner, hashOf(Buffer.from(stringAt(bytes, from, to))), bytes, from);
  }

  /** Byte by byte, and where a name has escapes, by what it spells. */
  #isSame(bytes: Buffer, one: number, other: number): boolean {
    for (let i = 1; bytes[one + i] === bytes[other + i]; i++) {
      if (bytes[one + i] === QUOTE) return true;
    }
    return this.#hasEscapes && spelledAt(bytes, one) === spelledAt(bytes, other);
  }
}
