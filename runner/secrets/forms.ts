/** What is shorter occurs in ordinary text by chance: half of a report would vanish with it. */
export const SHORTEST_SAFE_LENGTH = 8;

/** How secrets are looked for once escapes are undone: as they are and in Base64, whatever charset they were read in. */
export const formsOf = (secret: string, alsoPlain: readonly string[] = []): readonly string[] => [
  ...new Set([secret, ...alsoPlain, ...base64(secret)].flatMap(charsets)),
];

/** As it is; with `+` for a space, as forms have it; its UTF-8 read as Latin-1, as headers are; its Latin-1 read as UTF-8. */
const charsets = (text: string): readonly string[] => [
  text,
  text.replaceAll(' ', '+'),
  Buffer.from(text, 'utf8').toString('latin1'),
  Buffer.from(text, 'latin1').toString('utf8'),
];

/**
 * In Base64 (RFC 4648 §4) and Base64url (§5), where that many other bytes (modulo 3) are before it: the digits that hold
 * nothing but the secret, and with them those that end the text. At other edges, up to four bits are in a digit with those
 * of a neighbour, and stay.
 */
const base64 = (secret: string): readonly string[] =>
  (['latin1', 'utf8'] as const).flatMap((charset) => {
    const bytes = Buffer.from(secret, charset);
    return [0, 1, 2].flatMap((shift) => {
      const all = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
      const own = all.slice(Math.ceil((shift * 8) / 6));
      const whole = Math.floor(((shift + bytes.length) * 8) / 6);
      const ends = [own, own.replaceAll('=', ''), all.slice(all.length - own.length, whole)];
      return ends.flatMap((digits) => [digits, digits.replaceAll('+', '-').replaceAll('/', '_')]);
    });
  });

/** A text with escapes undone. */
export interface View {
  readonly text: string;
  /** Where the character with this index began before. */
  at(index: number): number;
}

/** In JSON, a character may be escaped that need not be, and so in a string of JSON in JSON; URLs are found in all of these. */
export function viewsOf(text: string): readonly View[] {
  const asIs: View = { text, at: (index) => index };
  const json = undone(asIs, JSON_ESCAPE);
  const views = [asIs, ...json, ...json.flatMap((view) => undone(view, JSON_ESCAPE))];
  return [...views, ...views.flatMap((view) => undone(view, PERCENT))];
}

/** The first group is hexadecimal, the second one the character itself. */
const JSON_ESCAPE = /\\(?:u00([0-9a-f]{2})|(["\\/]))/gi;
const PERCENT = /%([0-9a-f]{2})()/gi;

/** Nothing where there is nothing to undo. */
function undone(before: View, pattern: RegExp): View[] {
  /** From which index on a character began how much later before: two lists, in the same order. */
  const [indexes, shifts]: [number[], number[]] = [[0], [0]];
  let shift = 0;
  const undo = (found: string, hex: string | undefined, character: string, offset: number): string => {
    indexes.push(offset - shift + 1);
    shift += found.length - 1;
    shifts.push(shift);
    return hex === undefined ? character : String.fromCharCode(Number.parseInt(hex, 16));
  };
  const text = before.text.replace(pattern, undo);
  if (shift === 0) return [];
  const at = (index: number): number => {
    let [low, high] = [0, indexes.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((indexes[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return before.at(index + (shifts[low] ?? 0));
  };
  return [{ text, at }];
}

/** Of an escape in JSON in JSON: `\\u006b`. */
export const LONGEST_ESCAPE = 7;
