// Loaded only with --schemas: ajv takes longer to load than most of what a run does at its start.
import { Ajv2020 } from 'ajv/dist/2020.js';
import error from '../../../schemas/error.schema.json' with { type: 'json' };
import order from '../../../schemas/order.schema.json' with { type: 'json' };
import { ajvOf, namesIn, type Schema, SchemaProblem } from './compile.js';
import type { Schemas } from './schemas.js';

/** Schemas to load. One that is absent is the contract's. */
export type GivenSchemas = { readonly [Name in 'order' | 'error']?: Schema };

/** Compiles schemas, or says what is wrong with one of them. */
export function compileSchemas(given: GivenSchemas): Schemas | SchemaProblem {
  try {
    const schemas: Required<GivenSchemas> = { error, order, ...given };
    const ajv = ajvOf(Ajv2020, schemas);
    const validator = (schema: object) => {
      const validate = ajv.compile(schema);
      return (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
    };
    const [validateOrder, validateError] = [validator(schemas.order), validator(schemas.error)];
    return { validateOrder, validateError, names: new Set(namesIn(schemas)) };
  } catch (thrown) {
    if (thrown instanceof SchemaProblem) return thrown;
    throw thrown;
  }
}
