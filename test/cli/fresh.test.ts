import { expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Changed } from '../detection/in-memory.js';
import { fixturesText, startStore } from '../engine/store.js';
import { inPart } from '../in-part.js';
import { place, runProgram } from './run-program.js';
import { numbers, seeding } from './seeding.js';

const PENDING = [101n, 102n, 103n, 104n, 9007199254740993n];
const DECLARED = { pending: PENDING, shipped: [201n], other: [301n] };

/** Its listing shows no state, and two of its pending orders are cancelled already: only the word of the caller says they are not. */
const used: Changed = {
  orders: demoOrders.map((order) => ([101n, 103n].includes(order.id) ? { ...order, status: 'cancelled' } : order)),
  behaviour: () => ({ renderOrder: ({ id, members }) => ({ id, ...members }) }),
};

/** The exit codes of a run, and of judging its evidence again. */
async function judged(fixtures: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { run, cwd } = await place(await startStore(used), { 'orders.yaml': fixtures }, { env });
  const { code } = await run('--evidence', 'evidence.gz', ...more);
  return [code, (await runProgram(['rejudge', 'evidence.gz'], { cwd })).code];
}

test('that orders are fresh is the word of the caller: without it, a refused one may be used up', async () => {
  expect(await judged(fixturesText(DECLARED))).toEqual([3, 3]);
});

const WORDS: readonly (readonly [words: readonly string[], env: Readonly<Record<string, string>>])[] = [
  [['--fresh'], {}],
  [[], { STORE_ORDERS_FRESH: '1' }],
];

test.each(inPart(WORDS, 2))('with %j and %j, a refusal is the target’s', async (words, env) => {
  expect(await judged(fixturesText(DECLARED), words, env)).toEqual([1, 1]);
});

const SEEDS: readonly (readonly [fresh: boolean, code: number])[] = [
  [true, 1],
  [false, 3],
];

test.each(inPart(SEEDS, 2))('a seed says it of the orders that it made: %s', async (fresh, code) => {
  const seeded = seeding({ pending: numbers(PENDING), shipped: [201] }, '', fresh);
  expect(await judged(seeded)).toEqual([code, code]);
});
