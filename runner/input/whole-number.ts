import { UsageError } from './usage-error.js';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * Reads a whole number within a range.
 * @param origin begins the message: `--timeout`.
 * @throws UsageError
 */
export function parseWholeNumber(origin: string, text: string, { min, max }: Range): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${origin}: Expected a whole number from ${min} to ${max}, found "${text.slice(0, 40)}".`);
}
