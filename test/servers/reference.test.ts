import { describe, expect, onTestFinished, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { type ReferenceOptions, type RunningReference, startReference } from '../../servers/reference.js';

const apiKey = 'Test-Key-1234';

const start = async (options: Partial<ReferenceOptions> = {}): Promise<RunningReference> => {
  const server = await startReference({ apiKey, ...options });
  onTestFinished(() => server.close());
  return server;
};

const send = ({ baseUrl }: RunningReference, path = '/store/orders', method = 'GET'): Promise<Response> =>
  fetch(baseUrl + path, { method, headers: { authorization: `Bearer ${apiKey}` } });

describe('listOrders', () => {
  test('lists every order as JSON, with ids to the digit', async () => {
    const response = await send(await start());
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect([...text.matchAll(/"id":(\d+)/g)].map(([, id]) => BigInt(id ?? ''))).toEqual(demoOrders.map(({ id }) => id));
    expect(text).toContain(
      '{"id":9007199254740993,"petId":9007199254740995,"quantity":1,' +
        '"shipDate":"2026-03-01T09:30:00Z","complete":false,"status":"pending"}',
    );
  });
});

describe('the server', () => {
  test.each([
    ['GET', '/store/order', 404, null],
    ['GET', '/store/orders/1/items', 404, null],
    ['POST', '/store/orders', 405, 'GET'],
    ['GET', '/store/orders/101', 405, 'DELETE'],
  ])('answers %s %s with %i', async (method, path, status, allow) => {
    const answer = await send(await start(), path, method);
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
  });

  test('starts every time with a fresh store of the orders that it declares', async () => {
    const second = await start();
    for (const server of [await start(), second]) {
      expect((await send(server, '/store/orders/101', 'DELETE')).status).toBe(204);
    }
    expect(second.baseUrl).toBe(`http://127.0.0.1:${second.port}/v1`);
    expect(second.orders).toEqual({
      pending: [9007199254740993n, 101n, 102n, 103n, 104n],
      shipped: [201n, 202n],
      other: [301n, 302n],
      unknown: [],
    });
  });

  test('waits for its latency before each response', async () => {
    const server = await start({ latencyMs: 60 });
    const startedAt = performance.now();
    await send(server);
    expect(performance.now() - startedAt).toBeGreaterThan(55);
  });

  test('closes although connections are kept alive', async () => {
    const server = await startReference({ apiKey });
    await (await send(server)).text();
    await server.close();
    await expect(fetch(server.baseUrl)).rejects.toThrow('fetch failed');
  });

  test('rejects when its port is taken', async () => {
    const { port } = await start();
    await expect(startReference({ apiKey, port })).rejects.toThrow('EADDRINUSE');
  });
});
