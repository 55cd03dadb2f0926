import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonRfc3339End } from '../../../runner/listing/fast/date-time.js';
import { CommonIntegerReader } from '../../../runner/listing/fast/numbers.js';
import { int64From } from '../../../runner/listing/ids.js';
import { IntegerReader } from '../../../runner/listing/json/numbers.js';
import { classifyDateTime } from '../../../runner/listing/schema/date-time.js';

/** The bytes, and after them what may be left in a buffer of bytes that came before. */
function viewOf(bytes: Buffer): DataView {
  const { buffer } = Uint8Array.from(Buffer.concat([bytes, Buffer.from('23:59:59')]));
  return new DataView(buffer);
}

const RUNS = { seed: 20_260_131, numRuns: 2_000 };

const fast = new CommonIntegerReader();
const strict = new IntegerReader();

test('an integer that is spelled as most are has the value that its digits say', () => {
  const anyNumber = fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,2})?(?:[eE]-?\d{1,2})?$/);
  const int64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String);
  fc.assert(
    fc.property(fc.oneof(anyNumber, int64), (token) => {
      const bytes = Buffer.from(`${token},`);
      const signEnd = fast.readCommon(viewOf(bytes), 0, bytes.length, 'sign');
      const end = fast.readCommon(viewOf(bytes), 0, bytes.length, 'value');
      expect([signEnd, end]).toEqual(/^-?[1-9]\d{0,17}$/.test(token) ? [token.length, token.length] : [end, end]);
      if (end < 0) return;
      expect([end, strict.read(bytes, 0, token.length)]).toEqual([token.length, 'int64']);
      expect(int64From(fast.high, fast.low)).toBe(int64From(strict.high, strict.low));
      expect(fast.sign).toBe(strict.sign);
    }),
    RUNS,
  );
});

test('a date that is seen to be RFC 3339 in passing is', () => {
  const parts = [/\d{4}-(?:0\d|1[0-3])-[0-3]\d/, /[Tt ](?:[01]\d|2[0-4]):[0-6]\d:[0-6]\d/, /(?:\.\d{0,3})?/];
  const offset = /(?:[Zz]|[+-][0-2]\d:[0-6]\d)?/;
  const date = fc.stringMatching(new RegExp(`^${[...parts, offset].map(({ source }) => source).join('')}$`));
  fc.assert(
    fc.property(date, (text) => {
      const bytes = Buffer.from(`"${text}","quantity":1`);
      const end = commonRfc3339End(viewOf(bytes), 0, bytes.length);
      // What it leaves to the strict reading: 29 February, leap seconds, lower case.
      const isCommon = classifyDateTime(text) === 'rfc3339' && !/[tz]|:60|02-29/.test(text);
      expect([text, end]).toEqual([text, isCommon ? text.length + 2 : -1]);
    }),
    RUNS,
  );
});
