const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

const firstWord = (name: string): string => name.split(/[-_.]/, 1)[0] ?? name;

/** Levenshtein distance, in which two letters that changed places count once. */
function distance(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, y] of [...b].entries()) {
      const isSwapped = i > 0 && j > 0 && x === b[j - 1] && y === a[i - 1];
      const swapped = isSwapped ? (above[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      const other = Math.min((row[j] ?? 0) + (x === y ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1);
      next.push(Math.min(swapped, other));
    }
    above = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known name that was probably meant: it, or its first word, is misspelt by little, or one of the two begins with the other. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name).slice(0, 64);
  const ranked = known
    .map((candidate) => ({
      candidate,
      by: Math.min(...[candidate, firstWord(candidate)].map((text) => distance(wanted, plain(text)))),
    }))
    .sort((a, b) => a.by - b.by);
  const [best] = ranked;
  if (best && best.by <= Math.floor(wanted.length / 3)) return best.candidate;
  const begins = ({ candidate }: { candidate: string }) =>
    plain(candidate).startsWith(wanted) || wanted.startsWith(plain(candidate));
  return wanted.length > 2 ? ranked.find(begins)?.candidate : undefined;
}

/** Whether a name may be quoted: a key that was given by mistake in its place is seldom made of short words. */
export const isWord = (name: string): boolean =>
  name.length <= 4 || (name.length <= 30 && /^[a-z]+(?:[-_.][a-z]+)*$/i.test(name));

/** Ends a sentence about an unknown name. */
export function suggest(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? `expected one of ${known.join(', ')}.` : `did you mean ${meant}?`;
}
