import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLines } from '../../../reporters/html/json-text.js';

const layout = (text: string, isWhole = true): string | undefined =>
  jsonLines(text, isWhole)
    ?.map((line) => line.text)
    .join('\n');

test('JSON is laid out as other tools do it, and stays what it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(layout(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('each line knows what begins on it', () => {
  expect(jsonLines('{"a/b":[1,{"~":[]}],"c":{}}', true)?.map(({ pointer }) => pointer)).toEqual([
    '',
    '/a~1b',
    '/a~1b/0',
    '/a~1b/1',
    '/a~1b/1/~0',
    undefined,
    undefined,
    '/c',
    undefined,
  ]);
});

test('numbers keep their digits, and repeated members stay', () => {
  expect(layout('{"id": 9007199254740993, "id": 1.0}')).toBe('{\n  "id": 9007199254740993,\n  "id": 1.0\n}');
});

test('the head of a longer text is laid out as far as it goes', () => {
  expect(layout('[{"id":1},{"note":"[cut', false)).toBe('[\n  {\n    "id": 1\n  },\n  {\n    "note": "[cut');
});

test.each(['', '{"a":1', "{'a':1}", '<p>', '[1,]'])('%s is not JSON as a whole', (text) => {
  expect(jsonLines(text, true)).toBeUndefined();
});

test('what nests deeply is not indented without end', () => {
  const text = '['.repeat(4000) + ']'.repeat(4000);
  expect(layout(text)?.length).toBeLessThan(50 * text.length);
});
