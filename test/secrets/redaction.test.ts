import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Secrets } from '../../runner/secrets/redaction.js';
import { keyOf } from './key.js';

const value = 'Sk/live+"9&x\\Q z~';

const redact = (key: string, text: string): string => new Secrets([keyOf(key)]).redact(text);

describe('redaction', () => {
  const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

  test.each([
    ['plain', value],
    ['Base64 in a URL', encodeURIComponent(base64(value))],
    ['the probe with its case flipped', 'sK/LIVE+"9&X\\q Z~'],
    ['the probe with a character less', value.slice(0, -1)],
    ['the probe that is rotated', 'Fx/yvir+"4&k\\D m~'],
    ['JSON with one letter escaped that need not be', '\\u0053k/live+\\"9&x\\\\Q z~'],
    ['a URL with some characters encoded', 'Sk/li%76e+"9%26x\\Q z~'],
    ['a URL in JSON', 'Sk\\/live%2B%229%26x%5CQ%20z~'],
    ['JSON as .NET writes it', 'Sk/live\\u002B\\u00229\\u0026x\\\\Q z~'],
  ])('finds the key in %s', (_name, written) => {
    expect(redact(value, `before «${written}» after`)).toBe('before «[redacted]» after');
  });

  test('finds a key outside of ASCII, whatever the charset made of it', () => {
    const variants = [
      'grün-schlüssel',
      Buffer.from('grün-schlüssel').toString('latin1'),
      Buffer.from('grün-schlüssel', 'latin1').toString('utf8'),
      encodeURIComponent('grün-schlüssel'),
      'gr\\u00FCn-schl\\u00FCssel',
      'gr\\u00fcn-schl\\u00fcssel',
      Buffer.from('grün-schlüssel').toString('base64'),
      base64('grün-schlüssel'),
    ];
    expect(variants.map((text) => redact('grün-schlüssel', text))).toEqual(variants.map(() => '[redacted]'));
  });

  test('leaves a key of fewer than 8 characters where it is: half of a text could be taken for it', () => {
    const texts = ['element e, "e"', 'Bearer e', base64('Bearer e')];
    expect(texts.map((text) => redact('e', text))).toEqual(texts);
  });

  test('finds what is left of it where a quote is cut', () => {
    const secrets = new Secrets([keyOf('sk-live-0123456789')]);
    expect(secrets.redactQuote('"the key sk-live-0123…" and …3456789 or …23456789')).toBe(
      '"the key [redacted]…" and …3456789 or …[redacted]',
    );
    expect(secrets.redactQuote('live-0123456789 is wrong: sk-live-')).toBe('[redacted] is wrong: [redacted]');
    expect(secrets.redactQuote('sk-live-9… sk-liv…')).toBe('sk-live-9… sk-liv…');
  });

  test('finds a key that is a token of many thousand characters, for which V8 has no single regular expression', () => {
    const token = 'eyJhbGciOi.-_JIUzI1NiIsInR5cCI6'.repeat(500);
    expect(redact(token, `a ${token} b ${Buffer.from(token).toString('base64url')}`)).toBe('a [redacted] b [redacted]');
  });

  test('works on bytes, and returns the same ones where there is nothing to redact', () => {
    const secrets = new Secrets([keyOf(value)]);
    const clean = Buffer.from([0, 0xff, 0x5b, 0xc3]);
    expect(secrets.redactBytes(clean)).toBe(clean);
    const quoting = Buffer.concat([clean, Buffer.from(value), clean]);
    expect(secrets.redactBytes(quoting)).toEqual(Buffer.concat([clean, Buffer.from('[redacted]'), clean]));
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

  const json = (text: string): string => JSON.stringify(text).slice(1, -1);
  const unicode = (text: string, characters: RegExp): string =>
    text.replace(characters, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

  /** The writers that people use; of all of them, the digits of an escape are in one letter case. */
  const writers: Readonly<Record<string, (text: string) => string>> = {
    'every byte in percent': (text) => [...text].map(percent).join(''),
    'every character in JSON': (text) => unicode(text, /./g),
    encodeURIComponent,
    encodeURI,
    'lower-case digits': (text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
    "Python's quote": (text) =>
      encodeURIComponent(text)
        .replace(/[!'()*]/g, percent)
        .replaceAll('%2F', '/'),
    "PHP's rawurlencode": (text) => encodeURIComponent(text).replace(/[!'()*]/g, percent),
    "Java's URLEncoder": (text) => new URLSearchParams({ text }).toString().slice('text='.length),
    'JSON.stringify': json,
    'JSON in JSON': (text) => json(json(text)),
    "PHP's json_encode": (text) => json(text).replaceAll('/', '\\/'),
    "Go's json.Marshal": (text) => unicode(json(text), /[<>&]/g),
    'JSON of Go in JSON of Go': (text) => json(unicode(json(text), /[<>&]/g)),
    Gson: (text) => unicode(json(text), /[<>&=']/g),
  };
  const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

  test.each(Object.entries(writers))('finds it as %s writes it', (_name, write) => {
    fc.assert(
      fc.property(anyKey, (text) => {
        expect(redact(text, `«${write(text)}»`)).toBe('«[redacted]»');
      }),
      { numRuns: 20 },
    );
  });

  test('finds it in Base64 between any neighbours', () => {
    const neighbour = fc.uint8Array({ maxLength: 8 });
    fc.assert(
      fc.property(anyKey, neighbour, neighbour, fc.boolean(), (text, before, after, urlSafe) => {
        const written = Buffer.concat([before, Buffer.from(text), after]).toString(urlSafe ? 'base64url' : 'base64');
        const start = written.slice(0, Math.ceil((before.length * 8) / 6));
        const end = written.slice(Math.floor(((before.length + text.length) * 8) / 6));
        // A digit that is half the key's looks like the end of the text where a neighbour's bits are zero.
        const ends = after.length === 0 ? [''] : [end, end.slice(1)];
        expect(ends.map((rest) => `«${start}[redacted]${rest}»`)).toContain(redact(text, `«${written}»`));
      }),
      { numRuns: 100 },
    );
  });

  test('touches nothing in a text without it', () => {
    const unit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const text = fc.string({ unit, maxLength: 200 });
    fc.assert(
      fc.property(anyKey, text, (secret, said) => {
        expect(redact(secret, said)).toBe(said);
      }),
    );
  });

  test.each([
    ['backslashes', '\\'.repeat(40), '\\'],
    ['escaped percent signs', '%25'.repeat(20), '%25'],
    ['one letter', `${'a'.repeat(2_000)}b`, 'a'],
  ])('takes time in proportion to the text for a key full of %s', (_name, secret, unit) => {
    const text = `${unit.repeat(Math.ceil(2 ** 19 / unit.length))}1`;
    const start = process.cpuUsage();
    redact(secret, text);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
