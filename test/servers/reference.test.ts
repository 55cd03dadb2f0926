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

const send = (url: string, method = 'GET', headers: Record<string, string> = valid): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (response) => {
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

const cancel = async (server: RunningReference, id: bigint | string, headers = valid as Record<string, string>) => {
  const { status, text } = await send(`${server.baseUrl}/store/orders/${id}`, 'DELETE', headers);
  return { status, code: text === '' ? undefined : (JSON.parse(text) as { code: string }).code };
};

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

  test('ignores query parameters', async () => {
    const server = await start();
    const whole = await send(`${server.baseUrl}/store/orders`);
    const limited = await send(`${server.baseUrl}/store/orders?limit=1&page=2&status=pending`);
    expect(limited.text).toBe(whole.text);
  });

  test('lists an empty store as an empty array', async () => {
    const server = await start({ orders: [] });
    expect((await send(`${server.baseUrl}/store/orders`)).text).toBe('[]');
  });
});

describe('cancelOrder', () => {
  test('cancels a pending order once, with 204 and no body', async () => {
    const server = await start();
    const { status, headers, text } = await send(`${server.baseUrl}/store/orders/101`, 'DELETE');
    expect([status, headers['content-length'], headers['transfer-encoding'], text]).toEqual([
      204,
      undefined,
      undefined,
      '',
    ]);
    expect(await cancel(server, 101n)).toEqual({ status: 409, code: 'order_cancelled' });
  });

  test('refuses a shipped order and an order in another state with 409', async () => {
    const server = await start();
    expect(await cancel(server, 201n)).toEqual({ status: 409, code: 'order_shipped' });
    expect(await cancel(server, 301n)).toEqual({ status: 409, code: 'order_not_pending' });
  });

  test('tells ids apart to the digit', async () => {
    const server = await start();
    for (const neighbour of [2n ** 53n, 2n ** 53n + 1n + 2n ** 32n, 101n + 2n ** 32n]) {
      expect(await cancel(server, neighbour)).toEqual({ status: 404, code: 'order_not_found' });
    }
    expect((await cancel(server, 2n ** 53n + 1n)).status).toBe(204);
  });

  test.each([
    ['999', 'order_not_found'],
    ['0', 'order_not_found'],
    ['-1', 'order_not_found'],
    [String(2n ** 63n - 1n), 'order_not_found'],
    [String(-(2n ** 63n)), 'order_not_found'],
    [String(2n ** 63n), 'invalid_order_id'],
    ['1.5', 'invalid_order_id'],
    ['abc', 'invalid_order_id'],
    ['007', 'invalid_order_id'],
    ['%', 'invalid_order_id'],
    ['9'.repeat(5_000), 'invalid_order_id'],
  ])('answers the id %s with 404 and the Error %s', async (id, code) => {
    const server = await start();
    const { status, text } = await send(`${server.baseUrl}/store/orders/${id}`, 'DELETE');
    expect([status, JSON.parse(text)]).toEqual([404, { code, message: expect.any(String), status: 404 }]);
  });

  test('gives 204 to one of two simultaneous cancels', async () => {
    const server = await start();
    const [first, second] = await Promise.all([cancel(server, 102n), cancel(server, 102n)]);
    expect([first.status, second.status].sort()).toEqual([204, 409]);
  });
});

describe('authentication', () => {
  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a scheme without a key', 'Bearer'],
    ['another key', 'Bearer Test-Key-1235'],
    ['a longer key', `Bearer ${apiKey}5`],
    ['a shorter key', `Bearer ${apiKey.slice(0, -1)}`],
    ['a key in another letter case', `Bearer ${apiKey.toLowerCase()}`],
    ['a key without a scheme', apiKey],
    ['Basic', `Basic ${apiKey}`],
    ['Basic with an encoded key', `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`],
    ['another scheme', `Token ${apiKey}`],
  ])('refuses %s with 401 on both operations, whatever the order', async (_name, authorization) => {
    const server = await start();
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const listing = await send(`${server.baseUrl}/store/orders`, 'GET', headers);
    expect([listing.status, listing.headers['www-authenticate']]).toEqual([401, 'Bearer realm="store orders"']);
    expect(JSON.parse(listing.text)).toEqual({
      code: 'unauthorized',
      message: 'The API key is missing or invalid.',
      status: 401,
    });
    for (const id of ['101', '201', '999', 'abc']) {
      expect(await cancel(server, id, headers)).toEqual({ status: 401, code: 'unauthorized' });
    }
    expect((await cancel(server, 101n)).status).toBe(204);
  });

  test.each(['bearer', 'BEARER'])('accepts the scheme spelled %s', async (scheme) => {
    const server = await start();
    const { status } = await send(`${server.baseUrl}/store/orders`, 'GET', { authorization: `${scheme} ${apiKey}` });
    expect(status).toBe(200);
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
    const first = await start();
    expect((await cancel(first, 101n)).status).toBe(204);
    const second = await start();
    expect((await cancel(second, 101n)).status).toBe(204);
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
