import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { variant } from '../engine/servers.js';
import { deletesOf, openStore, type Store, type StoreOptions, startStore } from '../engine/store.js';
import { takenPicks, withStrangers } from '../engine/world.js';
import { closeAll, httpTarget, listen } from '../http/target.js';
import { place, type Surroundings } from './run-program.js';

afterEach(closeAll);

interface Situation {
  readonly target: Pick<Store, 'baseUrl'> & Partial<Store>;
  readonly fixtures?: string;
  readonly env?: Surroundings['env'];
  readonly config?: string;
}

const noOrders = { pending: [], shipped: [], other: [], unknown: [] };

/** Every store of these situations. */
const stores: Store[] = [];

async function store(options?: StoreOptions): Promise<Store> {
  const started = await startStore(options);
  stores.push(started);
  return started;
}

/** A target that answers everything like this; with another key, 401. */
const answering = async (status: number, body: string, headers: object = {}) => ({
  baseUrl: await httpTarget(({ headers: { authorization } }, response) => {
    const isRefused = status === 200 && authorization !== 'Bearer Sample-Key-0001';
    response.writeHead(isRefused ? 401 : status, { 'Content-Type': 'application/json', ...headers }).end(body);
  }),
});

const SITUATIONS: Readonly<Record<string, () => Promise<Situation>>> = {
  'a run that can be complete': async () => ({ target: await store() }),
  'orders that are not listed, used up, or too few': async () => ({
    target: await store(),
    fixtures: 'orders: { pending: [101, 201, 999], shipped: [301, 997, 998] }',
  }),
  'orders of a full declaration that an earlier run used up': async () => {
    const target = await store();
    const [first = 0n, ...others] = target.orders.pending;
    const pending = [first, ...others.map((_, index) => BigInt(901 + index))];
    return { target: { ...target, orders: { ...target.orders, pending } } };
  },
  'an order that is declared unknown, and listed': async () => ({
    target: await store(),
    fixtures: 'orders: { pending: [101, 102, 9007199254740993], shipped: [201], other: [301], unknown: [202] }',
  }),
  'a listing of one page': async () => {
    const link = { Link: '</v1/store/orders?page=2>; rel="next"' };
    const target = await answering(200, '[{"id":101},{"id":201}]', link);
    return { target: { ...target, orders: { ...noOrders, pending: [102n, 103n, 104n] } } };
  },
  'a target on which nothing may be cancelled': async () => ({
    target: await store(withStrangers(takenPicks)[0]),
    fixtures: 'orders: { pending: [101, 102, 9007199254740993], shipped: [201, 202], other: [301] }',
    config: 'readOnly: true',
  }),
  'a wrong key': async () => ({ target: { ...(await store()), apiKey: 'Another-Key-0001' } }),
  'no key': async () => ({ target: await store(), env: { STORE_ORDERS_API_KEY: undefined } }),
  'an address without /v1, at which there is nothing': async () => {
    const target = await store();
    return { target: { ...target, baseUrl: target.baseUrl.replace('/v1', '') } };
  },
  'nobody there': async () => {
    const target = await openStore();
    await target.close();
    return { target };
  },
  'no TLS where TLS was expected': async () => ({
    target: { baseUrl: `https://${await listen(createServer())}/v1` },
  }),
  'a redirect': async () => ({ target: await answering(301, '', { Location: 'https://elsewhere.test/' }) }),
  'an envelope': async () => ({ target: await answering(200, '{"orders":[]}') }),
  'elements without an id': async () => ({
    target: await store({ behaviour: variant('orders-without-id').behaviour }),
  }),
};

async function transcriptOf({ target, fixtures, env = {}, config }: Situation): Promise<string> {
  const { baseUrl, apiKey = 'Sample-Key-0001', orders = noOrders } = target;
  const files = {
    ...(fixtures !== undefined && { 'orders.yaml': fixtures }),
    ...(config !== undefined && { 'store-orders-conformance.yaml': config }),
  };
  const { run } = await place({ baseUrl, apiKey, orders }, files, { command: ['doctor'], env });
  const { code, out, err } = await run();
  expect(err).toBe('');
  return `${out.replaceAll(/127\.0\.0\.1:\d+/g, 'target')}exit code ${code}\n`;
}

test('doctor says what a complete run would need, and sends no DELETE to find that out', async () => {
  const texts: string[] = [];
  for (const [what, situation] of Object.entries(SITUATIONS))
    texts.push(`## ${what}\n\n${await transcriptOf(await situation())}`);
  await expect(texts.join('\n')).toMatchFileSnapshot('expected/doctor.txt');
  expect(stores.flatMap(deletesOf)).toEqual([]);
  expect(stores[0]?.received).toHaveLength(3);
});
