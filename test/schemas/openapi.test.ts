import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dereference, validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface MediaType {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Response {
  readonly content?: Readonly<Record<string, MediaType>>;
}

type Responses = Readonly<Record<string, Response>>;

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
  readonly components: {
    readonly responses: Responses;
    readonly schemas: Readonly<Record<string, { readonly $ref: string }>>;
  };
}

const schemas = new URL('../../schemas/', import.meta.url);

const document: OpenApi = parse(readFileSync(new URL('openapi.yaml', schemas), 'utf8'));

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const responses = [...operations, document.components].flatMap((part) => Object.values(part.responses));

/** Validates by the document's component schemas; formats are not what its examples are about. */
function validatorOf(schema: MediaType['schema']) {
  const ajv = new Ajv2020({ validateFormats: false });
  for (const [name, { $ref }] of Object.entries(document.components.schemas)) {
    ajv.addSchema(JSON.parse(readFileSync(new URL($ref, schemas), 'utf8')), `#/components/schemas/${name}`);
  }
  return ajv.compile(schema);
}

test('the OpenAPI description has examples that are valid', () => {
  const examples = responses
    .flatMap(({ content = {} }) => Object.values(content))
    .flatMap(({ schema, examples: named = {} }) =>
      Object.entries(named).map(([name, { value }]) => ({ name, schema, value })),
    );
  const judged = examples.map(({ name, schema, value }) => [name, validatorOf(schema)(value)]);
  expect(judged).toEqual([
    ['orders', true],
    ['empty', true],
    ['unknownOrder', true],
    ['invalidKey', true],
  ]);
});

describe('the bundled OpenAPI description', () => {
  const path = fileURLToPath(new URL('openapi.bundled.yaml', schemas));
  const text = readFileSync(path, 'utf8');
  const schemaOf = (name: string) => {
    const { $schema, $id, ...schema } = JSON.parse(readFileSync(new URL(`${name}.schema.json`, schemas), 'utf8'));
    return schema;
  };

  test('is the same document, with the schemas inside', () => {
    const { components } = document;
    const inside = { Order: schemaOf('order'), Error: schemaOf('error') };
    expect(parse(text)).toEqual({ ...document, components: { ...components, schemas: inside } });
  });

  test('refers to nothing outside of it, and has one address for each schema', () => {
    const references = [...text.matchAll(/\$ref: *"?([^"\n]*)/g)].map(([, reference]) => reference);
    expect([...new Set(references)].sort()).toEqual([
      '#/components/responses/Unauthorized',
      '#/components/schemas/Error',
      '#/components/schemas/Order',
    ]);
    expect(text).not.toMatch(/\$id|\$schema/);
  });

  test('is valid for two independent validators, and both find the same schemas in it', async () => {
    const validator = new Validator();
    expect(await validator.validate(path)).toEqual({ valid: true });
    expect(await validate(path)).toEqual({ valid: true, warnings: [], specification: 'OpenAPI' });
    const resolved = [validator.resolveRefs(), await dereference(path)] as unknown as readonly OpenApi[];
    for (const { paths } of resolved) {
      const schemaIn = (path: string, method: string, status: string) =>
        paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema;
      expect(schemaIn('/store/orders', 'get', '200')).toMatchObject({ items: schemaOf('order') });
      expect(schemaIn('/store/orders', 'get', '401')).toEqual(schemaOf('error'));
      expect(schemaIn('/store/orders/{orderId}', 'delete', '404')).toEqual(schemaOf('error'));
    }
  });
});
