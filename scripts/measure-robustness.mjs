// Measures the memory of each row of docs/generated/robustness.md and of its server, each in a process of its own, and writes it
// to test/robustness/memory.json (not with `--check`). Fails for a row over the limit or over its time. Linux only.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.mjs';

/** Less than the 256 MiB of a run: a row is only a few exchanges. */
const MAX_MIB = 130;
/** Measurements vary; rounded up to this step, they rarely change the document. */
const STEP_MIB = 20;
/** More than processors: most rows only wait. */
const PROCESSES = 6;

const root = fileURLToPath(new URL('../', import.meta.url));
/** Next to the certificates that it reads. */
const program = join(root, `test/http/.measure-${process.pid}.mjs`);

async function measure(part) {
  const rows = [];
  for (let more = await measureFrom(part, 0); more.length > 0; more = await measureFrom(part, rows.length))
    rows.push(...more);
  return rows;
}

/** Measures rows in a new process, until one has made it grow. */
async function measureFrom(part, done) {
  const node = ['--expose-gc', '--semi-space-growth-factor=1', '--heap-growing-percent=50', program];
  const child = spawn(process.execPath, [...node, part, PROCESSES, done].map(String), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const rows = [];
  const ended = new Promise((resolve) => child.on('close', resolve));
  for await (const line of createInterface(child.stdout)) rows.push(JSON.parse(line));
  const code = await ended;
  if (code !== 0) throw new Error(`A process ended with ${code} after the row ${rows.at(-1)?.id}.`);
  return rows;
}

try {
  const entry = join(root, 'test/robustness/measure.ts');
  await build({ ...bundleOptions, splitting: false, entryPoints: [entry], outfile: program });
  const rows = (await Promise.all(Array.from({ length: PROCESSES }, (_, part) => measure(part)))).flat();
  const most = rows.reduce((one, other) => (other.mib > one.mib ? other : one));
  console.log(`${rows.length} rows: at most ${Math.round(most.mib)} MiB (${most.id})`);
  if (!process.argv.includes('--check')) {
    const recorded = rows.map(({ id, mib }) => [id, Math.max(1, Math.ceil(mib / STEP_MIB)) * STEP_MIB]);
    const text = JSON.stringify(Object.fromEntries(recorded.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2);
    writeFileSync(join(root, 'test/robustness/memory.json'), `${text}\n`);
  }
  const bad = rows.filter(({ isGood, mib }) => !isGood || mib > MAX_MIB).map((row) => JSON.stringify(row));
  if (bad.length > 0)
    throw new Error(`Over ${MAX_MIB} MiB, over their time, or other than expected:\n${bad.join('\n')}`);
} finally {
  rmSync(program, { force: true });
}
