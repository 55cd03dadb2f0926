export const MAX_INT64 = 2n ** 63n - 1n;

export const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/** A plain decimal integer in the range of int64, exactly; undefined for any other spelling (`1.0`, `1e3`, `0x10`, `007`, `+5`). */
export function int64From(digits: string): bigint | undefined {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(digits)) return undefined;
  const value = BigInt(digits);
  return isInt64(value) ? value : undefined;
}
