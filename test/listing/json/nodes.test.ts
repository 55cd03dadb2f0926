import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  int64At,
  nodeAt,
  readingsOf,
  readJsonText,
  repeatedMembers,
  sourceOf,
} from '../../../runner/listing/json/nodes.js';

const read = (text: string) => readJsonText(Buffer.from(text));

describe('a JSON text', () => {
  test('gives the value that JSON.parse gives', () => {
    const texts = fc
      .tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'))
      .map(([value, indent]) => JSON.stringify(value, null, indent));
    const small = texts.filter((text) => !/\d{16}|\de\+/.test(text));
    fc.assert(
      fc.property(small, (text) => {
        expect([...readingsOf(read(text))]).toEqual([JSON.parse(text)]);
      }),
      { seed: 20_260_131 },
    );
  });

  test('keeps a member that is called __proto__', () => {
    const [value] = readingsOf(read('{"__proto__":{"x":1}}'));
    expect(Object.entries(value as object)).toEqual([['__proto__', { x: 1 }]]);
  });

  test('has a reading for every occurrence of a repeated member, that of JSON.parse first', () => {
    expect([...readingsOf(read('{"a":1,"b":{"c":2,"c":3},"a":4,"b":5}'))]).toEqual([
      { a: 4, b: 5 },
      { a: 1, b: { c: 3 } },
      { a: 4, b: { c: 2 } },
    ]);
    expect([...readingsOf(read('[{"a":1,"a":2},3]'))]).toEqual([
      [{ a: 2 }, 3],
      [{ a: 1 }, 3],
    ]);
  });

  test('has a bounded number of readings', () => {
    const repeats = Array.from({ length: 100_000 }, (_, i) => `"a":${i}`).join(',');
    expect([...readingsOf(read(`{${repeats}}`))]).toHaveLength(256);
  });

  test('shows the bytes at a place of a reading', () => {
    const text = read(String.raw`{ "a~/": [ 1.50, {"é": "\u00e9"} ], "b" : 1 , "b":2 }`);
    const shown = (pointer: string, reading = 0) => {
      const node = nodeAt(text, pointer, reading);
      return node && sourceOf(text, node);
    };
    expect([
      shown('/a~0~1/0'),
      shown('/a~0~1/1/é'),
      shown('/b'),
      shown('/b', 1),
      shown('/c'),
      shown('/a~0~1/2'),
      shown('/b/x'),
    ]).toEqual(['1.50', String.raw`"\u00e9"`, '2', '1', undefined, undefined, undefined]);
  });

  test('names its repeated members, overwritten ones included', () => {
    const text = read('{"a":{"x":1,"x":2},"a":[{"y/z":1,"y/z":1}],"b":0}');
    expect([...repeatedMembers(text.node)].map(({ pointer }) => pointer)).toEqual(['/a', '/a/x', '/a/0/y~1z']);
  });

  test('has exact int64 members', () => {
    expect(['1e2', '9007199254740993', '"1"', '1.5'].map((id) => int64At(read(`{"id":${id}}`), '/id'))).toEqual([
      100n,
      9007199254740993n,
      undefined,
      undefined,
    ]);
  });
});
