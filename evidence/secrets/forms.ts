/** Shorter texts occur by chance, and redacting them would remove half of a report. */
export const SHORTEST_SAFE_LENGTH = 8;

/** The texts to look for after unescaping: the secret as it is and in Base64, as read in different charsets. */
export const formsOf = (secret: string, alsoPlain: readonly string[] = []): readonly string[] => [
  ...new Set([secret, ...alsoPlain, ...base64(secret)].flatMap(charsets)),
];

/**
 * The text as it is; with `+` for a space, as in forms; its UTF-8 read as Latin-1, as in headers; its Latin-1 read as
 * UTF-8.
 */
const charsets = (text: string): readonly string[] => [
  text,
  text.replaceAll(' ', '+'),
  Buffer.from(text, 'utf8').toString('latin1'),
  Buffer.from(text, 'latin1').toString('utf8'),
];

/**
 * The secret in Base64 (RFC 4648 §4) and Base64url (§5), as part of a longer text: `shift` bytes (modulo 3) come before
 * it. Only digits that hold nothing but the secret are included, and those at the end of a text. A digit at another
 * edge shares up to four bits with a neighbour, and stays visible.
 */
const base64 = (secret: string): readonly string[] =>
  (['latin1', 'utf8'] as const).flatMap((charset) => {
    const bytes = Buffer.from(secret, charset);
    return [0, 1, 2].flatMap((shift) => {
      const all = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
      const encoded = all.slice(Math.ceil((shift * 8) / 6));
      const whole = Math.floor(((shift + bytes.length) * 8) / 6);
      const ends = [encoded, encoded.replaceAll('=', ''), all.slice(all.length - encoded.length, whole)];
      return ends.flatMap((digits) => [digits, digits.replaceAll('+', '-').replaceAll('/', '_')]);
    });
  });

/** A text after unescaping. */
interface UnescapedText {
  readonly text: string;
  /** The index before unescaping of the character with this index. */
  readonly at: (index: number) => number;
}

/**
 * All views of a text. JSON may escape any character, also in a string of JSON within JSON; percent-encoding may occur
 * in all of these.
 */
export function viewsOf(text: string): readonly UnescapedText[] {
  const asIs: UnescapedText = { text, at: (index) => index };
  const json = undone(asIs, JSON_ESCAPE);
  const views = [asIs, ...json, ...json.flatMap((view) => undone(view, JSON_ESCAPE))];
  return [...views, ...views.flatMap((view) => undone(view, PERCENT))];
}

/** The first group is hexadecimal, the second one the character itself. */
const JSON_ESCAPE = /\\(?:u00([0-9a-f]{2})|(["\\/]))/gi;
const PERCENT = /%([0-9a-f]{2})()/gi;

/** Undoes escapes. Empty if there are none. */
function undone(before: UnescapedText, pattern: RegExp): UnescapedText[] {
  /** For each character, and for the end: its index before unescaping. */
  const indexes: number[] = [];
  let next = 0;
  const copyTo = (end: number): void => {
    for (; next < end; next++) indexes.push(next);
  };
  const text = before.text.replace(pattern, (sequence: string, hex: string | undefined, character, offset: number) => {
    copyTo(offset);
    indexes.push(offset);
    next += sequence.length;
    return hex === undefined ? character : String.fromCharCode(Number.parseInt(hex, 16));
  });
  if (next === 0) return [];
  copyTo(before.text.length + 1);
  return [{ text, at: (index) => before.at(indexes[index] as number) }];
}

/** An escape in JSON within JSON: `\\u006b`. */
export const LONGEST_ESCAPE = 7;
