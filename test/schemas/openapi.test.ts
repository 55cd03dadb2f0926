import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dereference, validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Body {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Body>> }>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const fileOf = (name: string): string => fileURLToPath(new URL(`../../schemas/${name}`, import.meta.url));

const path = fileOf('openapi.bundled.yaml');
const text = readFileSync(path, 'utf8');

const schemaOf = (name: string): object => {
  const { $schema, $id, ...schema } = JSON.parse(readFileSync(fileOf(`${name}.schema.json`), 'utf8'));
  return schema;
};

const [order, error] = [schemaOf('order'), schemaOf('error')];

test('the bundled OpenAPI description is the same document, with the schemas inside', () => {
  const { components, ...document } = parse(readFileSync(fileOf('openapi.yaml'), 'utf8'));
  expect(parse(text)).toEqual({ ...document, components: { ...components, schemas: { Order: order, Error: error } } });
});

test('it refers to nothing outside of it, and has one address for each schema', () => {
  const references = [...text.matchAll(/\$ref: *"?([^"\n]*)/g)].map(([, reference]) => reference);
  expect([...new Set(references)].sort()).toEqual([
    '#/components/responses/Unauthorized',
    '#/components/schemas/Error',
    '#/components/schemas/Order',
  ]);
  expect(text).not.toMatch(/\$id|\$schema/);
});

/** Each body that the description has, after its operation and status. */
const bodiesIn = (paths: Paths): [name: string, body: Body][] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).map((body): [string, Body] => [`${method} ${path} ${status}`, body]),
      ),
    ),
  );

test('it is valid for two independent validators, which find the same schemas in it, and its examples are valid', async () => {
  const validator = new Validator();
  expect(await validator.validate(path)).toEqual({ valid: true });
  expect(await validate(path)).toEqual({ valid: true, warnings: [], specification: 'OpenAPI' });
  // Without formats, which the examples do not use.
  const ajv = new Ajv2020({ validateFormats: false });
  const resolved = [validator.resolveRefs(), await dereference(path)] as unknown as readonly { paths: Paths }[];
  for (const { paths } of resolved) {
    const bodies = bodiesIn(paths);
    expect(bodies.map(([name, { schema }]) => [name, schema])).toEqual([
      ['get /store/orders 200', { type: 'array', items: order }],
      ['get /store/orders 401', error],
      ['delete /store/orders/{orderId} 401', error],
      ['delete /store/orders/{orderId} 404', error],
      ['delete /store/orders/{orderId} 409', { description: 'Any JSON value.' }],
    ]);
    const judged = bodies.flatMap(([, { schema, examples = {} }]) =>
      Object.entries(examples).map(([name, { value }]) => `${name}: ${ajv.validate(schema, value)}`),
    );
    expect(judged).toEqual([
      'orders: true',
      'empty: true',
      'invalidKey: true',
      'invalidKey: true',
      'unknownOrder: true',
    ]);
  }
});
