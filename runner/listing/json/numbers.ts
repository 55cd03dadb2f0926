// What a JSON number means, read from its digits: doubles round beyond 2^53, and `1e-400` to the integer 0.

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
/** No int64 has more digits. */
const INT64_DIGITS = 19;

const ZERO = 48;

type ExactNumber =
  | { readonly kind: 'fraction'; readonly sign: 1 | -1 }
  | { readonly kind: 'int64'; readonly value: bigint }
  | { readonly kind: 'beyond-int64'; readonly sign: 1 | -1 };

/** The digits between the zeros that lead and those that trail, and how many trail. */
function significantDigits(digits: string): { readonly text: string; readonly trailingZeros: number } {
  let start = 0;
  while (digits.charCodeAt(start) === ZERO) start++;
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end--;
  return { text: digits.slice(start, end), trailingZeros: digits.length - end };
}

/** Reads a number token of RFC 8259 §6 without ever writing its exponent out. */
function readNumber(token: string): ExactNumber {
  const [mantissa = '', exponent = '0'] = token.split(/[eE]/);
  const sign = mantissa.startsWith('-') ? -1 : 1;
  const [whole = '', fraction = ''] = (sign === -1 ? mantissa.slice(1) : mantissa).split('.');
  const { text, trailingZeros } = significantDigits(whole + fraction);
  if (text === '') return { kind: 'int64', value: 0n };
  // An exponent too long for a double becomes infinite, which compares as it should.
  const zerosBehind = Number(exponent) - fraction.length + trailingZeros;
  if (zerosBehind < 0) return { kind: 'fraction', sign };
  if (text.length + zerosBehind > INT64_DIGITS) return { kind: 'beyond-int64', sign };
  const value = BigInt(sign) * BigInt(text + '0'.repeat(zerosBehind));
  return value < INT64_MIN || value > INT64_MAX ? { kind: 'beyond-int64', sign } : { kind: 'int64', value };
}

/** The value of a number token that is an int64 however it is spelled (`1e2`, `1.0`); undefined for all others. */
export function int64Of(token: string): bigint | undefined {
  const number = readNumber(token);
  return number.kind === 'int64' ? number.value : undefined;
}

/** Shorter tokens without an exponent are read exactly enough by Number: no fraction of them rounds to an integer. */
const ALWAYS_EXACT = /^[-\d.]{1,15}$/;

/**
 * A double that schemas judge as the number token itself would be judged: itself where a double is near enough,
 * otherwise some integer within int64, some integer beyond int64, or some fraction, of the same sign.
 */
export function representativeOf(token: string): number {
  if (ALWAYS_EXACT.test(token)) return Number(token);
  const number = readNumber(token);
  switch (number.kind) {
    case 'fraction': {
      const value = Number(token);
      return Number.isInteger(value) ? number.sign * 0.5 : value;
    }
    case 'beyond-int64':
      return number.sign * 2 ** 64;
    case 'int64': {
      const value = Number(number.value);
      return Number.isSafeInteger(value) ? value : Math.sign(value) * 2 ** 53;
    }
  }
}
