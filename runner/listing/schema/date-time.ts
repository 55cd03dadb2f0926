import { TWO_DIGITS } from '../json/numbers.js';
import { DOT, isDigit, MINUS, PLUS, QUOTE } from '../json/tokens.js';

/** How a text gives a point in time: as RFC 3339 §5.6 wants it, in another way of ISO 8601, or not at all. */
export type DateTimeForm = 'rfc3339' | 'iso8601' | 'neither';

/** Days of the months, by number; of February those of any year. */
const DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const COLON = 0x3a;
const UPPER_T = 0x54;
const UPPER_Z = 0x5a;

/** The number of two digits that start there; more than any where they are not digits. */
const twoDigits = (bytes: DataView, at: number): number => TWO_DIGITS[bytes.getUint16(at, true)] as number;

/**
 * Reads a string in the form of RFC 3339 that most services write: `"2026-01-31T10:00:00`, perhaps a fraction, then `Z` or
 * `+01:00`, and a quote. Returns the offset after that; -1 where there is none before `to`, which proves nothing
 * (29 February, leap seconds, lower case, escapes). A listing has millions.
 */
export function commonRfc3339End(bytes: DataView, from: number, to: number): number {
  if (from + 27 > to || !hasSeparators(bytes, from) || !isDate(bytes, from + 1)) return -1;
  if (!isClock(bytes, from + 12) || twoDigits(bytes, from + 18) > 59) return -1;
  let at = from + 20;
  if (bytes.getUint8(at) === DOT) {
    do at++;
    while (at < to && isDigit(bytes.getUint8(at)));
    if (at === from + 21) return -1;
  }
  const end = at + offsetLength(bytes, at);
  return end > at && end < to && bytes.getUint8(end) === QUOTE ? end + 1 : -1;
}

/** The length of the `Z` or `+01:00` that is there; 0 where none is. */
function offsetLength(bytes: DataView, at: number): number {
  const first = bytes.getUint8(at);
  if (first === UPPER_Z) return 1;
  const isSigned = first === PLUS || first === MINUS;
  return isSigned && bytes.getUint8(at + 3) === COLON && isClock(bytes, at + 1) ? 6 : 0;
}

const hasSeparators = (bytes: DataView, from: number): boolean =>
  bytes.getUint8(from) === QUOTE &&
  bytes.getUint8(from + 5) === MINUS &&
  bytes.getUint8(from + 8) === MINUS &&
  bytes.getUint8(from + 11) === UPPER_T &&
  bytes.getUint8(from + 14) === COLON &&
  bytes.getUint8(from + 17) === COLON;

function isDate(bytes: DataView, from: number): boolean {
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  if (month > 12 || day === 0 || day > (DAYS[month] as number)) return false;
  return twoDigits(bytes, from) < 100 && twoDigits(bytes, from + 2) < 100;
}

/** `10:00`, without a look at the colon. */
const isClock = (bytes: DataView, at: number): boolean => twoDigits(bytes, at) < 24 && twoDigits(bytes, at + 3) < 60;

/** How RFC 3339 §5.6 spells what ISO 8601 lets be spelled in many ways. */
const RFC3339 = /^\d{4}-\d\d-\d\d[Tt](?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
/** RFC 3339 §5.6: "Applications using this syntax may choose […] to specify a full-date and full-time separated by (say) a space". */
const SPACE_FOR_T = /^(\S{10}) (\S+)$/;

const YEAR = '(?<year>[+-]\\d{5,6}|\\d{4})';
const OFFSET = '(?<offset>[Zz]|[+\\-\\u2212]\\d\\d(?::?\\d\\d)?)?';
const FRACTION = '(?:[.,](?<fraction>\\d+))?';
const ISO_DATE_TIMES = [
  {
    date: '-(?:(?<month>\\d\\d)-(?<day>\\d\\d)|W(?<week>\\d\\d)-(?<weekday>\\d)|(?<dayOfYear>\\d{3}))',
    time: '(?<hour>\\d\\d)(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d))?)?',
  },
  {
    date: '(?:(?<month>\\d\\d)(?<day>\\d\\d)|W(?<week>\\d\\d)(?<weekday>\\d)|(?<dayOfYear>\\d{3}))',
    time: '(?<hour>\\d\\d)(?:(?<minute>\\d\\d)(?<second>\\d\\d)?)?',
  },
].map(({ date, time }) => new RegExp(`^${YEAR}${date}[Tt]${time}${FRACTION}${OFFSET}$`));

type Fields = Readonly<Record<string, string | undefined>>;

/** The calendar of both standards repeats itself, weekdays included, every 400 years. */
const yearLike = (year: number): number => 2000 + (year % 400);

/** A day or month too many goes over into the next. */
const dateOf = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month - 1, day));

/** 4 January is in the first ISO week of its year, and each week in the year of its Thursday. */
function thursdayOf(year: number, week: number): Date {
  const weekday = dateOf(year, 1, 4).getUTCDay() || 7;
  return dateOf(year, 1, 8 - weekday + 7 * (week - 1));
}

function hasDate({ year: yearText, month, day, week, weekday, dayOfYear }: Fields): boolean {
  const year = yearLike(Number(yearText));
  if (week !== undefined) {
    return thursdayOf(year, Number(week)).getUTCFullYear() === year && /[1-7]/.test(weekday ?? '');
  }
  if (dayOfYear !== undefined) return dateOf(year, 1, Number(dayOfYear)).getUTCFullYear() === year;
  const date = dateOf(year, Number(month), Number(day));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Minutes east of UTC; undefined for a text that is not an offset. */
function offsetMinutes(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const digits = text.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > 23 || minutes > 59) return undefined;
  return (text[0] === '+' ? 1 : -1) * (hours * 60 + minutes);
}

/** Leap seconds are inserted at 23:59:60 UTC (RFC 3339 §5.7); without an offset, any quarter of an hour may end then. */
function isLeapSecond(minutesOfDay: number, offset: number | undefined): boolean {
  if (offset === undefined) return minutesOfDay % 15 === 14;
  return (minutesOfDay - offset + 2 * 1440) % 1440 === 1439;
}

function isTimeOfDay({ hour, minute = '00', second = '00', offset: offsetText }: Fields): boolean {
  const offset = offsetText === undefined ? undefined : offsetMinutes(offsetText);
  if (offsetText !== undefined && offset === undefined) return false;
  if (Number(hour) > 23 || Number(minute) > 59) return false;
  return Number(second) < 60 || (second === '60' && isLeapSecond(Number(hour) * 60 + Number(minute), offset));
}

/** ISO 8601 allows 24:00:00 for the end of a day; RFC 3339 does not. */
const isEndOfDay = ({ hour, minute = '00', second = '00', fraction = '0' }: Fields): boolean =>
  hour === '24' && minute === '00' && second === '00' && /^0+$/.test(fraction);

function isIso8601(text: string): boolean {
  return ISO_DATE_TIMES.some((form) => {
    const fields = form.exec(text)?.groups;
    if (fields === undefined || !hasDate(fields)) return false;
    return isTimeOfDay(isEndOfDay(fields) ? { ...fields, hour: '00' } : fields);
  });
}

/** Tells RFC 3339 from other ISO 8601 date-times (a date *with* a time) and from everything else. */
export function classifyDateTime(text: string): DateTimeForm {
  if (isIso8601(text)) return RFC3339.test(text) ? 'rfc3339' : 'iso8601';
  const joined = text.replace(SPACE_FOR_T, '$1T$2');
  return RFC3339.test(joined) && isIso8601(joined) ? 'iso8601' : 'neither';
}
