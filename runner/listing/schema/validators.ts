import { formats } from './formats.js';
import { createValidators } from './validators.generated.js';

/** A JSON Schema document or a part of one; its keywords are read by whoever understands them. */
export type JsonSchema = Readonly<Record<string, unknown>>;

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

const NONE: readonly SchemaError[] = [];
const compiled = createValidators(formats);

function validatorOf(document: string): Validator {
  return (value) => {
    const validate = compiled[document];
    if (!validate) {
      throw new Error(
        `The validators were generated without schemas/${document}.schema.json; run \`npm run generate\`.`,
      );
    }
    return validate(value) ? NONE : (validate.errors ?? NONE);
  };
}

export const validateOrder = validatorOf('order');
export const validateError = validatorOf('error');
export const validateFixtures = validatorOf('fixtures');
export const validateConfig = validatorOf('config');
