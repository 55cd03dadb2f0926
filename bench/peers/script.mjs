import assert from 'node:assert/strict';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { request } from 'undici';

const [baseUrl, apiKey] = process.argv.slice(2);
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
  const { statusCode, body } = await request(`${baseUrl}/store/orders${path}`, { method, headers });
  const text = await body.text();
  return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) };
}

async function refuses(status, method, path, key) {
  const answer = await send(method, path, key);
  assert.equal(answer.status, status);
  if (status !== 409) assert.ok(isError(answer.body), ajv.errorsText(isError.errors));
}

async function lists() {
  const answer = await send('GET', '', apiKey);
  assert.equal(answer.status, 200);
  assert.ok(isListing(answer.body), ajv.errorsText(isListing.errors));
  return answer.body.map(({ id }) => id);
}

async function cancelsPending() {
  const before = await lists();
  assert.equal(new Set(before).size, before.length);
  assert.ok([101, 201].every((id) => before.includes(id)));
  assert.deepEqual(await send('DELETE', '/101', apiKey), { status: 204, body: undefined });
  const [again, after] = await Promise.all([send('DELETE', '/101', apiKey), lists()]);
  assert.notEqual(again.status, 204);
  assert.ok(after.includes(201));
}

const results = await Promise.allSettled([
  refuses(401, 'GET', ''),
  refuses(401, 'GET', '', 'wrong'),
  refuses(401, 'DELETE', '/102'),
  refuses(401, 'DELETE', '/102', 'wrong'),
  refuses(404, 'DELETE', '/999', apiKey),
  refuses(409, 'DELETE', '/201', apiKey),
  cancelsPending(),
]);
for (const { reason } of results) if (reason) console.error(reason.message);
process.exitCode = results.some(({ reason }) => reason) ? 1 : 0;
