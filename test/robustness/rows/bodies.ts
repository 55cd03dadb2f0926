import { type Group, json, type Row } from '../row.js';

const body = (id: string, does: string, expected: Row['expected'], text: string | Buffer): Row => ({
  id,
  does,
  expected,
  answer: json(text),
});

const bytes = (...values: (string | number)[]): Buffer =>
  Buffer.concat(values.map((value) => (typeof value === 'number' ? Buffer.of(value) : Buffer.from(value))));

const K = 1_024;

export const structures: Group = {
  title: 'Structures of JSON',
  withinMs: 3_000,
  rows: [
    body('nested-arrays', 'nests a million arrays', 'unread', '['.repeat(K * K)),
    body(
      'nested-closed',
      'nests 100,000 arrays and closes them',
      'unread',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ),
    body(
      'nested-objects',
      'nests 100,000 objects in an order',
      'unread',
      `[${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}]`,
    ),
    body('nested-unbalanced', 'closes more arrays than it opens', 'not-json', `[1]${']'.repeat(1_000)}`),
    body('long-string', 'sends a string of 3 MiB', 'unread', `[{"id":1,"s":"${'x'.repeat(3 * K * K)}"}]`),
    body(
      'long-escapes',
      'sends a string of 500,000 escapes',
      'unread',
      `[{"id":1,"s":"${String.raw`\u0041`.repeat(500_000)}"}]`,
    ),
    body('long-number', 'sends a number of 3 million digits', 'unread', `[{"id":${'9'.repeat(3_000_000)}}]`),
    body('long-name', 'sends a member name of 3 MiB', 'unread', `[{"id":1,"${'x'.repeat(3 * K * K)}":1}]`),
    body(
      'long-spaces',
      'puts 3 MiB of spaces between two members',
      'unread',
      `[{"id":1,${' '.repeat(3 * K * K)}"a":1}]`,
    ),
    body(
      'many-members',
      'sends an order with 200,000 members',
      'unread',
      `[{"id":1${Array.from({ length: 200_000 }, (_, i) => `,"m${i}":1`).join('')}}]`,
    ),
    body(
      'many-orders',
      'sends 100,000 orders',
      'read',
      `[${Array.from({ length: 100_000 }, (_, i) => `{"id":${i}}`).join(',')}]`,
    ),
    body('same-id', 'sends 100,000 orders with one id', 'read', `[${Array(100_000).fill('{"id":1}').join(',')}]`),
    body('number-1e400', 'sends an id of 1e400', 'read', '[{"id":1e400}]'),
    body('number-1e-400', 'sends an id of 1e-400', 'read', '[{"id":1e-400}]'),
    body('number-exponent', 'sends an id of 1e999999999999', 'read', '[{"id":1e999999999999}]'),
    body('number-2-63', 'sends an id of 2^63', 'read', '[{"id":9223372036854775808}]'),
    body('number-minus-zero', 'sends an id of -0', 'read', '[{"id":-0}]'),
    body('member-proto', 'sends a member __proto__', 'read', '[{"id":1,"__proto__":{"id":2,"polluted":true}}]'),
    body(
      'member-constructor',
      'sends a member constructor.prototype',
      'read',
      '[{"id":1,"constructor":{"prototype":{"polluted":true}}}]',
    ),
    body(
      'member-to-json',
      'sends members toJSON and toString',
      'read',
      '[{"id":1,"toJSON":1,"toString":null,"valueOf":{}}]',
    ),
    body('member-empty', 'sends an empty member name', 'read', '[{"id":1,"":2}]'),
    body('members-twice', 'sends id twice in an order', 'read', '[{"id":1,"id":2}]'),
    body('members-twice-escaped', 'sends id twice, once as an escape', 'read', String.raw`[{"id":1,"\u0069d":2}]`),
    body('root-object', 'sends an object', 'not-json', '{"orders":[]}'),
    body('root-string', 'sends a string', 'not-json', '"[]"'),
    body('root-null', 'sends null', 'not-json', 'null'),
    body('root-two', 'sends two arrays', 'not-json', '[][]'),
    body('elements-mixed', 'sends elements that are not objects', 'read', '[null,1,"a",[],true,{}]'),
  ],
};

export const texts: Group = {
  title: 'Texts and their encodings',
  withinMs: 3_000,
  rows: [
    body('empty', 'sends an empty body', 'not-json', ''),
    body('blank', 'sends white space alone', 'not-json', ' \r\n\t'),
    body('bom', 'begins with a byte order mark', 'not-json', bytes(0xef, 0xbb, 0xbf, '[]')),
    body('utf-16-le', 'sends UTF-16, little end first', 'not-json', Buffer.from('\ufeff[{"id":1}]', 'utf16le')),
    body('utf-16-be', 'sends UTF-16, big end first', 'not-json', Buffer.from('\ufeff[{"id":1}]', 'utf16le').swap16()),
    body('utf-8-invalid', 'has a byte 0xFF in a string', 'not-json', bytes('[{"s":"', 0xff, '"}]')),
    body('utf-8-overlong', 'writes a quotation mark in two bytes', 'not-json', bytes('[{"s":"', 0xc0, 0xa2, '"}]')),
    body(
      'utf-8-cut-off',
      'cuts a character off at the end of a string',
      'not-json',
      bytes('[{"s":"', 0xe2, 0x82, '"}]'),
    ),
    body('utf-8-surrogate', 'encodes a surrogate in UTF-8', 'not-json', bytes('[{"s":"', 0xed, 0xa0, 0x80, '"}]')),
    body(
      'utf-8-above-range',
      'encodes a code point above U+10FFFF',
      'not-json',
      bytes('[{"s":"', 0xf4, 0x90, 0x80, 0x80, '"}]'),
    ),
    body('latin-1', 'sends Latin-1', 'not-json', Buffer.from('[{"s":"\xe9"}]', 'latin1')),
    body('surrogate-escape', 'escapes half of a surrogate pair', 'read', String.raw`[{"id":"\ud800"}]`),
    body('nul', 'has a NUL between two elements', 'not-json', '[1,\0 2]'),
    body('control-in-string', 'has a control character in a string', 'not-json', '[{"s":"\u0001"}]'),
    body(
      'escape-sequence',
      'has an escape sequence that clears the screen in an id',
      'read',
      String.raw`[{"id":"\u001b[2J\u001b]0;x\u0007"}]`,
    ),
    body('escape-sequence-raw', 'has the bytes of an escape sequence in a string', 'not-json', '[{"id":"\u001b[2J"}]'),
    body('bidi', 'has bidirectional marks in an id', 'read', '[{"id":"\u202e\u2066drawer\u2069"}]'),
    body('zero-width', 'has characters without a width in an id', 'read', '[{"id":"1\u200b\ufeff"}]'),
    body('line-separators', 'has line and paragraph separators in an id', 'read', '[{"id":"\u2028\u2029\u0085"}]'),
    body(
      'markup',
      'has HTML, Markdown and workflow commands in an id',
      'read',
      '[{"id":"</script><img src=x onerror=a()> ]]> `|` ::error::x"}]',
    ),
    body('trailing-comma', 'has a comma before the end', 'not-json', '[1,]'),
    body('nan', 'sends NaN', 'not-json', '[NaN]'),
    body('comment', 'sends a comment', 'not-json', '[1 /* a */]'),
    body('single-quotes', 'writes strings in single quotes', 'not-json', "[{'id':1}]"),
    body('garbage-after', 'sends text after the array', 'not-json', '[]x'),
    body('unfinished', 'ends in the middle of an order', 'not-json', '[{"id":1},{"id"'),
    body('html', 'sends an HTML page', 'not-json', '<!doctype html><p>Login</p>'),
  ],
};
