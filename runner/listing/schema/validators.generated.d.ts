import type { SchemaError } from './validators.js';

/** A validator as ajv compiles it: the errors of the last call are a member of the function. */
export interface CompiledValidator {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

export declare const validateOrder: CompiledValidator;
export declare const validateError: CompiledValidator;
