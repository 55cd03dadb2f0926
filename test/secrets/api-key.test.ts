import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { problemOfKey } from '../../evidence/secrets/api-key.js';
import { keyOf } from './key.js';

test('a key does not show its value, however it is printed', () => {
  const key = keyOf('Sk/live+"9&x\\Q z~');
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

// An empty key, and one with a control character: test/settings/expected/command-line.txt.
test.each<readonly [text: string, message: string]>([
  [' key', 'The API key begins or ends with white space, '],
  ['žluťoučký', 'The API key contains a line break, a control character, or a character outside of ISO 8859-1, '],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a pipeline that expands nothing sends it as it is.
  ...['$(API_KEY)', '${{ secrets.KEY }}', '${KEY}', '$KEY', '%KEY%', '{{ key }}', '***', '[MASKED]'].map(
    (text) => [text, 'The API key is a variable that the pipeline did not expand, or its masked value.'] as const,
  ),
])('%j, which no header can carry, is refused', (text, message) => {
  expect(problemOfKey(text)?.slice(0, message.length)).toBe(message);
});

test.each(['$2b$10$abcdefgh', '{"a":1}', '100%sure%', '**a**', 'masked', 'a"b"'])('%j can be a key', (text) => {
  expect(problemOfKey(text)).toBeUndefined();
});

test('a key that is too short to be redacted, or in quotation marks, is warned about', () => {
  expect(keyOf('1234567').warning).toMatch(/^The API key has fewer than 8 characters, so it cannot be told from /);
  expect(keyOf('12345678').warning).toBeUndefined();
  expect(keyOf('"Sample-Key-0001"').warning).toMatch(/^The API key is in quotation marks, which are sent with it\./);
});
