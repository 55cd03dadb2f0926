import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { contractSchemas, type Schemas, schemaCompiler } from '../../evidence/listing/index.js';
import { loadSchemas } from '../../runner/settings/schemas.js';
import { contractCode } from '../../scripts/compile-schemas.mjs';
import { erring, listingEach, together } from '../../servers/changes.js';
import { type Json, literal } from '../../servers/json.js';
import { holdCases } from '../cases.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { directoryWith } from '../directory.js';
import { refusal } from '../refusal.js';

const contract = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'));

/** The contract's schema with changed members and keywords. */
function edited(name: 'order' | 'error', { properties, ...keywords }: { readonly properties?: object } = {}): object {
  const schema = contract(name);
  return { ...schema, ...keywords, properties: { ...schema.properties, ...properties } };
}

/** Lists values that break most of the edited schemas, and numbers that a double cannot hold. */
const store = {
  behaviour: together(
    listingEach(
      ({ id }, { status }): Json => ({
        ...{
          id,
          status,
          petId: literal('9007199254740993'),
          quantity: literal('1.0'),
          shipDate: '2026-01-31 10:00:00Z',
        },
        ...{ note: 'X9', price: 19.999, weight: literal('1e-400'), tags: ['a', 1], constructor: 7 },
        customer: { name: 'Zoë Nuñez Gil', 'home/city': 7 },
        previous: { previous: { previous: 3 } },
      }),
    ),
    erring([401, 404], (own) => ({ ...own, code: 'E1' })),
  ),
};

/** The validators as the build makes them. */
async function builtIn(schemas: { readonly error: object; readonly order: object }): Promise<Schemas> {
  const code = Buffer.from(await contractCode(schemas)).toString('base64');
  const { validateError, validateOrder, schemaNames } = await import(`data:text/javascript;base64,${code}`);
  return { validateError, validateOrder, names: schemaNames };
}

/** All that depends on the schemas. */
async function judgedBy(schemas: Schemas) {
  const { requirements, findings, causes } = await judgeInMemory(store, { loaded: schemas });
  const broken = requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
  const told = findings.map(({ requirement, at, message, expected, actual }) =>
    [requirement, at, message, expected, actual].join(' | '),
  );
  return { broken, told: [...new Set(told)], causes: causes.map(({ id, headline }) => [id, headline]) };
}

test('an edited schema gives the same results with --schemas as in a build', { timeout: 120_000 }, async () => {
  const play = async (input: string): Promise<string> => {
    const edit = parse(input);
    const schemas = { error: edited('error', edit.error), order: edited('order', edit.order) };
    const files = Object.keys(edit).map((name) => [
      `${name}.schema.json`,
      JSON.stringify(schemas[name as 'order' | 'error'], null, '\t'),
    ]);
    const directory = await directoryWith(Object.fromEntries(files));
    const given = { value: '.', origin: '--schemas', directory };
    const loaded = await judgedBy(await loadSchemas(given, { cwd: directory, inputs: [], piped: new Map() }));
    expect(loaded).toEqual(await judgedBy(await builtIn(schemas)));
    return `${loaded.told.filter((line) => !/body \/[1-9]/.test(line)).join('\n')}\n`;
  };
  await holdCases(new URL('expected/loaded.txt', import.meta.url).pathname, play, 3);
});

test('the built-in schemas find the same when loaded with --schemas', async () => {
  const { compileSchemas } = await schemaCompiler();
  const loaded = compileSchemas({ order: contract('order'), error: contract('error') });
  expect(loaded.names).toEqual(contractSchemas.names);
  expect(await judgedBy(loaded)).toEqual(await judgedBy(contractSchemas));
});

test('a schema of thousands of members is refused before it is compiled', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`m${index}`, { type: 'string' }]),
  );
  const cwd = await directoryWith({ 'order.schema.json': JSON.stringify({ type: 'object', properties }) });
  const given = { value: '.', origin: '--schemas', directory: cwd };
  const refused = await refusal(() => loadSchemas(given, { cwd, inputs: [], piped: new Map() }));
  expect(refused).toContain('order.schema.json: Expected at most 2000 values.');
});

test('a keyword that cannot be judged is refused with file, line and column', async () => {
  await holdCases(new URL('expected/refused.txt', import.meta.url).pathname, async (text) => {
    const directory = await directoryWith({ 'house/order.schema.json': text });
    const given = { value: 'house', origin: '--schemas', directory };
    return refusal(() => loadSchemas(given, { cwd: directory, inputs: [], piped: new Map() }));
  });
});

test('the build refuses the same keywords, and names the file', async () => {
  const order = edited('order', { properties: { quantity: { type: 'integer', minumum: 3 } } });
  await expect(contractCode({ error: contract('error'), order })).rejects.toThrow(
    'schemas/order.schema.json, at #/properties/quantity: must NOT have additional properties {"additionalProperty":"minumum"}',
  );
});
