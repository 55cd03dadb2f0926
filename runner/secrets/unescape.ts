/** A text without its escapes, and where in the escaped text each character begins. */
export interface Unescaped {
  readonly text: string;
  /** One more than there are characters: the last is the end of the escaped text. */
  readonly starts: Int32Array;
}

/** What JSON, JavaScript, URLs, HTML and XML write a character as. Any other backslash means what follows it. */
const ESCAPE =
  /\\u([\dA-F]{4})|(?:\\x|%)([\dA-F]{2})|&#x0{0,4}([\dA-F]{1,4});|&#0{0,4}(\d{1,5});|&(amp|lt|gt|quot|apos);|\\([^ux])/gi;

export const LONGEST_ESCAPE = 12;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What was escaped more often stays, so that the time is linear. */
const MAX_PASSES = 8;

/**
 * The text with its escapes undone once, twice and so on, since what was escaped can be escaped again (`%2541`,
 * `&amp;lt;`, JSON inside of JSON). The last is the same for a text as it is and for the same text escaped.
 */
export function unescapings(escaped: string): readonly Unescaped[] {
  if (!/[\\%&]/.test(escaped)) return [];
  const starts = new Int32Array(escaped.length + 1).map((_, index) => index);
  return passes({ text: escaped, starts }, unescapedOnce);
}

/** The same texts of bytes, without the places: much sooner. */
export function unescaped(bytes: Buffer): readonly string[] {
  if (!['\\', '%', '&'].some((start) => bytes.includes(start))) return [];
  const first = { text: bytes.toString('latin1') };
  const texts = passes(first, ({ text }) => ({ text: text.replace(ESCAPE, (...match) => meaningOf(match)) }));
  return texts.map(({ text }) => text);
}

/** What comes of it each time, as long as it gets shorter. */
function passes<Text extends { readonly text: string }>(escaped: Text, once: (text: Text) => Text): readonly Text[] {
  const results: Text[] = [];
  let last = escaped;
  while (results.length < MAX_PASSES) {
    const next = once(last);
    if (next.text.length === last.text.length) break;
    results.push(next);
    last = next;
  }
  return results;
}

function unescapedOnce({ text, starts }: Unescaped): Unescaped {
  const left = new Int32Array(starts.length);
  const parts: string[] = [];
  let length = 0;
  let at = 0;
  const take = (part: string, end: number): void => {
    parts.push(part);
    left.set(starts.subarray(at, at + part.length), length);
    length += part.length;
    at = end;
  };
  for (const match of text.matchAll(ESCAPE)) {
    take(text.slice(at, match.index), match.index);
    take(meaningOf(match), match.index + match[0].length);
  }
  take(text.slice(at), text.length);
  left[length] = starts[text.length] ?? 0;
  return { text: parts.join(''), starts: left };
}

function meaningOf([, unit, byte, hex, decimal, name = '', other = '']: readonly string[]): string {
  const digits = unit ?? byte ?? hex;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  return decimal === undefined ? (ENTITIES[name.toLowerCase()] ?? other) : String.fromCharCode(Number(decimal));
}
