// Judges random stores that conform, and the same stores with one fault of the matrix. Prints the seed, which draws the same
// stores again.
//   node bench/random-stores.mjs [COUNT [SEED]]
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const [count = '20000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
const args = ['vitest', 'run', '--project', 'unit', 'test/random-stores'];
const env = { ...process.env, RANDOM_STORES: count, SEED: seed };
const { status } = spawnSync('npx', args, { stdio: 'inherit', env });
process.exitCode = status ?? 1;
