import { expect, test } from 'vitest';
import { contractAjv } from '../../scripts/contract-schemas.mjs';

/** An Order, changed. */
const order = (change: object): object => ({ type: 'object', properties: { id: { type: 'integer' } }, ...change });
const member = (schema: object): object => order({ properties: { note: schema } });

const schemas: Readonly<Record<string, object>> = {
  'a keyword that JSON Schema lacks': order({ frobnicates: 1 }),
  'a keyword deep inside': member({ type: 'array', items: { anyOf: [{ maxSize: 3 }] } }),
  'a keyword in a definition': order({ $defs: { note: { minumum: 3 } } }),
  'an annotation that looks like a demand': member({ type: 'string', contentMediaType: 'application/json' }),
  'a format that nobody knows': member({ type: 'string', format: 'isbn' }),
  'a format that every value has': member({ type: 'number', format: 'double' }),
  'a format for values of another type': member({ type: 'string', format: 'int64' }),
  'a keyword for values of another type': member({ type: ['integer', 'null'], pattern: '^1' }),
  'a number that JSON.parse rounds': member({ enum: ['9007199254740993', 9007199254740992] }),
  'an invalid regular expression': member({ type: 'string', pattern: '(' }),
  'a reference to nothing': member({ $ref: '#/$defs/none' }),
  'a value of the wrong type': member({ type: 'string', maxLength: 'three' }),
  'members with the names of keywords': order({ properties: { format: true, no: { default: { x: 1 } } } }),
  'a type in another place': order({ if: { properties: { id: { const: 1 } } }, else: { required: ['note'] } }),
  'a list of types': member({ type: ['string', 'null'], format: 'date-time', minLength: 3 }),
  'formats of ajv-formats': member({ type: 'string', anyOf: [{ format: 'email' }, { format: 'uuid' }] }),
};

const resultOf = (schema: object): Promise<string> =>
  contractAjv({ 'schemas/order.schema.json': schema }, { allErrors: true, strict: true }).then(
    () => 'compiled',
    (error: unknown) => String(error),
  );

test('a schema is compiled, or refused with its file and the place in it', async () => {
  const results: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) results.push(`${name}:\n  ${await resultOf(schema)}\n`);
  await expect(results.join('\n')).toMatchFileSnapshot('expected/contract-schemas.txt');
});
