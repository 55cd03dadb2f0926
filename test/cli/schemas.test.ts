import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { savedFiles } from './saved-files.js';
import { play } from './transcript.js';

const order = JSON.parse(readFileSync(new URL('../../schemas/order.schema.json', import.meta.url), 'utf8'));

const withQuantity = (quantity: object): string =>
  JSON.stringify({ ...order, properties: { ...order.properties, quantity } }, null, 2);

test('schemas in place of the built-in ones', async () => {
  const files = {
    ...(await savedFiles()),
    'House/order.schema.json': withQuantity({ type: 'integer', minimum: 1 }),
    'strict/order.schema.json': withQuantity({ type: 'integer', minimum: 3 }),
    'wrong/order.schema.json': withQuantity({ type: 'integer', minumum: 3 }),
    'other/customer.schema.json': '{}',
    'store-orders-conformance.yaml': 'schemas: House\n',
    'plain.yaml': '{}\n',
  };
  await play(import.meta.url, 'schemas', { files });
});
