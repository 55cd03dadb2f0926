// Two formats that ajv-formats checks less strictly. The validators are made with these.
import { classifyDateTime } from './date-time.js';

/** ajv-formats accepts every integer. The doubles of `exact.ts` are on the correct side of both limits. */
export const int64 = {
  type: 'number',
  validate: (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
} as const;

/** The usual spelling of date-times. Only others are parsed. */
const COMMON =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * RFC 3339 §5.6. ajv-formats also accepts white space for the `T`, offsets such as `+02` and `+0200`, and
 * `25:59:59+02:00`.
 */
export const dateTime = (text: string): boolean => COMMON.test(text) || classifyDateTime(text) === 'rfc3339';
