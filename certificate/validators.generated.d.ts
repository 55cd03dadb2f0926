import type { SchemaError } from '../evidence/body.js';

export declare const validateStatement: (value: unknown) => readonly SchemaError[];
