import type { Formats } from './formats.js';
import type { JsonSchema, SchemaError } from './validators.js';

/** A validator as ajv compiles it: the errors of the last call are a property of the function. */
export interface CompiledValidator {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/** Only the documents that exist under schemas/ are compiled. */
export declare const createValidators: (formats: Formats) => Readonly<Record<string, CompiledValidator>>;

export declare const orderSchema: JsonSchema;
