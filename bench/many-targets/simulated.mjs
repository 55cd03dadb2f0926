// Creates a folder with the configuration of simulated deployments, and starts their servers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_KEY, ORDERS } from './servers.mjs';

export const cli = join(import.meta.dirname, '../../dist/cli.js');

const EXPECTED = { good: 'conformant', bad: 'nonconformant', hung: 'inconclusive' };

/** Mostly conformant, some faulty, a few that never answer. */
const mixed = (index) => `${index % 50 === 17 ? 'bad' : index % 500 === 42 ? 'hung' : 'good'}-${index}`;

/** Starts the servers of this many targets. The caller writes the reports to `results/NAME.json` in the folder. */
export async function simulate(total, { nameOf = mixed, latencyMs = 0 } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'store-orders-many-'));
  const names = Array.from({ length: total }, (_, index) => nameOf(index));
  const log = join(directory, 'log.txt');
  const servers = spawn(process.execPath, [join(import.meta.dirname, 'servers.mjs'), log, String(latencyMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [portLine] = await once(servers.stdout, 'data');
  const base = `http://127.0.0.1:${String(portLine).trim()}`;
  const write = (name, text) => writeFileSync(join(directory, name), text);
  const lists = Object.entries(ORDERS).map(([state, ids]) => `  ${state}: [${ids.join(', ')}]\n`);
  write('store-orders-conformance.yaml', 'targets: ./targets.yaml\nfixtures: ./fixtures.yaml\ntimeout: 20000\n');
  write('targets.yaml', names.map((name) => `${name}: { baseUrl: "${base}/${name}/v1" }\n`).join(''));
  write('fixtures.yaml', `orders:\n${lists.join('')}disposable: true\n`);
  mkdirSync(join(directory, 'results'));
  const place = (name) => join(directory, 'results', `${name}.json`);
  return {
    directory,
    names,
    env: { ...process.env, STORE_ORDERS_API_KEY: API_KEY },
    judged: () => names.filter((name) => existsSync(place(name))).length,
    /** Stops the servers. Returns the problems of the reports and of the requests, a sentence each. */
    async end() {
      servers.kill();
      await once(servers, 'exit');
      const problems = [...reportProblems(names, place), ...logProblems(readFileSync(log, 'utf8'))];
      rmSync(directory, { recursive: true, force: true });
      return problems;
    },
  };
}

function* reportProblems(names, place) {
  for (const name of names) {
    if (!existsSync(place(name))) {
      yield `${name}: no report`;
      continue;
    }
    const { verdict, requirements } = JSON.parse(readFileSync(place(name), 'utf8'));
    const expected = EXPECTED[name.split('-')[0]];
    const open = requirements.find(({ verdict, level }) => verdict !== 'pass' && level === 'must');
    if (verdict !== expected) yield `${name}: ${verdict} instead of ${expected} (${open?.id}: ${open?.reason})`;
    if (existsSync(`${place(name)}.ledger.jsonl`)) yield `${name}: a ledger is left`;
  }
}

/** Only one run may cancel a declared order with the valid key, and only one shard may judge a target. */
function* logProblems(log) {
  const declared = new Set(Object.values(ORDERS).flat().map(String));
  const runs = new Map();
  for (const line of log.trim().split('\n')) {
    const [run, name, id, authorized] = line.split(' ');
    if (authorized !== 'true' || !declared.has(id)) continue;
    note(runs, `${name} ${id} is cancelled by the runs`, run);
    note(runs, `${name} is judged in the shards`, run.split('.')[0]);
  }
  for (const [action, actors] of runs) if (actors.size > 1) yield `${action} ${[...actors].join(' and ')}`;
}

function note(runs, action, actor) {
  const actors = runs.get(action) ?? new Set();
  runs.set(action, actors.add(actor));
}
