import { expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { runConformance } from '../../index.js';
import { startStore } from '../engine/store.js';
import { fixturesText, judge, place, runProgram } from './run-program.js';
import { numbers, seeding } from './seeding.js';

const PENDING = [101n, 102n, 103n, 104n, 9007199254740993n];
const DECLARED = { pending: PENDING, shipped: [201n], other: [301n] };

/** Its listing shows no state, and two of its pending orders are cancelled already: only the word of the caller says they are not. */
const startUsed = () =>
  startStore({
    orders: demoOrders.map((order) => ([101n, 103n].includes(order.id) ? { ...order, status: 'cancelled' } : order)),
    behaviour: () => ({ renderOrder: ({ id, members }) => ({ id, ...members }) }),
  });

/** The exit codes of a run, and of judging its evidence again. */
async function judged(fixtures: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { run, cwd } = await place(await startUsed(), { 'orders.yaml': fixtures }, { env });
  const { code } = await run('--evidence', 'evidence.gz', ...more);
  return [code, (await runProgram(['rejudge', 'evidence.gz'], { cwd })).code];
}

test('that orders are fresh is the word of the caller: without it, a refused one may be used up', async () => {
  const fixtures = fixturesText(DECLARED);
  expect(await judged(fixtures)).toEqual([3, 3]);
  expect(await judged(fixtures, ['--fresh'])).toEqual([1, 1]);
  expect(await judged(fixtures, [], { STORE_ORDERS_FRESH: '1' })).toEqual([1, 1]);
});

test('the library takes it, too', async () => {
  const { baseUrl, apiKey } = await startUsed();
  const { verdict } = await runConformance({ baseUrl, apiKey, orders: DECLARED, fresh: true });
  expect(verdict).toBe('nonconformant');
});

test('a seed says it of the orders that it made', async () => {
  const seeded = (fresh: boolean) => seeding({ pending: numbers(PENDING), shipped: [201] }, '', fresh);
  expect(await judged(seeded(false))).toEqual([3, 3]);
  expect(await judged(seeded(true))).toEqual([1, 1]);
});

test('a fixtures file cannot say it, for it outlives its orders', async () => {
  const store = await startUsed();
  const { code, err } = await judge(store, [], { fixtures: `${fixturesText(DECLARED)}fresh: true\n` });
  expect([code, store.connections()]).toEqual([2, 0]);
  expect(err).toContain('Say it for one run, with --fresh or STORE_ORDERS_FRESH=1');
});
