import type { SchemaError } from '../runner/evidence/body.js';

export declare const validateStatement: (value: unknown) => readonly SchemaError[];
