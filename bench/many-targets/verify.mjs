// Judges simulated deployments in four shards, and kills two of the shards several times. Some deployments are faulty, some never
// answer. Fails for a missing report, a wrong verdict, or an order that two runs cancelled.
//   node bench/many-targets/verify.mjs [TARGETS] [FURTHER OPTIONS OF run…]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, simulate } from './simulated.mjs';

const SHARDS = 4;
const KILLED_SHARDS = 2;
/** How often each of these shards is killed and started again. */
const KILLS = 3;

const [total = '10000', ...options] = process.argv.slice(2);
const { directory, env, end } = await simulate(Number(total));
const started = performance.now();
let runs = 0;
let kills = 0;
let peak = 0;

/** Starts a shard. Resolves to its exit code, or to null if it was killed. */
async function start(shard, killAfterMs) {
  const run = `${shard}.${++runs}`;
  writeFileSync(join(directory, `header-${run}`), `X-Run: ${run}\n`);
  const part = ['--all-targets', '--shard', `${shard}/${SHARDS}`, '--jobs', '8', '--resume', '--deadline', '60000'];
  const files = ['--header-file', `header-${run}`, '--report', 'json=results/{target}.json'];
  const child = spawn(process.execPath, [cli, 'run', ...part, ...files, ...options], {
    cwd: directory,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
  }, 250);
  const killing = killAfterMs && setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  clearTimeout(killing);
  return code;
}

/** Peak memory of a process in MiB, or 0 where /proc does not show it. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function judge(shard) {
  for (let kill = 0; shard <= KILLED_SHARDS && kill < KILLS; kill++) {
    const code = await start(shard, 1_500 + Math.random() * 6_000);
    if (code !== null) return code;
    kills += 1;
  }
  return start(shard);
}

const codes = await Promise.all(Array.from({ length: SHARDS }, (_, index) => judge(index + 1)));
const problems = await end();
if (codes.some((code) => ![0, 1, 3].includes(code))) problems.push(`exit codes ${codes.join(', ')}`);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
for (const problem of problems.slice(0, 20)) console.log(problem);
console.log(
  `${total} targets in ${SHARDS} shards, ${kills} killed and started again, ${seconds} s, at most ${peak.toFixed(0)} MiB a shard: ${problems.length} problems`,
);
process.exitCode = problems.length > 0 || kills === 0 ? 1 : 0;
