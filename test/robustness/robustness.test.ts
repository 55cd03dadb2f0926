import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAll } from '../http/target.js';
import { inPart } from '../in-part.js';
import { inCode } from './in-code.js';
import {
  MAX_MIB,
  MAX_ROW_MIB,
  messagesOf,
  outcomeOf,
  type Recorded,
  robustnessDocument,
} from './robustness-document.js';
import { groups } from './rows.js';
import { type Trial, tryOut } from './trial.js';

/** Most of them wait; but they share one processor with their servers. */
const AT_ONCE = 8;

/** On a busy machine, a row may need the processor for itself. */
const ATTEMPTS = 3;

const path = join(import.meta.dirname, '../../docs/generated/robustness.md');
const document = readFileSync(path, 'utf8');
const messagesPath = join(import.meta.dirname, 'messages.txt');
const messages = readFileSync(messagesPath, 'utf8');
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'memory.json'), 'utf8')) as Recorded;

/** What the document says of a row, up to the time. */
const keptOutcome = (id: string): string | undefined =>
  document
    .split('\n')
    .find((line) => line.startsWith(`| \`${id}\` |`))
    ?.replace(/ < [\d.]+ s \| [^|]* \|$/, '');

const keptMessages = (id: string): string[] =>
  messages.split(/(?<=\n)/).filter((message) => message.startsWith(`${id}: `));

const rows = groups.flatMap(({ rows }) => rows);
/** A row that the document lacks is always tried. */
const tried = new Set(rows.filter((row) => inPart(rows, 3).includes(row) || keptOutcome(row.id) === undefined));
const triedGroups = groups
  .map(({ rows, ...about }) => ({ ...about, rows: rows.filter((row) => tried.has(row)) }))
  .filter(({ rows }) => rows.length > 0);
const trials = new Map<string, Trial>();
let peakMiB = 0;

const isUnknown = (trial: Trial): boolean =>
  !document.includes(outcomeOf(trial)) || messagesOf(trial).some((message) => !messages.includes(message));

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
  const ids = rows.map(({ id }) => id);
  expect(Object.keys(recorded).sort()).toEqual([...ids].sort());
  expect(Object.keys(inCode).filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => !((recorded[id] ?? 0) > 0 && (recorded[id] ?? 0) <= MAX_ROW_MIB))).toEqual([]);
});

test('docs/generated/robustness.md says what became of them', async () => {
  const outcomeBy = (id: string): string | undefined => {
    const trial = trials.get(id);
    return trial ? outcomeOf(trial) : keptOutcome(id);
  };
  const outcomes = new Map(rows.map(({ id }) => [id, outcomeBy(id)]));
  await expect(robustnessDocument(groups, outcomes, recorded)).toMatchFileSnapshot(path);
});

test('a failure is told with what probably causes it, and what to do', async () => {
  const said = rows.flatMap(({ id }) => {
    const trial = trials.get(id);
    return trial ? messagesOf(trial) : keptMessages(id);
  });
  await expect(said.join('')).toMatchFileSnapshot(messagesPath);
});
