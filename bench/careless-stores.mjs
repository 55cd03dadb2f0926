// Tries the plan on random stores that read ids carelessly. Prints the seed, and fails if an undeclared order is cancelled.
//   node bench/careless-stores.mjs [COUNT] [SEED]
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const [count = '5000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
console.log(`${count} careless stores from seed ${seed}`);
const env = { ...process.env, CARELESS_STORES: count, CARELESS_RUNS: count, SEED: seed };
const run = ['vitest', 'run', '--project', 'unit', 'test/engine/careless.test.ts'];
process.exitCode = spawnSync('npx', run, { env, stdio: 'inherit' }).status ?? 1;
