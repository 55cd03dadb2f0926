// (e) Many targets in one process: targets per second, and memory.
import { cli, simulate } from '../many-targets/simulated.mjs';
import { measureProcess } from '../measure/process.mjs';
import { decimals, target } from '../report/tables.mjs';

const good = (index) => `good-${index}`;

/** Measures one process that judges this many conformant targets. */
async function judge(total, words, latencyMs = 0) {
  const { directory, env, end } = await simulate(total, { nameOf: good, latencyMs });
  const args = [cli, 'run', '--all-targets', '--report', 'json=results/{target}.json', ...words];
  const measured = await measureProcess(args, { cwd: directory, env, timeoutMs: 3_600_000 });
  const problems = await end();
  if (problems.length > 0) throw new Error(problems[0]);
  return measured;
}

/** A run with few requests: memory must depend on neither targets nor requests, and this tries many targets fast. */
const FEW_REQUESTS = ['--requirement', 'cancel.unknown.status', '--jobs', '8'];

export async function manyTargets({ options, log }) {
  const rates = [];
  for (const latencyMs of [0, 50, 500]) {
    for (const jobs of [1, 8, 64]) {
      const total = Math.max(options.quick ? 4 : 8, jobs * (options.quick ? 1 : 2));
      log(`${total} targets, ${jobs} at once, ${latencyMs} ms`);
      const { wallSeconds, cpuSeconds } = await judge(total, ['--jobs', String(jobs), '--timeout', '60000'], latencyMs);
      rates.push([`${latencyMs} ms`, jobs, decimals(total / wallSeconds, 2), decimals(cpuSeconds / total, 2)]);
    }
  }
  const memory = [];
  for (const total of [1, 100, 1000, ...(options.quick ? [] : [10_000])]) {
    log(`memory of ${total} targets`);
    const { peakMiB, wallSeconds } = await judge(total, FEW_REQUESTS);
    memory.push({ total, peakMiB, wallSeconds });
  }
  const more = memory.at(-1).peakMiB - memory[0].peakMiB;
  return {
    title: 'Many targets',
    targets: [
      target(`${memory.at(-1).total} targets, more than one`, { atMost: 100, measured: more, digits: 0, unit: ' MiB' }),
    ],
    tables: [
      {
        caption: 'Whole runs of conformant targets in one process; the process of the targets has the other processor:',
        columns: ['latency', 'jobs', 'targets a second', 'CPU s a target'],
        rows: rates,
      },
      {
        caption: 'Memory, with a few requests a target:',
        columns: ['targets', 'peak MiB', 'wall s'],
        rows: memory.map(({ total, peakMiB, wallSeconds }) => [
          total.toLocaleString('en'),
          decimals(peakMiB, 0),
          decimals(wallSeconds, 1),
        ]),
      },
    ],
  };
}
