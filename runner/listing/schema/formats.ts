import { isRfc3339 } from './date-time.js';

/**
 * Whether a number is an integer of 64 bits (§2). Judges representatives (runner/listing/json/numbers.ts): a double
 * cannot tell 2^63−1 from 2^63, so numbers that are longer than a double is exact never get here as themselves.
 */
export const isInt64 = (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;

/** The formats of the contract, as ajv takes them. */
export const formats = {
  int64: { type: 'number', validate: isInt64 },
  'date-time': { type: 'string', validate: isRfc3339 },
} as const;

export type Formats = typeof formats;
