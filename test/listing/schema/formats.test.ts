import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { dateTime, int64 } from '../../../runner/listing/schema/formats.js';

const { validate } = fullFormats['date-time'] as { readonly validate: (text: string) => boolean };

test.each([
  '2026-01-31T10:00:00Z',
  '2026-01-31t10:00:00.25z',
  '2024-02-29T23:59:59-08:00',
  '2016-12-31T23:59:60Z',
  '2017-01-01T05:29:60+05:30',
])('a date-time of RFC 3339 is one of ajv-formats, too: %s', (text) => {
  expect([dateTime(text), validate(text)]).toEqual([true, true]);
});

test.each([
  '2026-01-31 10:00:00Z',
  '2026-01-31\t10:00:00Z',
  '2026-01-31\n10:00:00Z',
  '2026-01-31\u00a010:00:00Z',
  '2026-01-31T10:00:00+02',
  '2026-01-31T10:00:00+0200',
  '2026-01-31T24:59:59+01:00',
  '2026-01-31T25:59:59+02:00',
])('ajv-formats also takes %j', (text) => {
  expect([dateTime(text), validate(text)]).toEqual([false, true]);
});

test('int64 ends at both limits', () => {
  const neighbours = [2 ** 63, 2 ** 63 - 1024, -(2 ** 63), -(2 ** 63) - 2048, 0.5];
  expect(neighbours.map(int64.validate)).toEqual([false, true, true, false, false]);
});
