import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Golden } from '../golden.js';
import { closeAll } from '../http/target.js';
import { inPart } from '../in-part.js';
import { inCode } from './in-code.js';
import { groups } from './rows.js';
import { messagesOf, outcomeOf, type Trial, tryOut } from './trial.js';

/** Rows mostly wait, but share a processor with their servers. */
const AT_ONCE = 8;

/** On a busy machine, a row may need the processor for itself. */
const ATTEMPTS = 3;

/** The limit for all rows together. */
const MAX_MIB = 256;

/** The limit for the growth of a row. */
const MAX_ROW_MIB = 130;

const DOCUMENT = join(import.meta.dirname, '../../docs/generated/robustness.md');
const document = readFileSync(DOCUMENT, 'utf8');
const messages = new Golden(join(import.meta.dirname, 'expected/messages.txt'));

/** Row id → measured MiB, rounded up. */
const recorded: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'memory.json'), 'utf8'),
);

const rows = groups.flatMap(({ rows }) => rows);
const ids = rows.map(({ id }) => id);

/** The start of the row's line in the document, up to the time. */
const outcomes = new Map(
  document.split('\n').map((line) => [/^\| `([^`]+)`/.exec(line)?.[1], line.replace(/ < [\d.]+ s \| [^|]* \|$/, '')]),
);

/** A new row is always tried. */
const tried = new Set(rows.filter((row) => inPart(rows, 7).includes(row) || !outcomes.has(row.id)));
const triedGroups = groups
  .map(({ rows, ...about }) => ({ ...about, rows: rows.filter((row) => tried.has(row)) }))
  .filter(({ rows }) => rows.length > 0);
const trials = new Map<string, Trial>();
let peakMiB = 0;

const isUnknown = (trial: Trial): boolean =>
  outcomeOf(trial) !== outcomes.get(trial.row.id) || messagesOf(trial) !== (messages.of(trial.row.id) ?? '');

const heldMiB = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

beforeAll(async () => {
  const before = heldMiB();
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, heldMiB() - before);
  }, 10);
  const waiting = [...tried];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) trials.set(row.id, await tryOut(row));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    for (const { row } of [...trials.values()].filter(isUnknown)) trials.set(row.id, await tryOut(row));
  }
  clearInterval(watch);
}, 120_000);
afterAll(closeAll);

describe.each(triedGroups)('$title', ({ withinMs, rows }) => {
  test.each(rows)('$id', async (row) => {
    let milliseconds = trials.get(row.id)?.milliseconds ?? Number.POSITIVE_INFINITY;
    for (let attempt = 1; attempt < ATTEMPTS && milliseconds >= withinMs; attempt++) {
      ({ milliseconds } = await tryOut(row));
    }
    expect(milliseconds).toBeLessThan(withinMs);
  });
});

test('all rows together take little memory', () => {
  expect(peakMiB).toBeLessThan(MAX_MIB);
});

test('each row has an id of its own, was measured in a process of its own, and takes little memory', () => {
  expect(Object.keys(recorded).sort()).toEqual([...ids].sort());
  expect(Object.keys(inCode).filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => !((recorded[id] ?? 0) > 0 && (recorded[id] ?? 0) <= MAX_ROW_MIB))).toEqual([]);
});

test('docs/generated/robustness.md has the outcome of each', async () => {
  for (const trial of trials.values()) outcomes.set(trial.row.id, outcomeOf(trial));
  const introduction = document.slice(0, document.search(/^\d+ hostile behaviours/m));
  expect(introduction).toContain(`${MAX_ROW_MIB} MiB`);
  const lines = groups.flatMap(({ title, withinMs, rows }) => [
    ...['', `## ${title}`, ''],
    '| behaviour | the target … | a listing | a cancel | time | memory |',
    '|---|---|---|---|---|---|',
    ...rows.map(({ id }) => `${outcomes.get(id)} < ${withinMs / 1_000} s | + ≤ ${recorded[id]} MiB |`),
  ]);
  const text = [`${introduction}${rows.length} hostile behaviours.`, ...lines, ''].join('\n');
  await expect(text).toMatchFileSnapshot(DOCUMENT);
});

test('a failure is reported with its likely cause and a remedy', async () => {
  for (const trial of trials.values()) messages.set(trial.row.id, messagesOf(trial));
  await messages.compare(ids);
});
