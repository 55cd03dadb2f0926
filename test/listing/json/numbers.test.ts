import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { int64From } from '../../../runner/listing/ids.js';
import { IntegerReader } from '../../../runner/listing/json/numbers.js';

const BILLION_DIGITS = '1e999999999999999999999';

/** Spelled as in JSON; whether it is an integer, and whether an int64. */
const tokens: readonly (readonly [token: string, verdict: 'fraction' | 'integer' | 'int64'])[] = [
  ['0', 'int64'],
  ['-0', 'int64'],
  ['0.0', 'int64'],
  ['0e5', 'int64'],
  [`0e${'9'.repeat(30)}`, 'int64'],
  ['1.0', 'int64'],
  ['1e2', 'int64'],
  ['1.5e1', 'int64'],
  ['100e-2', 'int64'],
  ['1e18', 'int64'],
  ['9223372036854775807', 'int64'],
  ['9223372036854775807.000', 'int64'],
  ['-9223372036854775808', 'int64'],
  ['922337203685477580.7e1', 'int64'],
  ['9007199254740993', 'int64'],
  ['9223372036854775808', 'integer'],
  ['-9223372036854775809', 'integer'],
  ['1e19', 'integer'],
  ['1e400', 'integer'],
  ['-1e400', 'integer'],
  [BILLION_DIGITS, 'integer'],
  ['1'.repeat(500), 'integer'],
  ['0.5', 'fraction'],
  ['1e-1', 'fraction'],
  ['1e-400', 'fraction'],
  ['-1e-400', 'fraction'],
  [`1e-${'9'.repeat(30)}`, 'fraction'],
  ['9007199254740993.5', 'fraction'],
  ['1.0000000000000000000000001', 'fraction'],
  ['123456789012345678901234567890e-1', 'integer'],
  ['123456789012345678901234567891e-1', 'fraction'],
];

const reader = new IntegerReader();

function read(token: string): bigint | 'integer' | 'none' {
  const kind = reader.read(Buffer.from(`${token},`), 0, token.length);
  return kind === 'int64' ? int64From(reader.high, reader.low) : kind;
}

describe('a number token', () => {
  test.each(tokens)('%s is judged as what its digits say: %s', (token, verdict) => {
    expect(read(token)).toEqual(verdict === 'int64' ? expect.any(BigInt) : verdict === 'integer' ? 'integer' : 'none');
  });

  test('has its exact value as an int64, wherever the point and the exponent are', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.nat(20), fc.nat(5), (value, shift, zeros) => {
        const sign = value < 0n ? '-' : '';
        const digits = (value < 0n ? -value : value).toString().padStart(shift + 1, '0');
        const point = digits.length - shift;
        const token = `${sign}${digits.slice(0, point)}.${digits.slice(point)}${'0'.repeat(zeros + 1)}E+${shift}`;
        expect(read(token)).toBe(value);
        expect(read(value.toString())).toBe(value);
      }),
      { seed: 20_260_131 },
    );
  });
});
