import { fullFormats } from 'ajv-formats/dist/formats.js';
import { dateTime, int64 } from './formats.js';

const { float, double, password, binary, ...judging } = fullFormats;

/** The formats that a schema may name: those of ajv-formats that judge anything, two of them more strictly. */
export const formats = { ...judging, int64, 'date-time': dateTime };
