import fc from 'fast-check';
import { dateTimes, noValues, numbers, otherValues } from '../spellings.js';
import { anyOf } from './places.js';

const integerText = fc
  .oneof(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), fc.bigInt({ min: -1000n, max: 1000n }))
  .map(String);
const decimalText = fc
  .tuple(integerText, anyOf(['', '.0', '.5', '.000', '.25']), anyOf(['', 'e0', 'e1', 'E-1', 'e-2', 'e+18', 'e30']))
  .map((parts) => parts.join(''));
export const numberText = fc.oneof(anyOf(numbers), integerText, decimalText);

const digits = (length: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max }).map((value) => String(value).padStart(length, '0'));

/** Mostly date-times that exist, some of them in a form that only one of the standards has. */
const composedDateTime = fc
  .tuple(
    digits(4, 9999),
    digits(2, 13),
    digits(2, 32),
    digits(2, 25),
    digits(2, 60),
    digits(2, 61),
    anyOf(['', '', '.5', '.000', ',5', '.']),
    anyOf(['Z', 'Z', '', 'z', '+02:00', '-23:59', '+24:00', '+02', '-0800']),
    anyOf(['T', 'T', 'T', 't', ' ', '']),
  )
  .map(([year, month, day, hour, minute, second, fraction, zone, separator]) => {
    return `${year}-${month}-${day}${separator}${hour}:${minute}:${second}${fraction}${zone}`;
  });

/** Every character as `\uXXXX`: another spelling of the same string. */
const escapedText = (text: string): string =>
  `"${[...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

export const dateTimeText = fc
  .tuple(fc.oneof(anyOf(dateTimes), composedDateTime), fc.nat({ max: 9 }))
  .map(([text, spelling]) => (spelling === 0 ? escapedText(text) : JSON.stringify(text)));

/** JSON text of any kind, and some that only looks like it. */
export const anyText = fc.oneof(
  { weight: 4, arbitrary: numberText },
  { weight: 3, arbitrary: anyOf(otherValues) },
  { weight: 2, arbitrary: dateTimeText },
  { weight: 2, arbitrary: fc.json({ maxDepth: 2 }) },
  { weight: 1, arbitrary: anyOf(noValues) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: anyOf(['{"a":1,"a":1}', '[{"b":{"c":1,"\\u0063":2}}]', '{"":0,"":0}', '[{},{"a":[]}]']) },
);
