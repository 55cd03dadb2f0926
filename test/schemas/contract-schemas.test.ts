import { expect, test } from 'vitest';
import { contractAjv } from '../../scripts/contract-schemas.mjs';

/** An Order, changed. */
const order = (change: object): object => ({ type: 'object', properties: { id: { type: 'integer' } }, ...change });
const member = (schema: object): object => order({ properties: { note: schema } });
const compile = (schema: object) =>
  contractAjv({ 'schemas/order.schema.json': schema }, { allErrors: true, strict: true });

test.each<[what: string, schema: object, place: string, why: string]>([
  [
    'a keyword that JSON Schema lacks',
    order({ frobnicates: 1 }),
    '#/frobnicates',
    'nothing judges the keyword "frobnicates"',
  ],
  [
    'one deep inside',
    member({ type: 'array', items: { anyOf: [{ maxSize: 3 }] } }),
    '#/properties/note/items/anyOf/0/maxSize',
    'nothing judges the keyword "maxSize"',
  ],
  [
    'one in a definition',
    order({ $defs: { note: { minumum: 3 } } }),
    '#/$defs/note/minumum',
    'nothing judges the keyword "minumum"',
  ],
  [
    'an annotation that looks like a demand',
    member({ type: 'string', contentMediaType: 'application/json' }),
    '#/properties/note/contentMediaType',
    'nothing judges the keyword "contentMediaType"',
  ],
  [
    'a format that nobody knows',
    member({ type: 'string', format: 'isbn' }),
    '#/properties/note/format',
    'nothing judges the format "isbn"',
  ],
  [
    'a format that every value has',
    member({ type: 'number', format: 'double' }),
    '#/properties/note/format',
    'nothing judges the format "double"',
  ],
  [
    'a format for values of another type',
    member({ type: 'string', format: 'int64' }),
    '#/properties/note/format',
    'the format "int64" judges values of type number, and here they are of type string',
  ],
  [
    'a keyword for values of another type',
    member({ type: ['integer', 'null'], pattern: '^1' }),
    '#/properties/note/pattern',
    '"pattern" judges values of type string, and here they are of type number or null',
  ],
  [
    'a number that JSON.parse rounds',
    member({ enum: ['9007199254740993', 9007199254740992] }),
    '#/properties/note/enum',
    'a number beyond 2^53 cannot be compared to the digit',
  ],
])('what nothing could judge is refused, with its name and place: %s', async (_, schema, place, why) => {
  await expect(compile(schema)).rejects.toThrow(`schemas/order.schema.json, at ${place}: ${why}.`);
});

test.each<[what: string, schema: object, message: string]>([
  [
    'a regular expression that is none',
    member({ type: 'string', pattern: '(' }),
    'Invalid regular expression: /(/u: Unterminated group',
  ],
  ['a reference to nothing', member({ $ref: '#/$defs/none' }), "can't resolve reference #/$defs/none"],
  [
    'a value of the wrong type',
    member({ type: 'string', maxLength: 'three' }),
    'data/properties/note/maxLength must be integer',
  ],
])('a mistake in a schema is told with its file: %s', async (_, schema, message) => {
  await expect(compile(schema)).rejects.toThrow(`schemas/order.schema.json cannot be compiled: `);
  await expect(compile(schema)).rejects.toThrow(message);
});

test.each<[what: string, schema: object]>([
  [
    'members that are called as keywords are not',
    order({ properties: { format: true, frobnicates: { default: { x: 1 } } } }),
  ],
  ['a type in another place', order({ if: { properties: { id: { const: 1 } } }, else: { required: ['note'] } })],
  ['a list of types', member({ type: ['string', 'null'], format: 'date-time', minLength: 3 })],
  ['formats of ajv-formats', member({ type: 'string', anyOf: [{ format: 'email' }, { format: 'uuid' }] })],
])('all else is compiled: %s', async (_, schema) => {
  await expect(compile(schema)).resolves.toBeDefined();
});
