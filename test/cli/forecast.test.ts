import { expect, test } from 'vitest';
import type { Report } from '../../runner/judge/report.js';
import type { Order } from '../../servers/order.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { deletesOf, startStore } from '../engine/store.js';
import { takenPicks, withStrangers } from '../engine/world.js';
import { place } from './run-program.js';
import { numbers, seeding } from './seeding.js';

/** What doctor foresees of a store with undeclared orders, and what a run then leaves blocked. */
async function foreseen(strangers: readonly bigint[], isSeeded = false) {
  const [options, declared] = withStrangers(strangers);
  // What a seed prints are JSON numbers, so its store has no order above 2^53.
  const { orders: all } = options;
  const store = await startStore(isSeeded ? { ...options, orders: all?.filter(({ id }) => id < 2n ** 53n) } : options);
  const orders = { ...store.orders, ...declared };
  const seeded = { pending: numbers(orders.pending), shipped: numbers(orders.shipped) };
  const there = { ...store, orders };
  const files: Record<string, string> = isSeeded ? { 'orders.yaml': seeding(seeded, '') } : {};
  const { code, out } = await (await place(there, files, { command: ['doctor'] })).run();
  expect(deletesOf(store)).toEqual([]);
  const lines = out.split('\n');
  const ids = lines.flatMap((line) => /^[✘!] blocked .* left open: (.*)\.$/.exec(line)?.[1]?.split(', ') ?? []);
  const reported = async (): Promise<Pick<Report, 'complete' | 'requirements'>> =>
    JSON.parse((await (await place(there, files)).run('--report', 'json')).out);
  // Only the command line runs a seed.
  const report = isSeeded ? await reported() : await judgeInMemory(options, { orders, fresh: false });
  const blocked = report.requirements.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id);
  expect(ids.sort()).toEqual(blocked.sort());
  return { code, lines, hasBlocked: blocked.length > 0, complete: report.complete };
}

test('where only `should` requirements are in the way, a run can be complete, and doctor names them', async () => {
  const { code, lines, complete } = await foreseen([
    ...takenPicks.filter((id) => id < 0n),
    ...[101n, 102n, 103n, 104n, 201n, 202n, 301n, 302n].map((id) => -id),
  ]);
  expect(lines.slice(-4)).toEqual([
    '! blocked    The suite would send DELETE …/-103. A server that reads ids loosely could read that as order -103, which is not in your fixtures. Declare it in its own state, or write `disposable: true` in the fixtures if the whole store was made for tests. 1 `should` would be left open: cancel.unknown.zero-negative.',
    '',
    'A run can be complete. That is about `must` requirements: 1 `should` would be left open.',
    '',
  ]);
  expect({ code, complete }).toEqual({ code: 0, complete: true });
});

test('where `must` requirements are in the way, it cannot', async () => {
  const { code, lines, hasBlocked, complete } = await foreseen(takenPicks);
  expect(lines.filter((line) => line.startsWith('A run cannot be complete'))).toHaveLength(1);
  expect({ code, hasBlocked, complete }).toEqual({ code: 3, hasBlocked: true, complete: false });
});

test('where undeclared orders leave every id free, nothing is; orders of provisioning are left to the run', async () => {
  const { code, lines, hasBlocked, complete } = await foreseen([100n, 1735928401n], true);
  expect(lines.slice(-4)).toEqual([
    '! coverage   Its orders come from provisioning, which doctor does not run.',
    '',
    'A run can be complete, if provisioning makes its orders.',
    '',
  ]);
  expect({ code, hasBlocked, complete }).toEqual({ code: 0, hasBlocked: false, complete: true });
});

/** What a run leaves open in a store of the orders 1 to 12, of which the first six are pending, and why. */
async function openInDense(pending: readonly bigint[], shipped: readonly bigint[] = [10n]) {
  const orders = Array.from({ length: 12 }, (_, index): Order => {
    return { id: BigInt(index + 1), status: index < 6 ? 'pending' : index < 10 ? 'shipped' : 'delivered', members: {} };
  });
  const declared = { pending, shipped, other: [12n] };
  const { requirements } = await judgeInMemory({ orders }, { orders: declared, fresh: false });
  return requirements.flatMap(({ id, verdict, reason }) => (verdict === 'blocked' ? [`${id}: ${reason}`] : []));
}

test('in a store without gaps, the remedy for texts with a fraction names the orders on both sides at once, and works', async () => {
  expect(await openInDense([2n, 4n, 6n])).toEqual([
    'cancel.not-int64: The suite would send DELETE …/6.25 and …/5.75. A careless server could read that as order 7 or 5, which are not in your fixtures. Declare them in their own states, or under `orders.unknown` if no order has that id, or write `disposable: true` if the whole store was made for tests.',
  ]);
  expect(await openInDense([2n, 4n, 6n, 5n], [10n, 7n])).toEqual([]);
});

test('what docs/fixtures.md says of such a store is enough: four pending orders in a row', async () => {
  for (const first of [1n, 2n, 3n]) expect(await openInDense([0n, 1n, 2n, 3n].map((more) => first + more))).toEqual([]);
});
