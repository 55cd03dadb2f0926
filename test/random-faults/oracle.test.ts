import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dateTimeOf } from './oracle/date-time.js';
import { int64Of, isInteger, readJson, repeatsMember } from './oracle/json.js';
import { expectationOf } from './oracle/oracle.js';

const read = (text: string) => {
  const value = readJson(Buffer.from(text));
  if (value === undefined) throw new Error(`${text} is not JSON.`);
  return value;
};

describe('the oracle', () => {
  test('imports nothing of the checker', () => {
    const folder = new URL('./oracle/', import.meta.url);
    const imports = readdirSync(folder).flatMap((file) => {
      const source = readFileSync(new URL(file, folder), 'utf8');
      return [...source.matchAll(/ from '(.+)';/g)].map(([, path = '']) => path);
    });
    expect([...new Set(imports)].filter((path) => !path.startsWith('./')).sort()).toEqual([
      '../bodies.js',
      '../mutation.js',
      '../situation.js',
      '../store.js',
    ]);
  });

  test.each([
    ['-0.0', 0n],
    ['1e2', 100n],
    ['9007199254740993.0', 9_007_199_254_740_993n],
    ['922337203685477580.7e1', 9_223_372_036_854_775_807n],
    ['9223372036854775808', undefined],
    ['-9223372036854775808', -9_223_372_036_854_775_808n],
    ['1.00000000000000000000000001', undefined],
    ['1e-400', undefined],
    ['0e-400', 0n],
    ['"1"', undefined],
  ])('reads %s as the int64 %s', (text, expected) => {
    expect(int64Of(read(text))).toBe(expected);
  });

  test('takes a number of any size for an integer, and no fraction', () => {
    const texts = ['1e400', '1e99999999999999999999', '1e-1', '10e-1', '1.50e1', 'true'];
    expect(texts.filter((text) => isInteger(read(text)))).toEqual([
      '1e400',
      '1e99999999999999999999',
      '10e-1',
      '1.50e1',
    ]);
  });

  test('accepts strict JSON only', () => {
    const texts = ['[1]', '\ufeff[1]', '[1,]', '[NaN]', '[01]', '', ' ', '[1] x', '"\\ud800"'];
    expect(texts.filter((text) => readJson(Buffer.from(text)))).toEqual(['[1]', '"\\ud800"']);
    expect(readJson(Buffer.from([0x22, 0xc0, 0xaf, 0x22]))).toBeUndefined();
  });

  test('sees a repeated member at any depth and in any spelling', () => {
    const texts = ['{"a":1,"\\u0061":2}', '[{"b":{"c":[{"":0,"":0}]}}]', '[{"a":1},{"a":{"a":1}}]'];
    expect(texts.map((text) => repeatsMember(read(text)))).toEqual([true, true, false]);
  });

  test.each([
    ['rfc3339', ['2026-01-31t12:00:00.5z', '2024-02-29T00:00:00-00:00', '2016-12-31T18:59:60-05:00']],
    [
      'iso8601',
      ['2026-01-31T12:00:00', '20260131T12Z', '2020-W53-7T12:30,5Z', '2024-366T00:00:00Z', '2026-01-31T24:00:00Z'],
    ],
    [
      'neither',
      [
        '2026-01-31',
        '2026-02-29T00:00:00Z',
        '2021-W53-1T00:00:00Z',
        '2026-01-31T12:00:00+24:00',
        '2026-01-31T12:00:00.Z',
      ],
    ],
    ['disputed', ['2026-01-31 12:00:00Z', '2026-01-31T12:00:00+0200', '2026-01-31T12:00:60Z', '2026-01-31t12Z']],
  ])('takes a date-time for %s', (form, texts) => {
    expect(texts.map(dateTimeOf)).toEqual(texts.map(() => form));
  });

  test('expects nothing of the reference but that it conforms', () => {
    const unchanged = { kind: 'bytes', edits: [] } as const;
    const expectations = (['listing', '401', '404', '409'] as const).map((body) =>
      expectationOf({ ...unchanged, body }),
    );
    expect(expectations).toEqual(expectations.map(() => ({ violates: 'nothing' })));
  });
});
