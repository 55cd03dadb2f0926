/**
 * One of every `every` rows for `npm test`, and all rows if MATRIX is set, as in CI.
 * @param from another number gives other rows: together, `every` numbers give all
 */
export const inPart = <Row>(rows: readonly Row[], every: number, from = 0): readonly Row[] =>
  process.env.MATRIX === undefined ? rows.filter((_, index) => index % every === from % every) : rows;

/**
 * Chooses rows that together have many parts: each time the row with the most parts that no chosen row has, until none adds one.
 * @param count the most rows to choose
 */
export function covering<Row>(
  rows: readonly Row[],
  partsOf: (row: Row) => readonly string[],
  count = rows.length,
): readonly Row[] {
  const left = rows.map((row) => ({ row, parts: new Set(partsOf(row)) }));
  const chosen: Row[] = [];
  while (chosen.length < Math.min(count, rows.length)) {
    const best = left.reduce((one, other) => (other.parts.size > one.parts.size ? other : one));
    if (best.parts.size === 0) break;
    chosen.push(best.row);
    const covered = [...best.parts];
    for (const { parts } of left) for (const part of covered) parts.delete(part);
  }
  return chosen;
}
