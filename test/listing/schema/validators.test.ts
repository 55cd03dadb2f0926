import { describe, expect, test } from 'vitest';
import { isInt64 } from '../../../runner/listing/schema/formats.js';
import { type SchemaError, validateError, validateOrder } from '../../../runner/listing/schema/validators.generated.js';

const brief = (errors: readonly SchemaError[]) =>
  errors.map(({ instancePath, keyword, params }) => [instancePath, keyword, params]);

describe('an Order', () => {
  test('may lack every member and have further ones', () => {
    expect(validateOrder({})).toEqual([]);
    expect(
      validateOrder({ id: 1, petId: -1, quantity: 0, shipDate: '2026-01-31T12:00:00Z', complete: false, status: null }),
    ).toEqual([]);
  });

  test('has members of the types and formats of the contract, null being none of them', () => {
    const value = { id: null, petId: 2 ** 63, quantity: 1.5, shipDate: '2026-01-31', complete: 'true' };
    expect(brief(validateOrder(value))).toEqual([
      ['/id', 'type', { type: 'integer' }],
      ['/petId', 'format', { format: 'int64' }],
      ['/quantity', 'type', { type: 'integer' }],
      ['/shipDate', 'format', { format: 'date-time' }],
      ['/complete', 'type', { type: 'boolean' }],
    ]);
  });

  test.each([[[]], ['x'], [1], [null], [true]])('is an object, not %j', (value) => {
    expect(brief(validateOrder(value))).toEqual([['', 'type', { type: 'object' }]]);
  });

  test('keeps the errors of one call when another is made', () => {
    const errors = validateOrder({ id: 'x' });
    validateOrder({ complete: 1 });
    expect(brief(errors)).toEqual([['/id', 'type', { type: 'integer' }]]);
  });
});

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

test('the format int64 ends where 64 bits do', () => {
  expect([-(2 ** 63), 2 ** 63 - 1024, 0, -0].map(isInt64)).toEqual([true, true, true, true]);
  expect([2 ** 63, -(2 ** 63) - 2048, 0.5, Number.POSITIVE_INFINITY, Number.NaN].map(isInt64)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
