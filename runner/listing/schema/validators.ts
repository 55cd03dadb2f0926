import type { CompiledValidator } from './validators.generated.js';
import * as compiled from './validators.generated.js';

/** One place that breaks a schema; the members are ajv's. */
export interface SchemaError {
  /** JSON Pointer of the place within the value: `` is the value itself. */
  readonly instancePath: string;
  /** The keyword that is broken: `type`, `format`, `required`. */
  readonly keyword: string;
  /** What the keyword wants, such as `{ type: 'integer' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export type Validator = (value: unknown) => readonly SchemaError[];

const validatorOf =
  (validate: CompiledValidator): Validator =>
  (value) =>
    validate(value) ? [] : (validate.errors ?? []);

export const validateOrder = validatorOf(compiled.validateOrder);
export const validateError = validatorOf(compiled.validateError);
