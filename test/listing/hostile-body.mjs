// Reads one hostile listing as a run does, and prints the memory and the time that it took:
//   node hostile-body.mjs READER BODY BYTES
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

const [program = '', body = '', bytes = '0'] = process.argv.slice(2);
const { ListingReader } = await import(program);

/** Unique ids that are not in sequence, so that comparing them takes a sort and a merge. */
const scattered = (i) => 3_000_000_000 + (Math.imul(i, 2_654_435_761) >>> 0);
const items = (count, item) => Array.from({ length: count }, (_, i) => item(i)).join(',');

/** The start of a body, its i-th part, and its end. */
const bodies = {
  'one element of members': ['[{"id":0', (i) => `,"${i.toString(36)}":${i}`, '}]'],
  'one element of objects': ['[[0', (i) => `,{"${i.toString(36)}":1}`, ']]'],
  'one element of strings': ['[["€"', (i) => `,"${i}"`, ']]'],
  'one long string': ['["€', () => 'abcdefghijklmnopqrstuvwxyz', '"]'],
  'one long number': ['[1', () => '0123456789', ']'],
  'one deep nesting': ['[', () => '[[', ''],
  'elements of nearly the largest size': ['[""', (i) => `,{"id":${i},"s":"€${'x'.repeat(2_000_000)}"}`, ']'],
  'elements of nearly the most members': [
    '[""',
    (i) => `,{"id":${i % 2 ? 1 : '1e2'},${items(16_000, (j) => `"${i}-${j}":${j}`)}}`,
    ']',
  ],
  'elements of nearly the deepest nesting': [
    '[""',
    () => `,{"id":1,"id":2,"a":${'{"ab":'.repeat(16_000)}1e400${'}'.repeat(16_000)}}`,
    ']',
  ],
  'elements that are all spelled differently': ['[""', (i) => `,{"id":${i},"x${i}":1,"y":{"a${i}":["${i}"]}}`, ']'],
  'elements that deviate in everything': ['[""', (i) => `,{"id":"${i}","petId":1.5,"quantity":"","shipDate":"x"}`, ']'],
  'scattered ids': ['[""', (i) => `,{"id":${scattered(i)}}`, ']'],
};

const [start, part, end] = bodies[body];
const reader = new ListingReader({ use: 'elements', ask: [] });
/** Processor time, so that a busy machine makes no difference. */
let longestMs = 0;
let last = process.cpuUsage();
const tick = () => {
  const { user, system } = process.cpuUsage(last);
  longestMs = Math.max(longestMs, (user + system) / 1000);
  last = process.cpuUsage();
};

let held = start;
for (let i = 0, sent = 0; sent < Number(bytes); i++) {
  held += part(i);
  if (held.length < 65_536) continue;
  const chunks = Buffer.from(held);
  for (let from = 0; from < chunks.length; from += 65_536) {
    last = process.cpuUsage();
    reader.write(chunks.subarray(from, from + 65_536));
    tick();
  }
  sent += chunks.length;
  held = '';
  await setImmediate();
}
last = process.cpuUsage();
reader.write(Buffer.from(held + end));
reader.end(true);
const clock = setInterval(tick, 1);
const { problem, unread } = await reader.reading();
tick();
clearInterval(clock);

/** VmHWM on Linux; maxRSS would include the size of the parent process at the fork. */
const peakMiB =
  process.platform === 'linux'
    ? Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
    : process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ problem: problem?.code, unread: unread !== undefined, longestMs, peakMiB }));
