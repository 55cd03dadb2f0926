import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { problemOfKey } from '../../runner/secrets/api-key.js';
import { keyOf } from './key.js';

const key = keyOf('Sk/live+"9&x\\Q z~');

describe('ApiKey', () => {
  test('does not show its value, however it is printed', () => {
    const shown = [
      `${key}`,
      String(key),
      JSON.stringify({ key }),
      inspect(key),
      inspect({ key }, { showHidden: true, getters: true }),
      ...Object.values(key),
    ];
    const forms = key.forms();
    expect(shown.filter((text) => forms.some((form) => String(text).includes(form)))).toEqual([]);
    expect(shown.slice(1, 4)).toEqual([
      '[object Object]',
      '{"key":{"subject":"The API key"}}',
      "ApiKey { subject: 'The API key', origin: undefined }",
    ]);
  });

  test.each([
    ['', 'The API key is empty. '],
    [' key', 'The API key begins or ends with white space, '],
    ['two\nlines', 'The API key contains a control character or a line break, '],
    ['žluťoučký', 'The API key contains a character outside of ISO 8859-1, '],
  ])('refuses %j, which no header can carry', (text, message) => {
    expect(problemOfKey(text)?.slice(0, message.length)).toBe(message);
  });

  test.each([
    ['1234567', 'The API key has fewer than 8 characters, so it cannot be told from ordinary text: '],
    ['12345678', undefined],
  ])('warns about %j where it is too short to be redacted safely', (text, warning) => {
    const { warning: given } = keyOf(text);
    expect(given?.slice(0, warning?.length)).toBe(warning);
  });
});
