import { describe, expect, test } from 'vitest';
import { deletesOf, startStore } from '../engine/store.js';
import { takenPicks, withStrangers } from '../engine/world.js';
import { directoryWith } from '../settings/directory.js';
import { fixturesText, runProgram } from './run-program.js';

/** What doctor foresees of a store with undeclared orders, and what a run then leaves blocked. */
async function foreseen(strangers: readonly bigint[], provision = false) {
  const [options, declared] = withStrangers(strangers);
  const store = await startStore(options);
  const { pending, shipped, other } = { ...store.orders, ...declared };
  const cwd = await directoryWith({
    'orders.yaml': provision
      ? `orders: { shipped: [${shipped.join()}], other: [${other.join()}] }\nprovision: { command: node seed.mjs }\n`
      : fixturesText({ pending, shipped, other }),
    'seed.mjs': `console.log('{"orders":{"pending":[${pending.join()}]}}');\n`,
  });
  const env = { STORE_ORDERS_API_KEY: store.apiKey, PATH: process.env.PATH };
  const argv = ['--base-url', store.baseUrl, '--fixtures', 'orders.yaml'];
  const { code, out } = await runProgram(['doctor', ...argv], { cwd, env });
  const lines = out.split('\n');
  const ids = lines.flatMap((line) => /^[✘!] blocked .* left open: (.*)\.$/.exec(line)?.[1]?.split(', ') ?? []);
  expect(deletesOf(store)).toEqual([]);
  const run = await runProgram([...argv, '--report', 'json'], { cwd, env });
  const report: { readonly complete: boolean; readonly requirements: readonly { id: string; verdict: string }[] } =
    JSON.parse(run.out);
  const blocked = report.requirements.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id);
  return { code, foreseen: ids, blocked, complete: report.complete, lines };
}

describe('what doctor foresees is what a run then leaves blocked', () => {
  test('where undeclared orders leave every id free that the suite needs: nothing', async () => {
    const { code, foreseen: ids, blocked, complete } = await foreseen([100n, 1735928401n]);
    expect({ code, ids, blocked, complete }).toEqual({ code: 0, ids: [], blocked: [], complete: true });
  });

  test('where only `should` requirements are in the way, a run can be complete, and doctor names them', async () => {
    const { code, foreseen: ids, blocked, complete, lines } = await foreseen(takenPicks.filter((id) => id < 0n));
    expect(lines.slice(-4)).toEqual([
      '! blocked    Each id that the suite could use here is an order that is not in your fixtures, or a server that reads ids loosely could take it for one (-1735928401). Declare that order in its own state, or write `disposable: true` in the fixtures if the whole store was made for tests. 1 `should` would be left open: cancel.unknown.zero-negative.',
      '',
      'A run can be complete. That is about `must` requirements: 1 `should` would be left open.',
      '',
    ]);
    expect({ code, ids, complete }).toEqual({ code: 0, ids: blocked, complete: true });
  });

  test('where `must` requirements are in the way, it cannot', async () => {
    const { code, foreseen: ids, blocked, complete, lines } = await foreseen(takenPicks);
    expect(lines.filter((line) => line.startsWith('A run cannot be complete'))).toHaveLength(1);
    expect({ code, ids: [...ids].sort(), complete }).toEqual({ code: 3, ids: [...blocked].sort(), complete: false });
  });
});

test('orders of provisioning are counted, and their own ids left to the run', async () => {
  const { code, foreseen: ids, complete, lines } = await foreseen([100n], true);
  expect(lines.slice(-4)).toEqual([
    '! coverage   3 pending, 1 shipped, 1 other come from provisioning, which doctor does not run.',
    '',
    'A run can be complete, if provisioning makes its orders.',
    '',
  ]);
  expect({ code, ids, complete }).toEqual({ code: 0, ids: [], complete: true });
});
