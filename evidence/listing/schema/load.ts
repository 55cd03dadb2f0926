// Loaded only with --schemas: ajv takes longer to load than most of what a run does at its start.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import error from '../../../schemas/error.schema.json' with { type: 'json' };
import order from '../../../schemas/order.schema.json' with { type: 'json' };
import { ajvOf, namesIn, schemaValidator } from './compile.js';
import type { Schemas } from './schemas.js';

/** Schemas to load. One that is absent is the contract's. */
export type GivenSchemas = { readonly [Name in 'order' | 'error']?: object | boolean };

/** The places where a schema breaks the meta-schema. */
export const errorsIn = errorsBy(schemaValidator(Ajv2020));

/**
 * Compiles schemas.
 * @throws an error of ajv
 */
export function compileSchemas(sources: GivenSchemas): Schemas {
  const schemas: Required<GivenSchemas> = { error, order, ...sources };
  const ajv = ajvOf(Ajv2020, schemas);
  const [validateOrder, validateError] = [errorsBy(ajv.compile(schemas.order)), errorsBy(ajv.compile(schemas.error))];
  return { validateOrder, validateError, names: new Set(namesIn(schemas)) };
}

function errorsBy(validate: ValidateFunction) {
  return (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
}
