// Where a text stops being JSON (RFC 8259). JSON.parse does not say; this is asked only after it has refused a text.

export interface SyntaxProblem {
  readonly code: 'syntax' | 'trailing-data';
  /** The first character with which no JSON goes on. */
  readonly at: number;
  /** One sentence in the suite's own words. */
  readonly message: string;
}

/** White space, and as much of a token as is right; `end` where it is a whole string. */
const TOKEN =
  /[ \t\r\n]*("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*(?:(?<end>")|\\(?:u[\dA-Fa-f]{0,3})?)?|(?=[-\d])-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|[[\]{},:])?/y;
const WHOLE = /^(?:.*\d|true|false|null|[[\]{},:])$/;

type Expected = 'value' | 'first-value' | 'name' | 'first-name' | 'colon' | 'comma' | 'end';
type Next = Readonly<Record<string, Expected>>;

/** What is expected after a token; a scalar is named by its first character. */
const AFTER_VALUE = Object.fromEntries([...'"tfn-0123456789'].map((first) => [first, 'comma'] as const));
const VALUE: Next = { '{': 'first-name', '[': 'first-value', ...AFTER_VALUE };

/** By what is expected: how that is said, and what is expected after each token that may be there. */
const GRAMMAR: Readonly<Record<Expected, readonly [message: string, next: Next]>> = {
  value: ['Expected a value.', VALUE],
  'first-value': ['Expected an element or the end of the array.', { ...VALUE, ']': 'comma' }],
  name: ['Expected a member name in double quotes.', { '"': 'colon' }],
  'first-name': ['Expected a member name in double quotes or the end of the object.', { '"': 'colon', '}': 'comma' }],
  colon: ['Expected a colon between member name and value.', { ':': 'value' }],
  comma: [
    'Expected a comma or the matching closing bracket after a value.',
    { ',': 'value', ']': 'comma', '}': 'comma' },
  ],
  end: ['Only white space may follow the JSON.', {}],
};

/** Undefined where the token may not be there. */
function after(token: string, expected: Expected, open: string[]): Expected | undefined {
  const next = GRAMMAR[expected][1][token.charAt(0)];
  if (token === '{' || token === '[') open.push(token);
  if (token === ']' && open.pop() !== '[') return undefined;
  if (token === '}' && open.pop() !== '{') return undefined;
  if (token === ',' && open.at(-1) === '{') return next && 'name';
  return next === 'comma' && open.length === 0 ? 'end' : next;
}

/** @param inside of an array the text begins; undefined where more text may make it right, or it is right */
export function firstProblem(text: string, inside: '' | '['): SyntaxProblem | undefined {
  const open: string[] = [...inside];
  let expected: Expected = 'value';
  for (let at = 0; ; ) {
    TOKEN.lastIndex = at;
    const [{ length } = '', token = '', end] = TOKEN.exec(text) ?? [];
    at += length - token.length;
    if (at === text.length) return undefined;
    const next: Expected | undefined = after(token, expected, open);
    if (next === undefined) {
      return { code: expected === 'end' ? 'trailing-data' : 'syntax', at, message: GRAMMAR[expected][0] };
    }
    at += token.length;
    const isWhole = end !== undefined || WHOLE.test(token);
    if (!isWhole && at < text.length) return { code: 'syntax', at, message: inToken(token, text.charAt(at)) };
    expected = next;
  }
}

/** @param next the character that ends it too early */
function inToken(token: string, next: string): string {
  if (token.startsWith('"')) {
    return next < ' ' ? 'A control character in a string must be escaped.' : 'JSON strings do not have this escape.';
  }
  if (/^[tfn]/.test(token)) return 'The only words in JSON are `true`, `false` and `null`.';
  if (/e[+-]?$/i.test(token)) return 'Expected a digit in the exponent.';
  return `Expected a digit after the ${token === '-' ? 'minus sign' : 'decimal point'}.`;
}
