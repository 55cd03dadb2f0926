import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAll } from '../http/target.js';
import { MAX_MIB, MAX_ROW_MIB, type Recorded, robustnessDocument } from './robustness-document.js';
import type { Group, Row } from './row.js';
import { groups } from './rows/index.js';
import { type Trial, tryOut } from './trial.js';

/** Most of them wait; but they share one processor with their servers. */
const AT_ONCE = 8;

/** On a busy machine, a row may need the processor for itself. */
const ATTEMPTS = 3;

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'memory.json'), 'utf8')) as Recorded;

const trials = new Map<string, Trial>();
let peakMiB = 0;

const heldMiB = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

beforeAll(async () => {
  const before = heldMiB();
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, heldMiB() - before);
  }, 10);
  const waiting = groups.flatMap(({ rows }) => rows);
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) trials.set(row.id, await tryOut(row));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { row, kind } of trials.values()) if (kind !== row.expected) trials.set(row.id, await tryOut(row));
  clearInterval(watch);
}, 120_000);
afterAll(closeAll);

async function isInTime({ withinMs }: Group, row: Row): Promise<boolean> {
  let { milliseconds = Number.POSITIVE_INFINITY } = trials.get(row.id) ?? {};
  for (let attempt = 1; attempt < ATTEMPTS && milliseconds >= withinMs; attempt += 1) {
    ({ milliseconds } = await tryOut(row));
  }
  return milliseconds < withinMs;
}

describe.each(groups.map((group) => [group.title, group] as const))('%s', (_title, group) => {
  test.each(group.rows.map((row) => [row.id, row] as const))('%s', async (id, row) => {
    expect(trials.get(id)).toMatchObject({ kind: row.expected });
    expect(await isInTime(group, row)).toBe(true);
  });
});

test('all rows together take little memory', () => {
  expect(peakMiB).toBeLessThan(MAX_MIB);
});

test('each row has an id of its own, was measured in a process of its own, and takes little memory', () => {
  const rows = groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(Object.keys(recorded).sort()).toEqual([...rows].sort());
  expect(rows.filter((id) => !((recorded[id] ?? 0) > 0 && (recorded[id] ?? 0) <= MAX_ROW_MIB))).toEqual([]);
});

test('docs/robustness.md says what became of them', async () => {
  const document = join(import.meta.dirname, '../../docs/robustness.md');
  await expect(robustnessDocument(groups, trials, recorded)).toMatchFileSnapshot(document);
});
