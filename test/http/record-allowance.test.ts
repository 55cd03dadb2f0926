import { describe, expect, test } from 'vitest';
import { ExchangeFailure } from '../../runner/http/failure.js';
import { RecordAllowance } from '../../runner/http/record-allowance.js';

const headOf = (fields: number, value = '') => ({
  status: 200,
  reason: 'OK',
  headers: Array.from({ length: fields }, () => ['X-A', value] as const),
});

/** How often it is granted, up to a bound. */
const granted = (take: () => boolean, most: number): number => {
  let times = 0;
  while (times < most && take()) times++;
  return times;
};

describe('what the records of a run hold', () => {
  test('has room for a thousand usual headers, and an end', () => {
    const records = new RecordAllowance();
    const isTaken = (): boolean => {
      try {
        records.takeHeader(headOf(20, 'x'.repeat(50)));
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(ExchangeFailure);
        return false;
      }
    };
    const times = granted(isTaken, 100_000);
    expect(times).toBeGreaterThan(1_000);
    expect(times).toBeLessThan(10_000);
  });

  test('counts the values of a body as well as its bytes', () => {
    const values = Buffer.from(`[${'[],'.repeat(10_000)}[]]`);
    const text = Buffer.alloc(values.length, 'x');
    const most = (bytes: Buffer): number => {
      const records = new RecordAllowance();
      return granted(() => records.takeBody(bytes, 'as-error'), 10_000);
    };
    expect(most(values)).toBeLessThan(most(text) / 20);
  });
});
