// Lets a conforming store fail at every position of a run, in every form of outage. In memory; takes minutes.
import { spawnSync } from 'node:child_process';

const args = ['vitest', 'run', '--project', 'unit', 'test/engine/outages.test.ts'];
const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, OUTAGES: 'all' } });
process.exitCode = status ?? 1;
