// What a JSON number means, read from its digits: doubles round beyond 2^53, and `1e-400` to the integer 0.

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
/** No int64 has more digits. */
const INT64_DIGITS = 19;

const ZERO = 48;

/** The digits between the zeros that lead and those that trail, and how many trail. */
function significantDigits(digits: string): { readonly text: string; readonly trailingZeros: number } {
  let start = 0;
  while (digits.charCodeAt(start) === ZERO) start++;
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  return { text: digits.slice(start, end), trailingZeros: digits.length - end };
}

/** Reads a number token of RFC 8259 §6 without ever writing its exponent out. */
function exactValueOf(token: string): bigint | 'beyond-int64' | 'fraction' {
  const [mantissa = '', exponent = '0'] = token.split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const { text, trailingZeros } = significantDigits(whole + fraction);
  if (text === '') return 0n;
  // An exponent too long for a double becomes infinite, which compares as it should.
  const zerosAfter = Number(exponent) - fraction.length + trailingZeros;
  if (zerosAfter < 0) return 'fraction';
  if (text.length + zerosAfter > INT64_DIGITS) return 'beyond-int64';
  const value = BigInt(signOf(token)) * BigInt(text + '0'.repeat(zerosAfter));
  return value < INT64_MIN || value > INT64_MAX ? 'beyond-int64' : value;
}

const signOf = (token: string): 1 | -1 => (token.startsWith('-') ? -1 : 1);

/** The value of a number token that is an int64 however it is spelled (`1e2`, `1.0`); undefined for all others. */
export function int64Of(token: string): bigint | undefined {
  const value = exactValueOf(token);
  return typeof value === 'bigint' ? value : undefined;
}

/** Shorter tokens without an exponent are read exactly enough by Number: no fraction of them rounds to an integer. */
const ALWAYS_EXACT = /^[-\d.]{1,15}$/;

/**
 * A double that schemas judge as the number token itself would be judged: itself where a double is near enough,
 * otherwise some integer within int64, some integer beyond int64, or some fraction, of the same sign.
 */
export function representativeOf(token: string): number {
  const near = Number(token);
  if (ALWAYS_EXACT.test(token)) return near;
  const value = exactValueOf(token);
  if (value === 'fraction') return Number.isInteger(near) ? signOf(token) * 0.5 : near;
  if (value === 'beyond-int64') return signOf(token) * 2 ** 64;
  return Number.isSafeInteger(near) ? near : signOf(token) * 2 ** 53;
}
