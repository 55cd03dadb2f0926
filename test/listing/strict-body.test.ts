import { describe, expect, test } from 'vitest';
import { readJsonBody } from '../../runner/listing/index.js';

const read = (...parts: readonly (string | readonly number[])[]) =>
  readJsonBody(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))));

describe('a small body', () => {
  test('has a value, and the text of each of its members', () => {
    const body = read(' {"code":"a","status":401.0,"n":9223372036854775808}\n');
    expect(body).toEqual({
      kind: 'value',
      value: { code: 'a', status: 401, n: 2 ** 63 },
      sourceAt: expect.any(Function),
    });
    const sources = body.kind === 'value' && ['', '/status', '/n', '/x'].map((pointer) => body.sourceAt(pointer));
    expect(sources).toEqual([
      '{"code":"a","status":401.0,"n":9223372036854775808}',
      '401.0',
      '9223372036854775808',
      undefined,
    ]);
  });

  test('has the last value of a repeated member', () => {
    const body = read('{"code":1,"a":{"~/":1,"~/":2},"code":"x"}');
    expect(body).toMatchObject({ value: { code: 'x', a: {} } });
    expect(body.kind === 'value' && body.sourceAt('/code')).toBe('"x"');
  });

  test.each([
    ['nothing', read(), 'empty', 0],
    ['a byte order mark', read([0xef, 0xbb, 0xbf], '{}'), 'byte-order-mark', 0],
    ['bytes that are not UTF-8', read('{"a":"é', [0xff], '"}'), 'invalid-utf8', 8],
    ['a character cut off at the end', read('"', [0xe2, 0x82]), 'truncated', 3],
    ['half an object', read('{"a":1'), 'truncated', 6],
    ['two values', read('{} {}'), 'trailing-data', 3],
    ['a number with a leading zero', read('01'), 'trailing-data', 1],
  ] as const)('is refused where it is %s', (_, body, code, offset) => {
    expect(body).toMatchObject({ kind: 'problem', problem: { code, offset } });
  });

  test('is refused with a sentence and an excerpt', () => {
    expect(read('{"message":"ok" "status":401}')).toEqual({
      kind: 'problem',
      problem: {
        code: 'syntax',
        offset: 16,
        message: 'Expected a comma or the matching closing bracket after a value.',
        excerpt: '{"message":"ok" "status":401}',
      },
    });
  });

  test.each([
    ['-x', 'Expected a digit after the minus sign.'],
    ['1.x', 'Expected a digit after the decimal point.'],
    ['1.5e+x', 'Expected a digit in the exponent.'],
    ['"e\\x"', 'JSON strings do not have this escape.'],
    ['"e\n"', 'A control character in a string must be escaped.'],
    ['nul', undefined],
    ['nux', 'The only words in JSON are `true`, `false` and `null`.'],
    ['[,1]', 'Expected an element or the end of the array.'],
    ['[1,]', 'Expected a value.'],
    ['{,}', 'Expected a member name in double quotes or the end of the object.'],
    ['{"a":1,}', 'Expected a member name in double quotes.'],
    ['{"a" 1}', 'Expected a colon between member name and value.'],
  ])('says what was expected: %j', (text, message) => {
    const body = read(text);
    expect(body).toMatchObject({ problem: message === undefined ? { code: 'truncated' } : { message } });
  });

  test('is quoted with no character cut', () => {
    for (const more of ['', 'x']) {
      const body = read(`["${more}${'é€😀'.repeat(20)}" "${'é€😀'.repeat(20)}"]`);
      const { excerpt } = (body.kind === 'problem' && body.problem) || { excerpt: '' };
      expect(excerpt).toMatch(/^[é€😀]{12,}" "[é€😀]{12,}$/u);
    }
  });

  test('may be nested deeper than a call stack', () => {
    expect(read('['.repeat(16_000), ']'.repeat(16_000)).kind).toBe('value');
    expect(read('{"a":'.repeat(16_000), '1', '}'.repeat(16_000)).kind).toBe('value');
  });

  test('is unread, not refused, where it has more members or levels than are read', () => {
    const why = (excess: string) => ({
      kind: 'unread',
      why: `The body ${excess}, which is more than the suite reads.`,
    });
    expect(read('['.repeat(70_000), ']'.repeat(70_000))).toEqual(why('is nested deeper than 65536 levels'));
    expect(read('{', '"a":0,'.repeat(16_384), '"b":0}')).toEqual(why('has more than 16384 members'));
  });

  test('may have any number of items; it is refused where it is not JSON after them', () => {
    expect(read('[', '0,'.repeat(70_000), '0]').kind).toBe('value');
    expect(read('[', '0,'.repeat(70_000), ']')).toMatchObject({ problem: { code: 'syntax', offset: 140_001 } });
  });
});
