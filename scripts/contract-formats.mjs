// The formats that a schema of the contract may name: those of ajv-formats that judge anything, two of them more strictly.
// Bundled into the validators.
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { dateTime, int64 } from '../runner/listing/schema/formats.ts';

const { float, double, password, binary, ...judging } = fullFormats;

export const formats = { ...judging, int64, 'date-time': dateTime };
