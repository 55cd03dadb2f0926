import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CELLS, measure, nameOf, PATH, recorded } from './chances.js';

/** `MEASURE_CHANCES=100` measures that many seeds, and records them; otherwise a few are compared with the record. */
const count = Number(process.env.MEASURE_CHANCES ?? 0);
const seedsOf = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);

if (count > 0) {
  test('the chances to see an intermittent fault are recorded', { timeout: 3_600_000 }, async () => {
    const record: Record<string, string> = {};
    for (const cell of CELLS) record[nameOf(cell)] = await measure(cell, seedsOf(count));
    writeFileSync(PATH, `${JSON.stringify(record, undefined, 2)}\n`);
    expect(Object.keys(record)).toHaveLength(CELLS.length);
  });
} else {
  const quick = CELLS.filter(({ every, repeat }) => every === 3 && repeat <= 10);
  test.each(quick.map((cell) => [nameOf(cell), cell] as const))('the record for %s is right', async (name, cell) => {
    const seen = await measure(cell, seedsOf(1));
    expect(recorded()[name]?.slice(0, seen.length)).toBe(seen);
  });
}
