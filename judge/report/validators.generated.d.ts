import type { SchemaError } from '../../evidence/body.js';

export declare const validateReport: (value: unknown) => readonly SchemaError[];
