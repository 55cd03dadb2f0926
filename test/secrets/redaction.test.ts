import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemOfKey } from '../../evidence/secrets/api-key.js';
import { Secrets } from '../../evidence/secrets/redaction.js';
import { authorizationOf } from '../../interface/interface.js';
import { keyOf } from './key.js';

const value = 'Sk/live+"9&x\\Q z~';

const redact = (key: string, text: string): string => new Secrets([keyOf(key)]).redact(text);

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

describe('redaction', () => {
  test('finds a key outside of ASCII in any charset', () => {
    const key = 'grün-schlüssel';
    const variants = [
      key,
      Buffer.from(key).toString('latin1'),
      Buffer.from(key, 'latin1').toString('utf8'),
      encodeURIComponent(key),
      'gr\\u00FCn-schl\\u00FCssel',
      'gr\\u00fcn-schl\\u00fcssel',
      Buffer.from(key).toString('base64'),
      base64(key),
    ];
    expect(variants.map((text) => redact(key, text))).toEqual(variants.map(() => '[redacted]'));
  });

  test('does not remove a key of fewer than 8 characters, which could be part of any text', () => {
    const texts = ['element e, "e"', 'Bearer e', base64('Bearer e')];
    expect(texts.map((text) => redact('e', text))).toEqual(texts);
  });

  test('finds the rest of it in a shortened quote', () => {
    const secrets = new Secrets([keyOf('sk-live-0123456789')]);
    expect(secrets.redactQuote('"the key sk-live-0123…" and …3456789 or …23456789')).toBe(
      '"the key [redacted]…" and …3456789 or …[redacted]',
    );
    expect(secrets.redactQuote('live-0123456789 is wrong: sk-live-')).toBe('[redacted] is wrong: [redacted]');
    expect(secrets.redactQuote('sk-live-0123…')).toBe('[redacted]…');
    expect(secrets.redactQuote('sk-live-9… sk-liv…')).toBe('sk-live-9… sk-liv…');
  });

  test.each([
    ['JSON', (letter: string) => `\\u00${Buffer.from(letter).toString('hex')}`],
    ['JSON in JSON', (letter: string) => `\\\\u00${Buffer.from(letter).toString('hex')}`],
    ['percent-encoding', (letter: string) => `%${Buffer.from(letter).toString('hex')}`],
  ])('finds the rest of it in a shortened quote that escapes each letter: %s', (_, inEscape) => {
    const key = 'sk-live-0123456789-abcdefgh';
    const secrets = new Secrets([keyOf(key)]);
    const escaped = [...key].map(inEscape).join('');
    const least = 9 * inEscape('k').length; // 8 letters, and an escape that is cut
    for (let cut = least; cut < escaped.length; cut++) {
      expect(secrets.redactQuote(`{"code":"${escaped.slice(0, cut)}…`)).toMatch(
        /^\{"code":"\[redacted\][\\u%\da-f]{0,6}…$/,
      );
      expect(secrets.redactQuote(`${escaped.slice(-cut)}"}`)).toMatch(/^[\\u%\da-f]{0,6}\[redacted\]"\}$/);
    }
  });

  test('finds a key that is a token of many thousand characters, for which V8 has no single regular expression', () => {
    const token = 'eyJhbGciOi.-_JIUzI1NiIsInR5cCI6'.repeat(500);
    expect(redact(token, `a ${token} b ${Buffer.from(token).toString('base64url')}`)).toBe('a [redacted] b [redacted]');
  });

  test('works on bytes, and returns the same object if there is nothing to redact', () => {
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
    .filter((text) => problemOfKey(text) === undefined && new Set(text).size > 4);

  type Way = (text: string) => string;

  const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');
  const percent = (character: string): string => `%${hex(character)}`;
  const unicode = (character: string): string => `\\u00${hex(character)}`;
  const json = (text: string): string => JSON.stringify(text).slice(1, -1);
  const asIs: Way = (text) => text;
  const withoutPercent: Way = (character) => (character === '%' ? '%25' : character);

  /** The escapes that one writer uses for a character, and a conversion of the whole text. */
  const writers: readonly [string, ways: readonly Way[], then?: Way][] = [
    ['a URL', [percent, encodeURIComponent]],
    ['a URL in capitals', [(character) => percent(character).toUpperCase(), encodeURIComponent]],
    ['a form', [(character) => new URLSearchParams({ '': character }).toString().slice(1)]],
    ['text with some of it in percent', [withoutPercent, percent]],
    ['JSON', [json, unicode, (character) => json(character).replace('/', '\\/')]],
    ['JSON in capitals', [json, (character) => `\\u00${hex(character).toUpperCase()}`]],
    ['JSON in JSON', [json, unicode], json],
    ['a URL in JSON', [withoutPercent, percent], (text) => json(text).replaceAll('/', '\\/')],
    ['Base64 in a URL', [asIs], (text) => encodeURIComponent(base64(text))],
  ];

  test.each(writers)('finds it in %s, whichever characters are escaped', (_name, ways, then = asIs) => {
    const choices = fc.array(fc.nat({ max: ways.length - 1 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(anyKey, choices, (key, choice) => {
        const written = [...key].map((character, index) => ways[choice[index % choice.length] ?? 0]?.(character));
        expect(redact(key, `«${then(written.join(''))}»`)).toBe('«[redacted]»');
      }),
      { numRuns: 40 },
    );
  });

  test.each(['wrong', 'case', 'shorter', 'shorter-start'] as const)(
    'finds a key that is derived from it: %s',
    (credential) => {
      fc.assert(
        fc.property(anyKey, (key) => {
          expect(redact(key, authorizationOf(credential, key) ?? '')).toBe('Bearer [redacted]');
        }),
        { numRuns: 40 },
      );
    },
  );

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

  test('leaves a text without it as it is', () => {
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
