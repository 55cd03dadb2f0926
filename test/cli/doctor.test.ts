import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { together } from '../../servers/changes.js';
import type { Behaviour } from '../../servers/steps.js';
import { variant } from '../engine/servers.js';
import { deletesOf, openStore, type Store, startStore } from '../engine/store.js';
import { closeAll, httpTarget, listen } from '../http/target.js';
import { place, refusalOf, type Surroundings } from './run-program.js';

afterEach(closeAll);

const noOrders = { pending: [], shipped: [], other: [], unknown: [] };

/** What doctor says of this target, line by line, and its exit code. */
async function doctor(
  { baseUrl, apiKey = 'Sample-Key-0001', orders = noOrders }: Pick<Store, 'baseUrl'> & Partial<Store>,
  files: Readonly<Record<string, string>> = {},
  env: Surroundings['env'] = {},
) {
  const { run } = await place({ baseUrl, apiKey, orders }, files, { command: ['doctor'], env });
  const { code, out, err } = await run();
  expect(err).toBe('');
  return { code, lines: out.replaceAll(/127\.0\.0\.1:\d+/g, 'target').split('\n') };
}

const enough = '✔ coverage   The fixtures declare enough orders for every scenario.';
const address = '✔ address    http://target/v1 ends with the version prefix /v1.';
const answers = '✔ connection http://target/v1 answers.';
const refusal = '✔ refusal    A missing and an invalid key are refused with 401.';

test('a run that can be complete lacks nothing, and no DELETE is sent to find that out', async () => {
  const store = await startStore();
  expect(await doctor(store)).toEqual({
    code: 0,
    lines: [
      address,
      answers,
      '✔ key        The target accepts it.',
      '✔ listing    It was read to its end: 9 orders.',
      '✔ fixtures   All 9 declared orders are listed.',
      refusal,
      enough,
      '',
      'A run can be complete.',
      '',
    ],
  });
  expect(deletesOf(store)).toEqual([]);
  expect(store.received).toHaveLength(3);
});

describe('what is missing is said in a sentence each', () => {
  const one = ['', 'A run cannot be complete: 1 thing is missing.', ''];

  test('orders that are not listed, used up, or too few', async () => {
    const store = await startStore();
    const fixtures = 'orders: { pending: [101, 201, 999], shipped: [301, 997, 998] }';
    const { code, lines } = await doctor(store, { 'orders.yaml': fixtures });
    expect(code).toBe(3);
    expect(lines.slice(4)).toEqual([
      '✘ fixtures   Declared pending, but not listed: 999. Used up by an earlier run? Declare orders that exist; if these do, the listing is incomplete.',
      '✘ fixtures   Declared shipped, but not listed: 997, 998. Declare orders that exist; if these do, the listing is incomplete.',
      '✘ fixtures   The listing contradicts the fixtures: 201, declared pending, is listed as "shipped". Used up by an earlier run? Declare others.',
      refusal,
      '✘ coverage   Without the orders that the listing contradicts, the fixtures declare too few for every scenario. Declare 2 more under `orders.pending`, 1 more under `orders.other`. Write `other: none` where the store knows no state but pending and shipped.',
      expect.stringMatching(
        /^✘ blocked {4}The listing lacks order 997, which your fixtures declare as shipped, so it does not show which orders do not exist\. Declare a listed order in its place; or, if it exists, ids that no order has, under `orders\.unknown`\. 15 `must` and 1 `should` /,
      ),
      '✘ blocked    The store has an order with an id above 2^53 (9007199254740993), and the fixtures declare no pending one. Declare a pending order with an odd id above 2^53. 1 `must` would be left open: cancel.told-apart.above-2-53.',
      expect.stringMatching(/^! blocked {4}The suite would send DELETE …\/999\.25 and …\/998\.75\. /),
      '',
      'A run cannot be complete: 6 things are missing.',
      '',
    ]);
  });

  test('orders of a full declaration that an earlier run used up', async () => {
    const store = await startStore();
    const [first = 0n, ...others] = store.orders.pending;
    const pending = [first, ...others.map((_, index) => BigInt(901 + index))];
    const { code, lines } = await doctor({ ...store, orders: { ...store.orders, pending } });
    expect({ code, lines: lines.slice(4) }).toEqual({
      code: 3,
      lines: [
        `✘ fixtures   Declared pending, but not listed: ${pending.slice(1).join(', ')}. Used up by an earlier run? Declare orders that exist; if these do, the listing is incomplete.`,
        refusal,
        `✘ coverage   Without the orders that the listing contradicts, the fixtures declare too few for every scenario. Declare 2 more under \`orders.pending\`.`,
        '',
        'A run cannot be complete: 2 things are missing.',
        '',
      ],
    });
  });

  test('a listing of one page, in which a declared order is missing', async () => {
    const baseUrl = await httpTarget((_, response) => {
      const headers = { 'Content-Type': 'application/json', Link: '</v1/store/orders?page=2>; rel="next"' };
      response.writeHead(200, headers).end('[{"id":101},{"id":201}]');
    });
    const { lines } = await doctor({ baseUrl, orders: { ...noOrders, pending: [102n, 103n, 104n] } });
    const coverage = lines.find((line) => line.includes('coverage'));
    expect(coverage).toMatch(/^✘ coverage {3}The fixtures declare too few .* Declare 1 more under `orders.shipped`, /);
    expect(lines[4]).toBe(
      '✘ fixtures   Declared pending, but not listed: 102, 103, 104. The listing is one page of several (Link: </v1/store/orders?page=2>; rel="next"), and all orders must come in one response.',
    );
  });

  test('a wrong key, and none', async () => {
    const store = await startStore();
    const unchecked = '? listing    Not checked: it needs a key that the target accepts.';
    expect((await doctor({ ...store, apiKey: 'Another-Key-0001' })).lines).toEqual([
      address,
      answers,
      '✘ key        The target refuses the API key from STORE_ORDERS_API_KEY as it refuses any other key (401), so nothing can be judged. Is it the key for http://target/v1, and still valid?',
      unchecked,
      refusal,
      enough,
      ...one,
    ]);
    const { lines } = await doctor(store, {}, { STORE_ORDERS_API_KEY: undefined });
    expect(lines.slice(2, 4)).toEqual([
      '✘ key        No API key is set. Set STORE_ORDERS_API_KEY, or give --api-key-file.',
      unchecked,
    ]);
  });

  test('an address without /v1, at which there is nothing', async () => {
    const store = await startStore();
    const baseUrl = store.baseUrl.replace('/v1', '');
    const { lines } = await doctor({ ...store, baseUrl });
    expect(lines.slice(0, 3)).toEqual([
      '✘ address    http://target does not end with the version prefix /v1 (§9.1). Give the base address with it.',
      '✔ connection http://target answers.',
      expect.stringMatching(
        /^✘ listing {4}Every request for http:\/\/target\/store\/orders gets the same answer, 404, with any key or none\. /,
      ),
    ]);
  });

  test('nobody there', async () => {
    const store = await openStore();
    await store.close();
    const { code, lines } = await doctor(store);
    expect([code, ...lines]).toEqual([
      3,
      address,
      '✘ connection Connecting to http://target was refused (ECONNREFUSED). Is the service running, and is the base address right?',
      '? the rest   Not checked, since no answer came.',
      enough,
      ...one,
    ]);
  });

  test.each<[string, number, string]>([
    [
      'elements without an id, fewer than declared orders',
      5,
      '✘ fixtures   The fixtures declare 9 orders, and the listing has 5 elements, so it leaves some out, or some do not exist. Declare orders that exist.',
    ],
    [
      'as many elements without an id',
      9,
      '! fixtures   The fixtures declare 9 orders, and the listing has 9 elements: its elements have no ids, so it does not show which orders they are.',
    ],
  ])('%s', async (_, shown, line) => {
    const withoutId = variant('orders-without-id').behaviour;
    const first: Behaviour = () => ({ select: (orders) => orders.all().slice(0, shown) });
    const store = await startStore({ behaviour: together(withoutId, first) });
    const { lines } = await doctor(store);
    expect(lines.filter((said) => /^. fixtures /.test(said))).toEqual([line]);
  });

  test('no TLS where TLS was expected', async () => {
    const plain = await listen(createServer());
    const { lines } = await doctor({ baseUrl: `https://${plain}/v1` });
    expect(lines[1]).toBe(
      '✘ TLS        The TLS handshake with https://target failed: what answers there does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER). Should the base address begin with http:// instead?',
    );
  });

  test.each<[what: string, status: number, body: string, line: RegExp]>([
    [
      'a redirect',
      301,
      '',
      /^✘ listing {4}Every request for http:\/\/target\/v1\/store\/orders gets the same answer, a redirect \(301 to "https:\/\/elsewhere.test\/"\)/,
    ],
    ['an envelope', 200, '{"orders":[]}', /^✘ listing {4}.*array/],
  ])('%s', async (_, status, body, line) => {
    const headers = { Location: 'https://elsewhere.test/', 'Content-Type': 'application/json' };
    const baseUrl = await httpTarget(({ headers: { authorization } }, response) => {
      const isRefused = status === 200 && authorization !== 'Bearer Sample-Key-0001';
      response.writeHead(isRefused ? 401 : status, headers).end(body);
    });
    expect((await doctor({ baseUrl })).lines[2]).toMatch(line);
  });
});

test('without a base address, nothing is sent', async () => {
  expect(await refusalOf(['doctor'])).toContain('--base-url');
});
