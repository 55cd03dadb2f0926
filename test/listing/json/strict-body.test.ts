import { describe, expect, test } from 'vitest';
import { readJsonBody } from '../../../runner/listing/json/strict-body.js';

const read = (...parts: readonly (string | readonly number[])[]) =>
  readJsonBody(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))));

describe('a small body', () => {
  test('has a value, and the text of each of its members', () => {
    const body = read(' {"code":"a","status":401.0,"n":9223372036854775808}\n');
    expect(body).toEqual({
      kind: 'value',
      value: { code: 'a', status: 401, n: 2 ** 64 },
      readings: [{ code: 'a', status: 401, n: 2 ** 64 }],
      repeatedMembers: [],
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

  test('shows every occurrence of a repeated member', () => {
    const body = read('{"code":1,"code":"x"}');
    expect(body).toMatchObject({
      value: { code: 'x' },
      readings: [{ code: 'x' }, { code: 1 }],
      repeatedMembers: ['/code'],
    });
    expect(body.kind === 'value' && [body.sourceAt('/code'), body.sourceAt('/code', 1)]).toEqual(['"x"', '1']);
  });

  test.each([
    ['nothing', read(), 'empty', 0],
    ['white space', read(' \n'), 'empty', 0],
    ['a byte order mark', read([0xef, 0xbb, 0xbf], '{}'), 'byte-order-mark', 0],
    ['bytes that are no UTF-8', read('{"a":"é', [0xff], '"}'), 'invalid-utf8', 8],
    ['a character cut off at the end', read('"', [0xe2, 0x82]), 'truncated', 3],
    ['HTML', read('<html></html>'), 'syntax', 0],
    ['NaN', read('{"a":NaN}'), 'syntax', 5],
    ['a trailing comma', read('{"a":1,}'), 'syntax', 7],
    ['half an object', read('{"a":1'), 'truncated', 6],
    ['two values', read('{} {}'), 'trailing-data', 3],
    ['a number with a leading zero', read('01'), 'trailing-data', 1],
    ['deep nesting', read('['.repeat(20_000), ']'.repeat(20_000)), 'nested-too-deep', 512],
  ] as const)('is refused where it is %s', (_, body, code, offset) => {
    expect(body).toMatchObject({ kind: 'problem', problem: { code, offset, index: 0 } });
  });

  test('is refused with a sentence and an excerpt', () => {
    expect(read('{"message":"ok" "status":401}')).toEqual({
      kind: 'problem',
      problem: {
        code: 'syntax',
        offset: 16,
        index: 0,
        message: 'A comma or the matching closing bracket has to come behind a value.',
        excerpt: '{"message":"ok" "status":401}',
      },
    });
  });

  test('may be nested down to the cap', () => {
    expect(read('['.repeat(512), ']'.repeat(512)).kind).toBe('value');
  });
});
