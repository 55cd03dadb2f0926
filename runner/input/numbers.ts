/** Reads a whole number within bounds, or says what was expected. */
export function readWholeNumber(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): { readonly number: number } | { readonly problem: string } {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return { number };
  return { problem: `Expected a whole number from ${least} to ${most}, found "${text.slice(0, 40)}".` };
}
