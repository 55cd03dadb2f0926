import type { SchemaError } from '../listing/index.js';

export declare const validateEvidenceLine: (value: unknown) => readonly SchemaError[];
