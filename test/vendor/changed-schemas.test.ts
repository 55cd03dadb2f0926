import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { erring, listingEach, together } from '../../servers/changes.js';
import { type Json, type JsonObject, literal } from '../../servers/json.js';
import { fixturesText, startStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'store-orders-copy-'));

interface Schema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

const schemaFile = (name: string): string => join(copy, `schemas/${name}.schema.json`);

/** Changes a schema as somebody with an editor does. */
function edit(name: 'order' | 'error', change: (schema: Schema) => object): void {
  const schema = JSON.parse(readFileSync(schemaFile(name), 'utf8')) as Schema;
  writeFileSync(schemaFile(name), JSON.stringify({ ...schema, ...change(schema) }, null, 2));
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const node = (argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, ...env }, maxBuffer: 2 ** 26 };
    const child = execFile(process.execPath, argv, options, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });

const build = (): Promise<Ended> => node(['scripts/build.mjs', join(copy, 'dist'), '--no-declarations'], copy);

/** What the copy's own command line says of a store that lists these members beside `id` and `status`. */
async function judged(members: JsonObject, error: JsonObject) {
  const listed = listingEach(({ id }, { status }): Json => ({ id, status, ...members }));
  const behaviour = together(
    listed,
    erring([401, 404], (own) => ({ ...own, ...error })),
  );
  const store = await startStore({ behaviour });
  const cwd = await directoryWith({ 'orders.yaml': fixturesText(store.orders) });
  const argv = ['run', '--base-url', store.baseUrl, '--fixtures', 'orders.yaml', '--report', 'json'];
  const { code, out, err } = await node([join(copy, 'dist/cli.js'), ...argv], cwd, {
    STORE_ORDERS_API_KEY: store.apiKey,
  });
  if (out === '') throw new Error(err);
  const { findings } = JSON.parse(out) as Report;
  const told = findings.map(({ requirement, message, at, actual }) => [requirement, at, message, actual].join(' | '));
  return { code, told: told.filter((line, index) => told.indexOf(line) === index) };
}

beforeAll(async () => {
  const isSource = (path: string): boolean => !/^(?:\.git|node_modules|dist|test|examples|bench)(?:\/|$)/.test(path);
  cpSync(root, copy, { recursive: true, filter: (source) => isSource(source.slice(root.length)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  edit('order', ({ properties }) => ({
    properties: {
      ...properties,
      petId: { type: 'string' },
      quantity: { type: 'integer', minimum: 3 },
      status: { enum: ['pending', 'shipped', 'delivered', 'cancelled'] },
      note: { type: 'string', pattern: '^[a-z ]+$' },
      currency: { const: 'EUR' },
      customer: {
        type: 'object',
        properties: { name: { type: 'string', maxLength: 10 }, 'home/city': { type: ['string', 'null'] } },
        required: ['name'],
      },
      tags: { type: 'array', items: { type: 'string' } },
      previous: { type: 'object', properties: { previous: { $ref: '#/properties/previous' } } },
      price: { anyOf: [{ type: 'number', multipleOf: 0.01 }, { type: 'null' }] },
    },
    required: ['status', 'traceId'],
    additionalProperties: { type: 'string', format: 'uuid' },
  }));
  edit('error', ({ properties, required = [] }) => ({
    properties: { ...properties, code: { enum: ['not-found', 'unauthorized'] } },
    required: [...required, 'traceId'],
  }));
  expect(await build()).toEqual({ code: 0, out: '', err: '' });
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const UUID = '00000000-0000-4000-8000-000000000000';

test('verdicts follow the schemas of Order and Error, without a change of any other file', {
  timeout: 120_000,
}, async () => {
  const error = { code: 'not-found', traceId: 't' };
  const order = { petId: '11', quantity: 3, note: 'ring the bell', currency: 'EUR', traceId: UUID };
  const nested = { customer: { name: 'Zoë', 'home/city': null }, tags: ['a', 'b'], price: 19.99, 'more~': UUID };
  expect(await judged({ ...order, ...nested }, error)).toEqual({ code: 0, told: [] });

  const deep = literal(`${'{"previous":'.repeat(20_000)}{}${'}'.repeat(20_000)}`);
  expect(await judged({ ...order, previous: deep }, error)).toEqual({ code: 3, told: [] });

  const wrong = {
    petId: 11,
    quantity: 2,
    status: 'odd',
    note: 'X9',
    currency: 'USD',
    shipDate: '2026-01-31 10:00:00Z',
  };
  const within = { customer: { name: 'Zoë Nuñez Gil', 'home/city': 7 }, tags: ['a', 1], price: 19.999, 'more~': 'x' };
  const { code, told } = await judged({ ...wrong, ...within }, { code: 'E1' });
  expect(code).toBe(1);
  expect(told.filter((line) => !/body \/[1-9]/.test(line))).toMatchInlineSnapshot(`
    [
      "order.object | body /0/traceId | \`traceId\` is missing. | {"id":9007199254740993,"status":"odd","petId":11,"quantity":2,"note":"X9","currency":"USD","shipDate":"2026-01-31 10:00:00Z","customer":{"name":"Zoë Nuñez Gil","home/city":7},"tags":["a",1],"price":19…",
      "order.object | body /0 | \`*\` has the wrong format. | "x"",
      "order.object | body /0/status | \`status\` must be one of "pending", "shipped", "delivered", "cancelled". | "odd"",
      "order.object | body /0/note | \`note\` must match pattern "^[a-z ]+$". | "X9"",
      "order.object | body /0/currency | \`currency\` must be "EUR". | "USD"",
      "order.object | body /0/customer/name | \`customer/name\` must not have more than 10 characters. | "Zoë Nuñez Gil"",
      "order.object | body /0/customer/home~1city | \`customer/home~1city\` has the wrong type: expected string or null. | 7",
      "order.object | body /0/tags/1 | \`tags/*\` has the wrong type: expected string. | 1",
      "order.object | body /0/price | \`price\` must match a schema in anyOf. | 19.999",
      "order.pet-id | body /0/petId | \`petId\` has the wrong type: expected string. | 11",
      "order.quantity | body /0/quantity | \`quantity\` must be >= 3. | 2",
      "order.ship-date-rfc3339 | body /0/shipDate | \`shipDate\` has the wrong format. | "2026-01-31 10:00:00Z"",
      "error.401.object | body /traceId | The \`traceId\` in the Error of a 401 is missing. | {"status":401,"code":"E1","message":"The API key is missing or invalid."}",
      "error.401.code | body /code | The \`code\` in the Error of a 401 must be one of "not-found", "unauthorized". | "E1"",
      "error.404.object | body /traceId | The \`traceId\` in the Error of a 404 is missing. | {"status":404,"code":"E1","message":"No order has this id."}",
      "error.404.code | body /code | The \`code\` in the Error of a 404 must be one of "not-found", "unauthorized". | "E1"",
    ]
  `);
});

test('a keyword that nothing judges fails the build, with its name and place', { timeout: 120_000 }, async () => {
  edit('error', () => ({ frobnicates: true }));
  const { code, err } = await build();
  expect(code).toBe(1);
  expect(err).toContain('schemas/error.schema.json, at #/frobnicates: nothing judges the keyword "frobnicates".');
});
