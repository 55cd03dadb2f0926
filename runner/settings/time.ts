import { UsageError } from '../input/usage-error.js';
import type { Range } from './option-table.js';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/**
 * Reads `20s`, `500ms`, `2m`, or a number of milliseconds.
 * @throws UsageError
 */
export function parseTime(origin: string, text: string, range: Range): number {
  const [, amount, unit = 'ms'] = /^(\d{1,15})(ms|s|m)?$/.exec(text) ?? [];
  const time = Number(amount) * (UNITS[unit] ?? 1);
  if (time >= range.min && time <= range.max) return time;
  throw new UsageError(`${origin}: Expected ${expectedTime(range)}, found "${text.slice(0, 40)}".`);
}

/** Continues "expected …". */
export const expectedTime = ({ min, max }: Range): string =>
  `a time from ${timeText(min)} to ${timeText(max)}, such as 20s (a plain number is milliseconds)`;

/** The time in the largest unit that needs no fraction. */
export function timeText(ms: number): string {
  const [unit = 'ms', size = 1] = Object.entries(UNITS).findLast(([, length]) => ms > 0 && ms % length === 0) ?? [];
  return `${ms / size}${unit}`;
}
