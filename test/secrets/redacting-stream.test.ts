import { describe, expect, test } from 'vitest';
import { Secrets } from '../../runner/secrets/secret.js';
import { keyOf, redactBytes } from './key.js';

const key = keyOf('Sk/live+"9&x\\Q z~');

const secrets = new Secrets([key]);

const redacted = (chunks: readonly Uint8Array[]): { bytes: Buffer; places: number } => {
  const stream = secrets.redactingStream();
  const pieces = chunks.map((chunk) => stream.write(chunk));
  return { bytes: Buffer.concat([...pieces, stream.end()]), places: stream.places };
};

describe('a redacting stream', () => {
  const value = key.reveal();
  const padding = '{"id":9007199254740993,"note":"\\"100%\\" &amp; \u00ff"},'.repeat(2);
  const spellings = [
    value,
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    encodeURIComponent(value),
    encodeURIComponent(encodeURIComponent(value)),
    [...value].map((character) => `&#${character.charCodeAt(0)};`).join(''),
    Buffer.from(value).toString('base64'),
    Buffer.from(`user:${value}:`).toString('base64url'),
    Buffer.from(value).toString('hex'),
  ];

  test.each(spellings)('finds %s wherever the text is cut, and changes nothing else', (written) => {
    const text = Buffer.from(`${padding}«${written}»${padding}`, 'latin1');
    const bytes = redactBytes(key, text);
    expect(Buffer.from(bytes).includes('[redacted]')).toBe(true);
    const start = padding.length - 1;
    for (let at = start; at < start + written.length + 3; at++) {
      const whole = { bytes, places: 1 };
      expect(redacted([text.subarray(0, at), text.subarray(at)])).toEqual(whole);
      expect(redacted([text.subarray(0, at), text.subarray(at, at + 1), text.subarray(at + 1)])).toEqual(whole);
    }
  });

  test('lets all bytes pass where the key is not', () => {
    const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * 7) % 256));
    expect(redacted([bytes.subarray(0, 5_000), bytes.subarray(5_000)])).toEqual({ bytes, places: 0 });
    expect(redacted([])).toEqual({ bytes: Buffer.alloc(0), places: 0 });
  });

  test('keeps the beginning of a key, at a cut as inside of a text', () => {
    expect(redacted([Buffer.from('a Sk/live'), Buffer.from('+"')]).bytes.toString()).toBe('a Sk/live+"');
    expect(redacted([Buffer.from('a Sk/live'), Buffer.from(' b')]).bytes.toString()).toBe('a Sk/live b');
  });

  test('holds back a bounded number of bytes, whatever comes', () => {
    for (const unit of ['\\', '%25', 'Sk/live+', 'x']) {
      const stream = secrets.redactingStream();
      const chunk = Buffer.from(unit.repeat(1_000));
      let held = 0;
      for (let count = 0; count < 50; count++) {
        held += chunk.length - stream.write(chunk).length;
        expect(held).toBeLessThan(2_000);
      }
    }
  });
});
