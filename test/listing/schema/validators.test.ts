import { describe, expect, test } from 'vitest';
import { PLACES } from '../../../runner/listing/schema/order.js';
import { type SchemaError, validateError } from '../../../runner/listing/schema/validators.generated.js';
import orderSchema from '../../../schemas/order.schema.json' with { type: 'json' };

const brief = (errors: readonly SchemaError[]) =>
  errors.map(({ instancePath, keyword, params }) => [instancePath, keyword, params]);

describe('an Error', () => {
  test('has all three members', () => {
    expect(validateError({ code: '', message: '', status: 401, details: [] })).toEqual([]);
    expect(brief(validateError({ code: 1, status: '401' }))).toEqual([
      ['', 'required', { missingProperty: 'message' }],
      ['/code', 'type', { type: 'string' }],
      ['/status', 'type', { type: 'integer' }],
    ]);
  });
});

test('the walk over a listing knows all that the schema of an Order says', () => {
  const { type, properties, ...rest } = orderSchema;
  expect(Object.keys(rest).sort()).toEqual(['$id', '$schema', 'description', 'title']);
  const members = Object.entries(properties).map(([name, { description: _, ...says }]) => ({
    path: `/${name}`,
    ...says,
  }));
  expect(PLACES).toEqual([...members, { path: '', type }]);
});
