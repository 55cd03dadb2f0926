/** A text without its escapes. */
export interface Unescaped {
  readonly text: string;
  /** Where in the escaped text a character begins; after the last one, where that ends. */
  position(index: number): number;
}

/** What JSON, JavaScript, URLs, HTML and XML write a character as. Any other backslash means what follows it. */
const ESCAPE =
  /\\u([\dA-F]{4})|(?:\\x|%)([\dA-F]{2})|&#x0{0,4}([\dA-F]{1,4});|&#0{0,4}(\d{1,5});|&(amp|lt|gt|quot|apos);|\\([^ux])/gi;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What was escaped more often stays, so that the time is linear. */
const MAX_PASSES = 8;

/**
 * The text with its escapes undone once, twice and so on, since what was escaped can be escaped again (`%2541`,
 * `&amp;lt;`, JSON inside of JSON). The last is the same for a text as it is and for the same text escaped.
 */
export function unescapings(escaped: string): readonly Unescaped[] {
  const results: Unescaped[] = [];
  if (!['\\', '%', '&'].some((start) => escaped.includes(start))) return results;
  let last: Unescaped = { text: escaped, position: (index) => index };
  while (results.length < MAX_PASSES) {
    const before = last;
    const text = before.text.replace(ESCAPE, (...match) => meaningOf(match));
    if (text.length === before.text.length) break;
    // Hardly any text is asked for its positions: it would have to hold a key.
    let starts: Int32Array | undefined;
    const startOf = (index: number): number => {
      starts ??= startsIn(before.text);
      return starts[index] as number;
    };
    last = { text, position: (index) => before.position(startOf(index)) };
    results.push(last);
  }
  return results;
}

/** Where each character of the text without its escapes begins, and the end. */
function startsIn(escaped: string): Int32Array {
  const starts = new Int32Array(escaped.length + 1);
  let length = 0;
  let at = 0;
  for (const { index, 0: written } of escaped.matchAll(ESCAPE)) {
    while (at <= index) starts[length++] = at++;
    at = index + written.length;
  }
  while (at <= escaped.length) starts[length++] = at++;
  return starts;
}

function meaningOf([, unit, byte, hex, decimal, name = '', other = '']: readonly string[]): string {
  const digits = unit ?? byte ?? hex;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  return decimal === undefined ? (ENTITIES[name.toLowerCase()] ?? other) : String.fromCharCode(Number(decimal));
}
