// Simulated deployments, some of them faulty and some that never answer, judged in four shards, two of which are killed again
// and again and started anew. Fails where a report lacks, a verdict is wrong, or a cancel was sent that must not be.
//   node scripts/many-targets/verify.mjs [TARGETS] [FURTHER OPTIONS OF run…]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_KEY, ORDERS } from './servers.mjs';

const [count = '10000', ...options] = process.argv.slice(2);
const total = Number(count);
const shards = 4;
const root = new URL('../../', import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), 'store-orders-many-'));
const started = performance.now();

/** Of a hundred: two are faulty, and of five hundred one never answers. */
const nameOf = (index) => `${index % 50 === 17 ? 'bad' : index % 500 === 42 ? 'hung' : 'good'}-${index}`;
const names = Array.from({ length: total }, (_, index) => nameOf(index));
const EXPECTED = { good: 'conformant', bad: 'nonconformant', hung: 'inconclusive' };

const log = join(directory, 'log.txt');
const servers = spawn(process.execPath, [join(import.meta.dirname, 'servers.mjs'), log], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [portLine] = await once(servers.stdout, 'data');
const port = String(portLine).trim();

const write = (name, text) => writeFileSync(join(directory, name), text);
write(
  'store-orders-conformance.yaml',
  'targets: ./targets.yaml\nfixtures: ./fixtures.yaml\ntimeout: 5000\ndeadline: 120000\n',
);
write('targets.yaml', names.map((name) => `${name}: { baseUrl: "http://127.0.0.1:${port}/${name}/v1" }\n`).join(''));
write(
  'fixtures.yaml',
  `orders:\n${Object.entries(ORDERS)
    .map(([state, ids]) => `  ${state}: [${ids.join(', ')}]\n`)
    .join('')}`,
);
mkdirSync(join(directory, 'out'));

let runs = 0;
let kills = 0;
let peak = 0;

/** Starts a shard; resolves to its exit code, or to null where it was killed. */
async function start(shard, killAfterMs) {
  const run = `${shard}.${++runs}`;
  write(`header-${run}`, `X-Run: ${run}\n`);
  const words = [
    '--all-targets',
    '--shard',
    `${shard}/${shards}`,
    '--jobs',
    '8',
    '--resume',
    '--header-file',
    `header-${run}`,
  ];
  const report = ['--report', 'json=out/{target}.json'];
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'run', ...words, ...report, ...options], {
    cwd: directory,
    env: { ...process.env, STORE_ORDERS_API_KEY: API_KEY },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const look = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
  }, 250);
  const killing = killAfterMs && setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  clearTimeout(killing);
  return code;
}

/** MiB, where the system tells. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const judged = () => names.filter((name) => existsSync(join(directory, 'out', `${name}.json`))).length;

async function shard(number) {
  const isKilled = number <= 2;
  for (let kill = 0; isKilled && kill < 3; kill++) {
    const code = await start(number, 1_500 + Math.random() * 6_000);
    if (code !== null) return code;
    kills += 1;
  }
  return start(number);
}

const codes = await Promise.all(Array.from({ length: shards }, (_, index) => shard(index + 1)));
servers.kill();
await once(servers, 'exit');

const problems = [];
if (codes.some((code) => ![0, 1, 3].includes(code))) problems.push(`exit codes ${codes.join(', ')}`);
if (judged() !== total) problems.push(`${total - judged()} reports are missing`);
for (const name of names) {
  const report = JSON.parse(readFileSync(join(directory, 'out', `${name}.json`), 'utf8'));
  const expected = EXPECTED[name.split('-')[0]];
  if (report.verdict !== expected) problems.push(`${name}: ${report.verdict} instead of ${expected}`);
  if (existsSync(join(directory, 'out', `${name}.json.ledger.jsonl`))) problems.push(`${name}: a ledger is left`);
}

/** By target and order: the runs that asked for its cancel with the valid key. */
const asked = new Map();
const running = new Map();
const declared = new Set(Object.values(ORDERS).flat().map(String));
for (const line of readFileSync(log, 'utf8').trim().split('\n')) {
  const [run, name, id, authorized] = line.split(' ');
  if (authorized !== 'true' || !declared.has(id)) continue;
  const key = `${name} ${id}`;
  const before = asked.get(key) ?? new Set();
  asked.set(key, before.add(run));
  running.set(name, (running.get(name) ?? new Set()).add(run.split('.')[0]));
}
for (const [key, of] of asked) if (of.size > 1) problems.push(`${key}: cancelled by the runs ${[...of].join(' and ')}`);
for (const [name, of] of running)
  if (of.size > 1) problems.push(`${name}: judged in the shards ${[...of].join(' and ')}`);

const seconds = ((performance.now() - started) / 1000).toFixed(0);
for (const problem of problems.slice(0, 20)) console.log(problem);
console.log(
  `${total} targets in ${shards} shards, ${kills} killed and started again, ${seconds} s, at most ${peak.toFixed(0)} MiB a shard: ${problems.length} problems`,
);
rmSync(directory, { recursive: true, force: true });
process.exitCode = problems.length > 0 || kills === 0 ? 1 : 0;
