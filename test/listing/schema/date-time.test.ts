import { describe, expect, test } from 'vitest';
import { classifyDateTime } from '../../../runner/listing/schema/formats.js';

const RFC3339 = [
  '2026-01-31T12:00:00Z',
  '2026-01-31T12:00:00.123456789012+23:59',
  '2026-01-31T12:00:00-00:00',
  '2026-01-31t12:00:00z',
  '0000-01-01T00:00:00Z',
  '2024-02-29T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2016-12-31T23:59:60.5Z',
  '2017-01-01T05:29:60+05:30',
];

const ISO8601 = [
  '2026-01-31T12:00:00',
  '2026-01-31T12:00Z',
  '2026-01-31T12',
  '2026-01-31T12:00:00+02',
  '2026-01-31T12:00:00+0200',
  '2026-01-31T12:00:00\u221202:00',
  '2026-01-31T12:00:00,5Z',
  '2026-01-31T12.25',
  '2026-01-31T24:00:00Z',
  '2026-01-31T24:00:00.000Z',
  '20260131T120000Z',
  '20260131T12+02',
  '2026-W05-6T12:00Z',
  '2026-031T12:00:00Z',
  '2024-366T12:00:00Z',
  '+002026-01-31T12:00:00Z',
  '-000001-01-31T12:00:00Z',
  '2026-01-31 12:00:00Z',
  '2026-01-31 12:00:00.5+02:00',
  '2016-12-31T23:59:60',
];

const NEITHER = [
  '',
  '2026-01-31',
  'T12:00:00Z',
  'P1DT12H',
  '2026-01-31T',
  '2026-01T12:00:00Z',
  '2026-01-31T25:00:00Z',
  '2026-01-31T24:00:01Z',
  '2026-01-31T12:60:00Z',
  '2026-01-31T12:00:60Z',
  '2017-01-01T05:30:60+05:30',
  '2026-01-31T12:00:00+24:00',
  '2026-01-31T12:00:00+02:60',
  '2026-01-31T12:00:00.Z',
  ' 2026-01-31T12:00:00Z',
  '2026-01-31T12:00:00Z\n',
  '2026-01-31 12:00:00',
  '20260131T12:00:00Z',
  '2026-01-31T120000Z',
  '2026-W54-1T12:00Z',
  '2026-W05-8T12:00Z',
  '2026-366T12:00Z',
  '2026-000T12:00Z',
  '26-01-31T12:00:00Z',
  '٢٠٢٦-01-31T12:00:00Z',
  'Sat, 31 Jan 2026 12:00:00 GMT',
  '1769860800',
];

describe('a date with a time', () => {
  test.each(RFC3339)('is RFC 3339: %s', (text) => {
    expect(classifyDateTime(text)).toBe('rfc3339');
  });

  test.each(ISO8601)('is ISO 8601, but not RFC 3339: %s', (text) => {
    expect(classifyDateTime(text)).toBe('iso8601');
  });

  test.each(NEITHER)('is neither: %j', (text) => {
    expect(classifyDateTime(text)).toBe('neither');
  });

  test.each([1900, 2000, 2023, 2024])('is accepted on exactly the days that the calendar has: %i', (year) => {
    const two = (number: number) => String(number).padStart(2, '0');
    for (let i = 0; i < 14 * 33; i++) {
      const [month, day] = [Math.floor(i / 33), i % 33];
      const date = new Date(Date.UTC(year, month - 1, day));
      const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1 && month <= 12;
      const text = `${year}-${two(month)}-${two(day)}T00:00:00Z`;
      expect(classifyDateTime(text)).toBe(exists ? 'rfc3339' : 'neither');
    }
  });

  test('has 53 weeks in exactly the years that the calendar gives that many', () => {
    for (let year = 1970; year < 2400; year++) {
      // The last week of a year is the one that holds 28 December.
      const lastThursday = new Date(Date.UTC(year, 11, 28));
      lastThursday.setUTCDate(lastThursday.getUTCDate() + 4 - (lastThursday.getUTCDay() || 7));
      const dayOfYear = (lastThursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1;
      const weeks = Math.ceil(dayOfYear / 7);
      expect([year, classifyDateTime(`${year}-W53-1T00:00Z`)]).toEqual([year, weeks === 53 ? 'iso8601' : 'neither']);
    }
  });
});
