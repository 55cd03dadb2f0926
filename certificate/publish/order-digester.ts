import { createHash, type Hash } from 'node:crypto';

/** What the contract says of an order (§2): rules look at these values. */
const KEPT: ReadonlySet<string> = new Set(['id', 'petId', 'quantity', 'shipDate', 'complete']);

/** A longer name is certainly not one of those. */
const LONGEST_NAME = 256;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const [OPEN_BRACKET, OPEN_BRACE] = [0x5b, 0x7b];
const SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Replaces the values of further members of the orders in a listing by digests of them, while it streams; what equals
 * before equals after. What is not an array of objects is left as it is.
 */
export class OrderDigester {
  readonly #salt: string;
  #depth = 0;
  #isArray: boolean | undefined;
  /** Whether this element of the listing is an object. */
  #isOrder = false;
  #isInString = false;
  #isEscaped = false;
  /** In an order, outside of its values: the next string is a name. */
  #expectsName = false;
  #name: number[] | undefined;
  #lastName = '';
  /** Of the value that is replaced. */
  #hash: Hash | undefined;
  /** How many values were replaced. */
  places = 0;

  /** @param salt without it, few possible values could be tried out */
  constructor(salt: string) {
    this.#salt = salt;
  }

  write(bytes: Uint8Array): Buffer {
    const out: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      const wasHashing = this.#hash !== undefined;
      const digest = this.#take(byte);
      if (digest !== undefined) {
        out.push(Buffer.from(digest));
        from = at;
      } else if (!wasHashing && this.#hash) {
        out.push(Buffer.from(bytes.subarray(from, at)));
        from = bytes.length;
      }
    }
    if (!this.#hash) out.push(Buffer.from(bytes.subarray(from)));
    return Buffer.concat(out);
  }

  /** Returns the digest of the value that ended just before this byte, if one did. */
  #take(byte: number): string | undefined {
    if (this.#isInString) {
      this.#hash?.update(Buffer.of(byte));
      this.#takeOfString(byte);
      return undefined;
    }
    const isEnd = this.#depth === 2 && (byte === COMMA || CLOSING.has(byte));
    const digest = isEnd ? this.#endValue() : undefined;
    this.#takeOfStructure(byte);
    if (this.#hash && !SPACE.has(byte)) this.#hash.update(Buffer.of(byte));
    return digest;
  }

  #takeOfString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInString = false;
      if (this.#name) this.#lastName = nameOf(this.#name);
      this.#name = undefined;
      return;
    }
    if (this.#name && this.#name.length < LONGEST_NAME) this.#name.push(byte);
  }

  #takeOfStructure(byte: number): void {
    if (OPENING.has(byte)) this.#open(byte);
    else if (CLOSING.has(byte)) this.#close();
    else if (byte === COMMA || byte === COLON) {
      if (this.#depth === 2) this.#expectsName = this.#isOrder && byte === COMMA;
    } else if (!SPACE.has(byte)) {
      this.#isInString = byte === QUOTE;
      if (this.#isInString && this.#expectsName && this.#depth === 2) this.#name = [];
      this.#beginValue();
    }
  }

  #open(byte: number): void {
    this.#beginValue();
    this.#depth++;
    if (this.#depth === 1) this.#isArray = byte === OPEN_BRACKET;
    if (this.#depth === 2) {
      this.#isOrder = this.#isArray === true && byte === OPEN_BRACE;
      this.#expectsName = this.#isOrder;
    }
  }

  #close(): void {
    this.#depth--;
    if (this.#depth === 1) this.#isOrder = false;
  }

  #beginValue(): void {
    const isValue = this.#isOrder && this.#depth === 2 && !this.#expectsName;
    if (!isValue || this.#hash || KEPT.has(this.#lastName)) return;
    this.#hash = createHash('sha256').update(this.#salt);
  }

  #endValue(): string | undefined {
    const hash = this.#hash;
    this.#hash = undefined;
    if (!hash) return undefined;
    this.places++;
    return JSON.stringify(`sha256:${hash.digest('hex')}`);
  }
}

function nameOf(bytes: readonly number[]): string {
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString('utf8')}"`) as string;
  } catch {
    return '';
  }
}
