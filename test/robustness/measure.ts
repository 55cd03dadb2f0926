// Runs rows of docs/generated/robustness.md one after the other, and prints the memory of each. Part of
// `scripts/measure-robustness.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { closeAll } from '../http/target.js';
import { groups } from './rows.js';
import { outcomeOf, tryOut } from './trial.js';

/** A process that has grown by more ends, since the next row could use that memory without growing. */
const CLEAN_MIB = 8;

const mibOf = (name: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

/** On a busy machine, a row may need the processor for itself. */
const ATTEMPTS = 3;

const document = readFileSync(new URL('../../docs/generated/robustness.md', import.meta.url), 'utf8');
const [part = 0, parts = 1, done = 0] = process.argv.slice(2).map(Number);
const all = groups.flatMap(({ withinMs, rows }) => rows.map((row) => ({ row, withinMs })));

for (const { row, withinMs } of all.filter((_, index) => index % parts === part).slice(done)) {
  let mib = 0;
  for (let attempt = 1, isGood = false; attempt <= ATTEMPTS && !isGood; attempt++) {
    globalThis.gc?.();
    writeFileSync('/proc/self/clear_refs', '5'); // resets VmHWM (Linux)
    const before = mibOf('VmRSS');
    const trial = await tryOut(row);
    mib = Math.max(mib, mibOf('VmHWM') - before);
    isGood = document.includes(outcomeOf(trial)) && trial.milliseconds < withinMs;
    if (isGood || attempt === ATTEMPTS) {
      process.stdout.write(`${JSON.stringify({ id: row.id, outcome: outcomeOf(trial), isGood, mib })}\n`);
    }
    await closeAll();
  }
  if (mib > CLEAN_MIB) process.exit();
}
process.exit();
