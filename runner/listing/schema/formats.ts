// The formats that a schema of the contract may name: those of ajv-formats that judge anything, two of them more strictly.
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { classifyDateTime } from './date-time.js';

/** The doubles of `exact.ts` are on the right side of both limits. */
const int64 = {
  type: 'number',
  validate: (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
} as const;

/** Most date-times are spelled so; all others are looked at more closely. */
const COMMON =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** RFC 3339 §5.6. ajv-formats also takes white space for the `T`, offsets such as `+02` and `+0200`, and `25:59:59+02:00`. */
const dateTime = (text: string): boolean => COMMON.test(text) || classifyDateTime(text) === 'rfc3339';

const { float, double, password, binary, ...judging } = fullFormats;

export const formats = { ...judging, int64, 'date-time': dateTime };
