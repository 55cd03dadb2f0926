// JSON.parse rounds numbers to doubles. This file reads from the digits what a schema asks about a number.

/** No int64 has more digits. */
const INT64_DIGITS = 19;
const ZERO = 0x30;
const TWO = 0x32;
const NINE = 0x39;
const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;
/** All larger doubles are integers. */
const LARGEST_FRACTION = 2 ** 52 - 0.5;

interface Magnitude {
  /** The integer before the decimal point. Undefined if it has more digits than any int64. */
  readonly whole: bigint | undefined;
  readonly isInteger: boolean;
}

/** Reads a number token (RFC 8259 §6) without its sign. It never writes out the exponent. */
function magnitudeOf(token: string): Magnitude {
  const [mantissa = '', exponent = '0'] = token.split(/[eE]/);
  const [beforePoint = '', afterPoint = ''] = mantissa.replace('-', '').split('.');
  const digits = beforePoint + afterPoint;
  let [start, end] = [0, digits.length];
  while (digits.charCodeAt(start) === ZERO) start++;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  if (start === end) return { whole: 0n, isInteger: true };
  // An exponent that is too long becomes infinite, which compares correctly.
  const zeros = Number(exponent) - afterPoint.length + digits.length - end;
  const isInteger = zeros >= 0;
  if (end - start + zeros > INT64_DIGITS) return { whole: undefined, isInteger };
  const whole = isInteger
    ? digits.slice(start, end) + '0'.repeat(zeros)
    : digits.slice(start, Math.max(start, end + zeros));
  return { whole: BigInt(whole), isInteger };
}

/** The integer of a token. Undefined for a fraction, or for more digits than any int64 has. */
export function integerOf(token: string): bigint | undefined {
  if (INTEGER.test(token) && token.length <= INT64_DIGITS) return BigInt(token);
  const { whole, isInteger } = magnitudeOf(token);
  return isInteger && whole !== undefined ? BigInt(token.startsWith('-') ? -1 : 1) * whole : undefined;
}

/**
 * A double that answers each question of a schema as the number itself: is it an integer, is it in the range of int64,
 * how does it compare to each integer up to 2^53. It may be a neighbour of the double from JSON.parse.
 */
function faithful(token: string): number {
  const double = Math.abs(Number(token));
  const sign = token.startsWith('-') ? -1 : 1;
  if (Number.isFinite(double) && !Number.isInteger(double)) return sign * double;
  const { whole, isInteger } = magnitudeOf(token);
  if (whole === undefined) return sign * (isInteger ? Math.min(double, Number.MAX_VALUE) : LARGEST_FRACTION);
  const rounded = BigInt(double);
  // From 2^54 on, the number and its double are on the same side of every limit but 2^63; the next double may be that.
  if (isInteger && (whole === rounded || (double > 2 ** 54 && double !== 2 ** 63))) return sign * double;
  const neighbour = double * (1 + (whole >= rounded ? Number.EPSILON : -Number.EPSILON)) || Number.MIN_VALUE;
  return sign * (isInteger || !Number.isInteger(neighbour) ? neighbour : LARGEST_FRACTION);
}

const INTEGER = /^-?\d+$/;

/** True if a schema treats the number in `bytes[from, to)` like the double from JSON.parse. */
export function isHarmless(bytes: Buffer, from: number, to: number): boolean {
  let at = from;
  while (at < to && isDigit(bytes[at] as number)) at++;
  const digits = to - from;
  // From 922… on, 19 digits may exceed int64.
  const isSmall = (bytes[from] as number) < NINE || (bytes[from + 1] as number) < TWO;
  if (at === to && (digits < INT64_DIGITS || (digits === INT64_DIGITS && isSmall))) return true;
  const token = bytes.toString('latin1', from, to);
  const double = Number(token);
  return Number.isInteger(double) ? INTEGER.test(token) && Math.abs(double) < 2 ** 63 : Number.isFinite(double);
}

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/gs;

/**
 * Parses a text that JSON.parse has accepted. Each number becomes a double that a schema treats like the number itself.
 */
export const parseFaithfully = (text: string): unknown =>
  JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : String(faithful(token)))));
