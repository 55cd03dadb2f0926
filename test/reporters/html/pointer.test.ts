import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locate } from '../../../reporters/html/pointer.js';

const found = (text: string, pointer: string): string | undefined => {
  const span = locate(text, pointer);
  return span && text.slice(span.start, span.end);
};

test.each([
  ['{"code": 401}', '/code', '401'],
  ['[{"id":1},{"id":"2"}]', '/1/id', '"2"'],
  ['[{"id":1},{"id":2, "x":[]}]', '/1', '{"id":2, "x":[]}'],
  ['{"a":{"b":[1,[2,3]]}}', '/a/b/1/0', '2'],
  ['{"a/b":{"~":true}}', '/a~1b/~0', 'true'],
  ['{"\\u0061":null}', '/a', 'null'],
  ['{"a":1,"a":2}', '/a', '2'],
  ['{"a":"}],{\\"b\\":1"}', '/a', '"}],{\\"b\\":1"'],
  ['  [1]  ', '', '[1]'],
  ['{"a":[1,{"b":2', '/a/1', '{"b":2'],
  ['[1,,NaN]', '/2', 'NaN'],
  ['{"a":1}', '/b', undefined],
  ['[[0]]', '/0/1', undefined],
  ['', '/a', undefined],
  ['<html>', '/a', undefined],
])('in %s, %j is %s', (text, pointer, value) => {
  expect(found(text, pointer)).toBe(value);
});

test('every value of every JSON text is found by its pointer', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      for (const [pointer, member] of valuesOf(value, '')) {
        expect(JSON.parse(found(text, pointer) ?? '')).toEqual(JSON.parse(JSON.stringify(member)));
      }
    }),
  );
});

function* valuesOf(value: unknown, pointer: string): Generator<readonly [string, unknown]> {
  yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield* valuesOf(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

test('a body that nests deeply costs no stack', () => {
  const deep = 50_000;
  expect(locate('['.repeat(deep), '/0/0')).toEqual({ start: 2, end: deep });
});
