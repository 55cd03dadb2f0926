/** Takes the first of every `every` rows for `npm test`, and all rows where MATRIX is set, as it is in CI. */
export const inPart = <Row>(rows: readonly Row[], every: number): readonly Row[] =>
  process.env.MATRIX === undefined ? rows.filter((_, index) => index % every === 0) : rows;
