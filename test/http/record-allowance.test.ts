import { describe, expect, test } from 'vitest';
import { ExchangeFailure } from '../../runner/http/failure.js';
import { RecordAllowance } from '../../runner/http/record-allowance.js';

const headOf = (fields: number, value: string) => ({
  status: 200,
  reason: 'OK',
  headers: Array.from({ length: fields }, (_, index) => [`X-${index}`, value] as const),
});

/** How often it is granted, up to a bound. */
const granted = (take: () => boolean, most: number): number => {
  let times = 0;
  while (times < most && take()) times++;
  return times;
};

describe('what the records of a run hold', () => {
  const takenHeads = (textOf: (index: number) => string): number => {
    const records = new RecordAllowance();
    let index = 0;
    const isTaken = (): boolean => {
      try {
        records.takeHeader(headOf(20, textOf(index++)));
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(ExchangeFailure);
        return false;
      }
    };
    return granted(isTaken, 50_000);
  };

  test('has room for a thousand headers that differ in every field, and an end', () => {
    const times = takenHeads((index) => `${index}`.padEnd(50));
    expect(times).toBeGreaterThan(1_000);
    expect(times).toBeLessThan(10_000);
  });

  test('has room for the headers of the longest run, where the fields are the same', () => {
    expect(takenHeads(() => 'x'.repeat(50))).toBe(50_000);
  });

  test('holds a field once', () => {
    const records = new RecordAllowance();
    const [first, second] = [records.takeHeader(headOf(2, 'a')), records.takeHeader(headOf(2, 'a'))];
    expect(second).toEqual(first);
    expect(second.headers[1]).toBe(first.headers[1]);
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
