// Finds where a text stops being JSON (RFC 8259). It is called only after JSON.parse, which does not say where, refused
// the text.

interface SyntaxProblem {
  readonly code: 'syntax' | 'trailing-data' | 'not-a-number';
  /** The offset of the first wrong character. */
  readonly at: number;
  /** One sentence in the suite's own words. */
  readonly message: string;
}

/** White space, and the correct beginning of a token. `end` is set for a complete string. */
const TOKEN =
  /[ \t\r\n]*("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*(?:(?<end>")|\\(?:u[\dA-Fa-f]{0,3})?)?|(?=[-\d])-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|[[\]{},:])?/y;
const WHOLE = /^(?:.*\d|true|false|null|[[\]{},:])$/;

type Expected = 'value' | 'first-value' | 'name' | 'first-name' | 'colon' | 'comma' | 'end';
type FollowedBy = Readonly<Record<string, Expected>>;

/** The expectation after each token. A scalar is named by its first character. */
const AFTER_VALUE = Object.fromEntries([...'"tfn-0123456789'].map((first) => [first, 'comma'] as const));
const VALUE: FollowedBy = { '{': 'first-name', '[': 'first-value', ...AFTER_VALUE };

/** For each expectation: its message, and the expectation after each token that may come. */
const GRAMMAR: Readonly<Record<Expected, readonly [message: string, next: FollowedBy]>> = {
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

/** The expectation after this token. Undefined if the token is wrong here. */
function after(token: string, expected: Expected, open: string[]): Expected | undefined {
  const next = GRAMMAR[expected][1][token.charAt(0)];
  if (token === '{' || token === '[') open.push(token);
  if (token === ']' && open.pop() !== '[') return undefined;
  if (token === '}' && open.pop() !== '{') return undefined;
  if (token === ',' && open.at(-1) === '{') return next && 'name';
  return next === 'comma' && open.length === 0 ? 'end' : next;
}

/**
 * Finds the first problem. Undefined if the text is correct, or more text could make it correct.
 * @param inside `[` if the text begins inside of an array
 */
export function firstProblem(text: string, inside: '' | '['): SyntaxProblem | undefined {
  const problem = syntaxProblem(text, inside);
  const isNumber = !problem || !/^(?:NaN|Infinity)/.test(text.slice(problem.at, problem.at + 8));
  return isNumber ? problem : { ...problem, code: 'not-a-number', message: 'JSON has neither `NaN` nor `Infinity`.' };
}

function syntaxProblem(text: string, inside: '' | '['): SyntaxProblem | undefined {
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

/**
 * The message for a token that ends too early.
 * @param next the character after it
 */
function inToken(token: string, next: string): string {
  if (token.startsWith('"')) {
    return next < ' ' ? 'A control character in a string must be escaped.' : 'JSON strings do not have this escape.';
  }
  if (/^[tfn]/.test(token)) return 'The only words in JSON are `true`, `false` and `null`.';
  if (/e[+-]?$/i.test(token)) return 'Expected a digit in the exponent.';
  return `Expected a digit after the ${token === '-' ? 'minus sign' : 'decimal point'}.`;
}
