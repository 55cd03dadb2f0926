// Random stores that conform, and the same with one fault of the matrix: node bench/random-stores.mjs [COUNT [SEED]]
// 20,000 take about half an hour on two processors. A seed that it prints gives the same stores again.
import { spawnSync } from 'node:child_process';

const [count = '20000', seed] = process.argv.slice(2);
const args = ['vitest', 'run', '--project', 'unit', 'test/random-stores'];
const env = { ...process.env, RANDOM_STORES: count, ...(seed !== undefined && { SEED: seed }) };
const { status } = spawnSync('npx', args, { stdio: 'inherit', env });
process.exitCode = status ?? 1;
