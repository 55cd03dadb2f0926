import { describe, expect, test } from 'vitest';
import { type SchemaError, validateError } from '../../../runner/listing/schema/validators.generated.js';

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
