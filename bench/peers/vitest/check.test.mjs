import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';

const { STORE_URL, API_KEY } = process.env;
const ajv = addFormats(new Ajv());
const isError = ajv.compile({
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
});
const isListing = ajv.compile({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'integer', format: 'int64' },
      petId: { type: 'integer', format: 'int64' },
      quantity: { type: 'integer' },
      shipDate: { type: 'string', format: 'date-time' },
      complete: { type: 'boolean' },
    },
  },
});

async function send(method, path, key) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const { statusCode, body } = await request(`${STORE_URL}/store/orders${path}`, { method, headers });
  const text = await body.text();
  return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) };
}

async function list() {
  const { status, body } = await send('GET', '', API_KEY);
  expect(status).toBe(200);
  expect(isListing(body), ajv.errorsText(isListing.errors)).toBe(true);
  return body.map(({ id }) => id);
}

describe.concurrent('Store Orders Interface', () => {
  test.each([
    [401, 'GET', '', undefined],
    [401, 'GET', '', 'wrong'],
    [401, 'DELETE', '/102', undefined],
    [401, 'DELETE', '/102', 'wrong'],
    [404, 'DELETE', '/999', API_KEY],
  ])('answers with %i: %s %s, key %s', async (status, method, path, key) => {
    const answer = await send(method, path, key);
    expect(answer.status).toBe(status);
    expect(isError(answer.body), ajv.errorsText(isError.errors)).toBe(true);
  });

  test('refuses to cancel a shipped order', async () => {
    expect((await send('DELETE', '/201', API_KEY)).status).toBe(409);
  });

  test('lists orders, and cancels a pending one once', async () => {
    const before = await list();
    expect(new Set(before).size).toBe(before.length);
    expect(before).toEqual(expect.arrayContaining([101, 201]));
    expect(await send('DELETE', '/101', API_KEY)).toEqual({ status: 204, body: undefined });
    const [again, after] = await Promise.all([send('DELETE', '/101', API_KEY), list()]);
    expect(again.status).not.toBe(204);
    expect(after).toContain(201);
  });
});
