import { describe, expect, test } from 'vitest';
import { integerOf, parseFaithfully } from '../../runner/listing/exact.js';

const faithful = (token: string): number => parseFaithfully(token) as number;

describe('a double that is made of a number', () => {
  test.each(['-1.5', '1e3', '-9223372036854775808'])(
    'is that of JSON.parse where a schema says the same: %s',
    (token) => {
      expect(faithful(token)).toBe(JSON.parse(token));
    },
  );

  test.each([
    '1e-400',
    '1.00000000000000000001',
    '-0.9999999999999999999',
    '9007199254740993.5',
    '-9223372036854775809.5',
  ])('is not an integer where the number is not: %s', (token) => {
    expect(Number.isInteger(JSON.parse(token))).toBe(true);
    expect(Number.isInteger(faithful(token))).toBe(false);
  });

  test.each(['1e400', '-1e400', '1e999999999999', '1'.repeat(500), '9223372036854775809', '1e19'])(
    'is an integer beyond int64 where the number is: %s',
    (token) => {
      expect(Number.isInteger(faithful(token))).toBe(true);
      expect(Math.abs(faithful(token))).toBeGreaterThan(2 ** 63);
    },
  );

  test.each<[token: string, side: 'above' | 'below', limit: number]>([
    ['9007199254740993', 'above', 2 ** 53],
    ['-9007199254740993', 'below', -(2 ** 53)],
    ['9223372036854775807', 'below', 2 ** 63],
    ['9223372036854775807.0', 'below', 2 ** 63],
    ['-9223372036854775809', 'below', -(2 ** 63)],
    ['0.99999999999999999999', 'below', 1],
    ['1.00000000000000000001', 'above', 1],
    ['-1.00000000000000000001', 'below', -1],
    ['1e-400', 'above', 0],
    ['-1e-400', 'below', 0],
  ])('is on the side of a limit that the number is on: %s is %s %d', (token, side, limit) => {
    expect(JSON.parse(token) + 0).toBe(limit);
    expect(faithful(token) > limit).toBe(side === 'above');
    expect(faithful(token) < limit).toBe(side === 'below');
  });

  test('takes the place of the number wherever it is in a text, and of nothing in a string', () => {
    const text = '{"a":[1e400,"1e400 \\" 1e-400"],"1e-400":1e-400,"b":{"c":-1e-400}}';
    const { MAX_VALUE, MIN_VALUE } = Number;
    const expected = { a: [MAX_VALUE, '1e400 " 1e-400'], '1e-400': MIN_VALUE, b: { c: -MIN_VALUE } };
    expect(parseFaithfully(text)).toEqual(expected);
  });
});

test.each<[token: string, integer: bigint | undefined]>([
  ['9007199254740993', 9_007_199_254_740_993n],
  ['-9.007199254740993e15', -9_007_199_254_740_993n],
  ['9007199254740993.0', 9_007_199_254_740_993n],
  ['0e999999999999', 0n],
  ['9007199254740993.5', undefined],
  ['1e400', undefined],
])('an integer is read to the digit: %s', (token, integer) => {
  expect(integerOf(token)).toBe(integer);
});
