import { expect, test } from 'vitest';
import { CELLS, measure, nameOf, PATH, recorded } from './chances.js';

/** `MEASURE_CHANCES=100` with `-u` measures this many seeds. Otherwise one seed of each fast cell is compared. */
const count = Number(process.env.MEASURE_CHANCES ?? 0);
const cells = CELLS.filter(({ every, repeat }) => count > 0 || (every === 3 && repeat <= 10));

test('the chances to see an intermittent fault are those on record', { timeout: 3_600_000 }, async () => {
  const record = { ...recorded() };
  for (const cell of cells) {
    const seen = await measure(cell, Math.max(1, count));
    record[nameOf(cell)] = `${seen}${count > 0 ? '' : record[nameOf(cell)]?.slice(1)}`;
  }
  await expect(`${JSON.stringify(record, undefined, 2)}\n`).toMatchFileSnapshot(PATH);
});
