import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import type { ReferenceOptions, RunningReference } from '../../servers/reference.js';
import { startReference } from '../../servers/reference.js';

const apiKey = 'Test-Key-1234';
const valid = { authorization: `Bearer ${apiKey}` };
const running: RunningReference[] = [];

const start = async (options: Partial<ReferenceOptions> = {}): Promise<RunningReference> => {
  const server = await startReference({ apiKey, ...options });
  running.push(server);
  return server;
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

const send = (url: string, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: valid }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

describe('listOrders', () => {
  test('lists every order as JSON, with ids to the digit', async () => {
    const server = await start();
    const { status, headers, text } = await send(`${server.baseUrl}/store/orders`);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect([...text.matchAll(/"id":(\d+)/g)].map(([, id]) => BigInt(id ?? ''))).toEqual(demoOrders.map(({ id }) => id));
    expect(text).toContain(
      '{"id":9007199254740993,"petId":9007199254740995,"quantity":1,' +
        '"shipDate":"2026-03-01T09:30:00Z","complete":false,"status":"pending"}',
    );
  });
});

describe('the server', () => {
  test.each([
    ['GET', '/store/order', 404, undefined],
    ['GET', '/store/orders/1/items', 404, undefined],
    ['POST', '/store/orders', 405, 'GET'],
    ['GET', '/store/orders/101', 405, 'DELETE'],
  ])('answers %s %s with %i', async (method, path, status, allow) => {
    const server = await start();
    const answer = await send(`${server.baseUrl}${path}`, method);
    expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
  });

  test('starts every time with a fresh store of the orders that it declares', async () => {
    const cancel = ({ baseUrl }: RunningReference) => send(`${baseUrl}/store/orders/101`, 'DELETE');
    expect((await cancel(await start())).status).toBe(204);
    const second = await start();
    expect((await cancel(second)).status).toBe(204);
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
    await send(`${server.baseUrl}/store/orders`);
    expect(performance.now() - startedAt).toBeGreaterThan(55);
  });

  test('closes although connections are kept alive', async () => {
    const server = await startReference({ apiKey });
    await (await fetch(`${server.baseUrl}/store/orders`, { headers: valid })).text();
    await server.close();
    await expect(fetch(server.baseUrl)).rejects.toThrow('fetch failed');
  });

  test('rejects when its port is taken', async () => {
    const { port } = await start();
    await expect(startReference({ apiKey, port })).rejects.toThrow('EADDRINUSE');
  });
});
