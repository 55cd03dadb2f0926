import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFaithfully } from '../../evidence/listing/exact.js';
import { classifyDateTime, dateTime, int64 } from '../../evidence/listing/schema/formats.js';
import { expectGolden, readGolden } from '../golden.js';

/** The lines of a file: expectations, then a text in quotation marks. */
const linesIn = (name: string): readonly (readonly [line: string, text: string])[] => {
  const lines = readGolden(new URL(`expected/${name}`, import.meta.url)).match(/.*"$/gm) ?? [];
  return lines.map((line) => [line, JSON.parse(line.slice(line.indexOf('"')))]);
};

const limits = [-(2 ** 63), -(2 ** 53), -1, 0, 1, 2 ** 53, 2 ** 63];

test('the reader keeps for a schema whether a number is an integer, and on which side of each limit it is', async () => {
  const described = linesIn('numbers.txt').map(([, token]) => {
    const double = parseFaithfully(token) as number;
    const kind = Number.isInteger(double) ? 'integer ' : 'fraction';
    const sides = limits.map((limit) => ['<', '=', '>'][Math.sign(double - limit) + 1]);
    return `${kind} ${sides.join(' ')}  "${token}"\n`;
  });
  await expectGolden(described.join(''), 'expected/numbers.txt');
});

test('the reader keeps for a schema on which side of a limit an integer is', () => {
  const around = fc.tuple(fc.constantFrom(...limits, 2 ** 54, -(2 ** 54), 2 ** 64), fc.bigInt(-5000n, 5000n));
  const property = fc.property(around, fc.constantFrom('', '.0', 'e0'), ([near, distance], end) => {
    const exact = BigInt(near) + distance;
    const double = parseFaithfully(`${exact}${end}`) as number;
    const sides = (value: number | bigint) => limits.map((limit) => [value < limit, value > limit]);
    expect([Number.isInteger(double), sides(double)]).toEqual([true, sides(exact)]);
  });
  fc.assert(property, { numRuns: 1_000 });
});

test('int64 is an integer', () => expect(int64.validate(0.5)).toBe(false));

describe('a date with a time', () => {
  const { validate } = fullFormats['date-time'] as { readonly validate: (text: string) => boolean };

  test('has the form of RFC 3339 (as in ajv-formats), another form of ISO 8601, or neither', async () => {
    const described = linesIn('date-times.txt').map(([line, text]) => {
      const form = classifyDateTime(text);
      expect([text, dateTime(text)]).toEqual([text, form === 'rfc3339']);
      if (form === 'rfc3339') expect([text, validate(text)]).toEqual([text, true]);
      return `${form}${line.slice('rfc3339'.length)}\n`;
    });
    await expectGolden(described.join(''), 'expected/date-times.txt');
  });

  test.each([1900, 2000, 2023, 2024])('is accepted on exactly the days of the calendar: %i', (year) => {
    const two = (number: number) => String(number).padStart(2, '0');
    for (let i = 0; i < 14 * 33; i++) {
      const [month, day] = [Math.floor(i / 33), i % 33];
      const date = new Date(Date.UTC(year, month - 1, day));
      const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1 && month <= 12;
      const text = `${year}-${two(month)}-${two(day)}T00:00:00Z`;
      expect([text, dateTime(text), classifyDateTime(text)]).toEqual([text, exists, exists ? 'rfc3339' : 'neither']);
    }
  });

  /** The first or the last day of a year with 53 weeks. */
  const THURSDAY = 4;

  test('has 53 weeks in exactly the years with 53 weeks', () => {
    for (let year = 1970; year < 2400; year++) {
      const ends = [Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)].map((instant) => new Date(instant).getUTCDay());
      const form = ends.includes(THURSDAY) ? 'iso8601' : 'neither';
      expect([year, classifyDateTime(`${year}-W53-1T00:00Z`)]).toEqual([year, form]);
    }
  });
});
