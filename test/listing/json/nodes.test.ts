import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  int64At,
  type JsonNode,
  type JsonText,
  nodeAt,
  readJsonText,
  shallowValueOf,
  sourceOf,
} from '../../../runner/listing/json/nodes.js';

function read(json: string): JsonText {
  const text = readJsonText(Buffer.from(json));
  if (!text) throw new Error(`not JSON: ${json}`);
  return text;
}

function deepValueOf({ kind, value, inner }: JsonNode): unknown {
  if (kind === 'array') return [...inner.values()].map(deepValueOf);
  if (kind !== 'object') return value;
  return Object.fromEntries([...inner].map(([name, member]) => [name, deepValueOf(member)]));
}

describe('a JSON text', () => {
  test('gives the value that JSON.parse gives', () => {
    const texts = fc
      .tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'))
      .map(([value, indent]) => JSON.stringify(value, null, indent));
    const small = texts.filter((text) => !/\d{16}|\de\+/.test(text));
    fc.assert(
      fc.property(small, (text) => {
        expect(deepValueOf(read(text).node)).toEqual(JSON.parse(text));
      }),
      { seed: 20_260_131 },
    );
  });

  test('is JSON in UTF-8', () => {
    const texts = [Buffer.from('{"a":1,}'), Buffer.from('1 2'), Buffer.from(' '), Buffer.of(0x22, 0xff, 0x22)];
    expect(texts.map((text) => readJsonText(text))).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('has a shallow value, with a member that is called __proto__', () => {
    const { node } = read('{"__proto__":1,"a":[1],"b":{"c":2},"d":null}');
    expect(Object.entries(shallowValueOf(node) as object)).toEqual([
      ['__proto__', 1],
      ['a', []],
      ['b', {}],
      ['d', null],
    ]);
    expect(shallowValueOf(node, ['d', 'e'])).toEqual({ d: null });
    expect(['[1]', '"x"', '1e400'].map((text) => shallowValueOf(read(text).node))).toEqual([[], 'x', 2 ** 64]);
  });

  test('has the last value of a repeated member', () => {
    const { node, repeated } = read('{"a":1,"b":{"c":2,"c":3},"a":4,"b":5}');
    expect(shallowValueOf(node)).toEqual({ a: 4, b: 5 });
    expect(repeated).toMatchObject({ pointer: '/b/c', values: [{ value: 2 }, { value: 3 }] });
  });

  test('names the repeated member that comes to its end first, overwritten ones included', () => {
    const pointers = [
      '{"a":{"x":1,"x":2},"a":0}',
      '{"a":[1,{"y/z":1,"y/z":1}],"b":0}',
      '{"a":1,"a":{"b":1,"b":2}}',
      '[{"a":1},{"a":1}]',
    ].map((text) => read(text).repeated?.pointer);
    expect(pointers).toEqual(['/a/x', '/a/1/y~1z', '/a/b', undefined]);
  });

  test('shows the bytes at a place', () => {
    const text = read(String.raw`{ "a~/": [ 1.50, {"é": "\u00e9"} ], "b" : 1 , "b":2 }`);
    const shown = ['/a~0~1/0', '/a~0~1/1/é', '/b', '/c', '/a~0~1/2', '/b/x'].map((pointer) => {
      const node = nodeAt(text, pointer);
      return node && sourceOf(text, node);
    });
    expect(shown).toEqual(['1.50', String.raw`"\u00e9"`, '2', undefined, undefined, undefined]);
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
