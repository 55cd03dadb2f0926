import { isValid } from '../../evidence/request.js';
import { isPlain } from '../../runner/fixtures/candidates.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import type { FakeAnswer } from './fake-transport.js';

/** Conversions of a path segment to a number. */
export const PARSERS = {
  strict: (text: string) => (/^[+-]?\d+$/.test(text) ? BigInt(text) : undefined),
  'number at the start': (text: string) => startOf(text),
  'number at the start, else 0': (text: string) => startOf(text) ?? 0n,
  'strict, else 0': (text: string) => PARSERS.strict(text) ?? 0n,
  'fraction cut off': (text: string) => (IS_NUMBER.test(text) ? startOf(text) : undefined),
  'fraction rounded up': (text: string) => (IS_NUMBER.test(text) ? away(text, 1n) : undefined),
  'fraction rounded down': (text: string) => (IS_NUMBER.test(text) ? away(text, -1n) : undefined),
  double: (text: string) => (Number.isFinite(Number(text)) ? BigInt(Math.trunc(Number(text))) : undefined),
  'double, rounded': (text: string) => (Number.isFinite(Number(text)) ? BigInt(Math.round(Number(text))) : undefined),
  'double, else 0': (text: string) => BigInt(Math.trunc(Number(text) || 0)),
  digits: (text: string) => /\d+/.exec(text)?.map(BigInt)[0],
} as const;

const IS_NUMBER = /^-?\d+(\.\d+)?$/;

const startOf = (text: string): bigint | undefined => /^-?\d+/.exec(text)?.map(BigInt)[0];

/** Rounds a number with a fraction away from zero. */
function away(text: string, direction: bigint): bigint | undefined {
  const start = startOf(text);
  if (start === undefined || !text.includes('.')) return start;
  return text.startsWith('-') === direction < 0n ? start + direction : start;
}

const held =
  (min: bigint, max: bigint) =>
  (id: bigint): bigint =>
    id < min ? min : id > max ? max : id;

const float = (id: bigint): bigint => {
  const value = Math.fround(Number(id));
  return Number.isFinite(value) ? BigInt(value) : 0n;
};

/** Rounds the double of the id to 14 digits, by its digits alone. */
function fourteenDigits(id: bigint): bigint {
  const double = BigInt(Number(id));
  const digits = String(double < 0n ? -double : double);
  const step = 10n ** BigInt(Math.max(0, digits.length - 14));
  const rounded = ((BigInt(digits) + step / 2n) / step) * step;
  return double < 0n ? -rounded : rounded;
}

/** Conversions of the number to a type. */
export const CASTS = {
  exact: (id: bigint) => id,
  double: (id: bigint) => BigInt(Number(id)),
  float,
  int32: (id: bigint) => BigInt.asIntN(32, id),
  uint32: (id: bigint) => BigInt.asUintN(32, id),
  'double, then int32': (id: bigint) => BigInt.asIntN(32, BigInt(Number(id))),
  'double, then uint32': (id: bigint) => BigInt.asUintN(32, BigInt(Number(id))),
  int64: (id: bigint) => BigInt.asIntN(64, id),
  // As JavaScript prints a number; a proxy that reads JSON and writes it again does the same.
  'shortest decimal': (id: bigint) => BigInt(`${Number(id)}`),
  '14 digits': (id: bigint) => fourteenDigits(id),
  '14 digits, then double': (id: bigint) => BigInt(Number(fourteenDigits(id))),
  'double, then int64': (id: bigint) => BigInt.asIntN(64, BigInt(Number(id))),
  'saturated at int32': held(-(2n ** 31n), 2n ** 31n - 1n),
  'saturated at uint32': held(0n, 2n ** 32n - 1n),
  'saturated at 2^53': held(-(2n ** 53n), 2n ** 53n),
  'saturated at 2^53 - 1': held(1n - 2n ** 53n, 2n ** 53n - 1n),
  'saturated at int64': held(-(2n ** 63n), 2n ** 63n - 1n),
  'double, then saturated at int32': (id: bigint) => held(-(2n ** 31n), 2n ** 31n - 1n)(BigInt(Number(id))),
  'double, then saturated at int64': (id: bigint) => held(-(2n ** 63n), 2n ** 63n - 1n)(BigInt(Number(id))),
} as const;

/** Conversions against which no choice of ids is safe. The orders that they hit do not fail the test. */
export const UNHELD = {
  int16: (id: bigint) => BigInt.asIntN(16, id),
  'mask of 24 bits': (id: bigint) => id & 0xffffffn,
  'nine digits': (id: bigint) => BigInt(String(id).slice(0, 9)),
} as const;

export interface Careless {
  /** It reads any text that is not a plain positive integer as the id of some order. */
  readonly takesAnyText?: boolean;
  readonly parser: keyof typeof PARSERS;
  readonly dropsSign: boolean;
  /** It compares ids as doubles, as `WHERE id = <double>` does: it cancels each order that is equal so. */
  readonly comparesDoubles?: boolean;
  readonly cast: keyof typeof CASTS | keyof typeof UNHELD;
  /** Whether its listing has the ids of all orders, of some or of none, or fails. */
  readonly listing: 'ids' | 'some ids' | 'no ids' | 'fails';
  /** Lists only a part of its orders: an announced or unannounced page, or a tenant's orders. */
  readonly part?: { shows(id: bigint): boolean; readonly isAnnounced: boolean };
}

/** The id that it reads from a path segment. */
export function readingOf({ parser, dropsSign, cast }: Careless, text: string): bigint | undefined {
  const number = PARSERS[parser](text);
  if (number === undefined) return undefined;
  return { ...CASTS, ...UNHELD }[cast](dropsSign && number < 0n ? -number : number);
}

/** A server that reads ids carelessly, and records which orders it cancelled for the valid key. */
export class CarelessServer {
  readonly cancelled: { readonly id: bigint; readonly text: string }[] = [];
  readonly #careless: Careless;
  readonly #pending: Set<bigint>;
  readonly #refused: readonly bigint[];

  constructor(careless: Careless, pending: readonly bigint[], refused: readonly bigint[]) {
    this.#careless = careless;
    this.#pending = new Set(pending);
    this.#refused = refused;
  }

  answer({ request, method, orderId: text = '' }: OutgoingRequest): FakeAnswer {
    if (!isValid(request.credential)) return errorOf(401);
    if (method === 'GET') return this.#list();
    const id = this.#careless.takesAnyText && !isPlain(text) ? this.#any(text) : readingOf(this.#careless, text);
    if (id === undefined) return errorOf(400);
    const isAsked = (other: bigint): boolean =>
      other === id || (this.#careless.comparesDoubles === true && Number(other) === Number(id));
    const taken = [...this.#pending].filter(isAsked);
    for (const each of taken) this.cancelled.push({ id: each, text });
    for (const each of taken) this.#pending.delete(each);
    if (taken.length > 0) return { status: 204 };
    return this.#refused.some(isAsked) ? { status: 409 } : errorOf(404);
  }

  /** Some order; the same text always gives the same order. */
  #any(text: string): bigint | undefined {
    const all = [...this.#pending];
    const sum = [...text].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
    return all[sum % all.length];
  }

  #list(): FakeAnswer {
    const { listing, part } = this.#careless;
    if (listing === 'fails') return errorOf(500);
    const hasId = (index: number) => listing === 'ids' || (listing === 'some ids' && index % 2 === 0);
    const elements = [...this.#pending, ...this.#refused]
      .filter((id) => part?.shows(id) ?? true)
      .map((id, index) => (hasId(index) ? `{"id":${id}}` : '{}'));
    const headers = part?.isAnnounced ? [['Link', '</v1/store/orders?page=2>; rel="next"'] as const] : [];
    return { status: 200, headers, body: `[${elements.join(',')}]` };
  }
}

const errorOf = (status: number): FakeAnswer => ({
  status,
  body: `{"code":"x","message":"x","status":${status}}`,
});
