import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiKey } from '../../runner/secrets/api-key.js';
import { keyOf } from '../http/target.js';

const key = keyOf('Sk/live+"9&x\\Q z~');

describe('ApiKey', () => {
  test('shows a placeholder however it is printed', () => {
    const shown = [
      `${key}`,
      String(key),
      JSON.stringify({ key }),
      inspect(key),
      inspect({ key }, { showHidden: true }),
    ];
    expect(shown).toEqual([
      '$STORE_ORDERS_API_KEY',
      '$STORE_ORDERS_API_KEY',
      '{"key":"$STORE_ORDERS_API_KEY"}',
      '$STORE_ORDERS_API_KEY',
      '{ key: $STORE_ORDERS_API_KEY }',
    ]);
    expect(Reflect.ownKeys(key)).toEqual([]);
  });

  test.each([
    ['', 'The API key is empty. '],
    [' key', 'The API key begins or ends with white space, '],
    ['key\n', 'The API key begins or ends with white space, '],
    ['two\nlines', 'The API key contains a control character or a line break, '],
    ['tab\tkey', 'The API key contains a control character or a line break, '],
    ['del\x7fkey', 'The API key contains a control character or a line break, '],
    ['žluťoučký', 'The API key contains a character outside of ISO 8859-1, '],
    ['key🔑', 'The API key contains a character outside of ISO 8859-1, '],
  ])('refuses %j, which no header can carry', (text, message) => {
    expect(ApiKey.parse(text)).toEqual({ kind: 'invalid', message: expect.stringMatching(`^${message}`) });
  });

  test.each(['a', 'with space', 'grün', '~!@#$%^&*()'])('takes %j', (text) => {
    expect(keyOf(text).reveal()).toBe(text);
  });
});

describe('redaction', () => {
  const value = key.reveal();
  const escapedTwice = JSON.stringify(JSON.stringify(value)).slice(3, -3);
  const unicode = (text: string, upper: boolean): string =>
    [...text]
      .map((character) => character.charCodeAt(0).toString(16).padStart(4, '0'))
      .map((hex) => `\\u${upper ? hex.toUpperCase() : hex}`)
      .join('');
  const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
  const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
  const html = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

  test.each([
    ['plain', value],
    ['percent-encoded', encodeURIComponent(value)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(value).toLowerCase().replace('sk%2flive', 'Sk%2flive').replace('q%20', 'Q%20'),
    ],
    ['form-encoded', new URLSearchParams({ value }).toString().slice('value='.length)],
    ['percent-encoded to the last character', hexOf(value).replace(/../g, '%$&')],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(value))],
    ['JSON', JSON.stringify(value).slice(1, -1)],
    ['JSON with escaped slashes', JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')],
    ['JSON inside JSON', escapedTwice],
    ['JSON as Go writes it', JSON.stringify(value).slice(1, -1).replaceAll('&', '\\u0026')],
    ['JSON in \\u escapes', unicode(value, false)],
    ['JSON in \\U escapes', unicode(value, true)],
    ['HTML', html],
    ['HTML inside JSON as Go writes it', JSON.stringify(html).slice(1, -1).replaceAll('&', '\\u0026')],
    ['HTML escaped twice', html.replaceAll('&', '&amp;')],
    ['decimal entities', [...value].map((character) => `&#${character.charCodeAt(0)};`).join('')],
    ['hexadecimal entities', hexOf(value).replace(/../g, '&#x00$&;')],
    ['Base64', base64(value)],
    ['Base64url', Buffer.from(value).toString('base64url')],
    ['Base64 in a URL', encodeURIComponent(base64(value))],
    ['Base64 in JSON with escaped slashes', base64(value).replaceAll('/', '\\/')],
    ['hex', hexOf(value)],
    ['HEX', hexOf(value).toUpperCase()],
    ['the probe with its case flipped', 'sK/LIVE+"9&X\\q Z~'],
    ['the probe with a character less', value.slice(0, -1)],
    ['the probe that is rotated', 'Fx/yvir+"4&k\\D m~'],
    ['lower case', value.toLowerCase()],
    ['upper case', value.toUpperCase()],
    ['Base64 of the probe with a character less', base64(value.slice(0, -1))],
  ])('finds the key in %s', (_name, written) => {
    expect(key.redact(`before «${written}» after`)).toBe('before «[redacted]» after');
  });

  test('leaves of Base64 only what belongs to the neighbours', () => {
    expect(key.redact(base64(`Bearer ${value}`))).toBe(`${base64('Bearer ').slice(0, 9)}[redacted]`);
    expect(key.redact(base64(`user:${value}`))).toBe(`${base64('user:').slice(0, 6)}[redacted]`);
    expect(key.redact(base64(`${value}:`))).toBe(`[redacted]${base64(`${value}:`).slice(-1)}`);
    expect(key.redact(base64(`:${value}`))).toBe(`${base64(':').slice(0, 1)}[redacted]`);
  });

  test('finds a longer key, and each of several occurrences', () => {
    expect(key.redact(`${value}x ${value}, ${base64(value)}`)).toBe('[redacted]x [redacted], [redacted]');
  });

  test('finds the key where an excerpt is cut off near its end or behind its start', () => {
    const long = keyOf('Sample-Key-0123456789-abcdefghij');
    expect(long.redact('Invalid key Sample-Key-0123456789-abcdefg…')).toBe('Invalid key [redacted]…');
    expect(long.redact('…ple-Key-0123456789-abcdefghij is invalid')).toBe('…[redacted] is invalid');
    expect(long.redact('Sample-Key-…')).toBe('Sample-Key-…');
  });

  test('touches nothing else', () => {
    const text = JSON.stringify({
      code: 'unauthorized',
      message: 'Sk/live is not the key',
      status: 401,
      at: '%2B&amp;',
    });
    expect(key.redact(text)).toBe(text);
    expect(keyOf('test-key').redact('The test-keys of a Test-kez')).toBe('The [redacted]s of a Test-kez');
  });

  test('finds a key outside of ASCII, whatever the charset made of it', () => {
    const umlaut = keyOf('grün-schlüssel');
    const variants = [
      'grün-schlüssel',
      'gr\uFFFDn-schl\uFFFDssel',
      Buffer.from('grün-schlüssel').toString('latin1'),
      encodeURIComponent('grün-schlüssel'),
      'gr%FCn-schl%FCssel',
      'gr\\u00FCn-schl\\u00fcssel',
      'gr&#252;n-schl&#xFC;ssel',
      Buffer.from('grün-schlüssel').toString('base64'),
      base64('grün-schlüssel'),
    ];
    expect(variants.map((text) => umlaut.redact(text))).toEqual(variants.map(() => '[redacted]'));
  });

  test.each([
    ['redacted', 'is redacted', 'is ***'],
    ['[', 'a [b]', 'a <redacted>b]'],
    ['*]<-', 'a *]<- b', 'a  b'],
    ['e', 'element', '***l***m***nt'],
  ])('of the key %j makes %j into %j', (text, from, to) => {
    expect(keyOf(text).redact(from)).toBe(to);
  });

  test('works on bytes, and returns the same ones where there is nothing to redact', () => {
    const clean = Buffer.from([0, 0xff, 0x5b, 0xc3]);
    expect(key.redactBytes(clean)).toBe(clean);
    const quoting = Buffer.concat([clean, Buffer.from(value), clean]);
    expect(key.redactBytes(quoting)).toEqual(Buffer.concat([clean, Buffer.from('[redacted]'), clean]));
  });

  test('of 64 KiB takes milliseconds, and of a key of 2,000 characters too', () => {
    const long = keyOf(Array.from({ length: 2_000 }, (_, index) => index.toString(36).slice(-1)).join(''));
    const text = '{"id":123,"petId":9007199254740993,"complete":true},'.repeat(1_260);
    for (const secret of [key, long]) {
      const quoting = `${text}${encodeURIComponent(secret.reveal())}`;
      secret.redact('compiles the patterns');
      const start = performance.now();
      expect(secret.redact(quoting)).toBe(`${text}[redacted]`);
      expect(performance.now() - start).toBeLessThan(500);
    }
  });
});

describe('redaction of any key', () => {
  const anyKey = fc
    .string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 8,
      maxLength: 40,
    })
    .filter((text) => text.trim() === text && new Set(text).size > 4);

  const encoders: ((character: string) => string)[] = [
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    (character) => `&#${character.charCodeAt(0)};`,
    // What starts an escape is never left plain by what escapes other characters.
    (character) => (/[\\%&]/.test(character) ? `&#x${character.charCodeAt(0).toString(16)};` : character),
  ];

  test('finds it however its characters are encoded', () => {
    fc.assert(
      fc.property(anyKey, fc.array(fc.nat(encoders.length - 1), { minLength: 40, maxLength: 40 }), (text, choices) => {
        const written = [...text].map((character, index) => encoders[choices[index] ?? 0]?.(character)).join('');
        const redacted = keyOf(text).redact(`«${written}»`);
        expect(redacted).toMatch(/^«(\[redacted\]|<redacted>|\*\*\*|---|)»$/);
      }),
      { numRuns: 100 },
    );
  });

  test('finds it in Base64 between any neighbours', () => {
    const neighbour = fc.uint8Array({ maxLength: 8 });
    fc.assert(
      fc.property(anyKey, neighbour, neighbour, fc.boolean(), (text, before, after, urlSafe) => {
        const bytes = Buffer.concat([before, Buffer.from(text), after]);
        const written = bytes.toString(urlSafe ? 'base64url' : 'base64');
        const key = keyOf(text);
        const mark = key.redact(text);
        const start = written.slice(0, Math.floor((before.length * 8) / 6));
        const end = written.slice(Math.ceil(((before.length + text.length) * 8) / 6)).replace(/=+$/, '');
        expect(key.redact(written).replace(/=+$/, '')).toBe(start + mark + end);
      }),
      { numRuns: 100 },
    );
  });
});
