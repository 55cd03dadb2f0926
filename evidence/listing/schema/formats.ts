// Two formats that ajv-formats checks less strictly. The validators are made with these.

/** ajv-formats accepts every integer. The doubles of `exact.ts` are on the correct side of both limits. */
export const int64 = {
  type: 'number',
  validate: (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
} as const;

/** The usual spelling of date-times. Only others are parsed. */
const COMMON =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * RFC 3339 §5.6. ajv-formats also accepts white space for the `T`, offsets such as `+02` and `+0200`, and
 * `25:59:59+02:00`.
 */
export const dateTime = (text: string): boolean => COMMON.test(text) || classifyDateTime(text) === 'rfc3339';

/** The form of a date-time: RFC 3339 §5.6, another form of ISO 8601, or neither. */
export type DateTimeForm = 'rfc3339' | 'iso8601' | 'neither';

/** The spelling of RFC 3339 §5.6; ISO 8601 allows many others. */
const RFC3339 = /^\d{4}-\d\d-\d\d[Tt](?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
/**
 * RFC 3339 §5.6: "Applications using this syntax may choose […] to specify a full-date and full-time separated by (say)
 * a space".
 */
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

/** Maps a year to one near 2000: the calendar of both standards repeats every 400 years, including weekdays. */
const yearLike = (year: number): number => 2000 + (year % 400);

/** Makes a date. A day or month that is too large continues in the next one. */
const dateOf = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month - 1, day));

/** The Thursday of an ISO week, which decides the year of the week. 4 January is always in week 1. */
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

/** Minutes east of UTC. Undefined if the text is not an offset. */
function offsetMinutes(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const digits = text.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > 23 || minutes > 59) return undefined;
  return (text[0] === '+' ? 1 : -1) * (hours * 60 + minutes);
}

/**
 * Leap seconds are inserted at 23:59:60 UTC (RFC 3339 §5.7). Without an offset, this may be the end of any quarter of
 * an hour.
 */
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

/** Classifies a text: RFC 3339, another date-time of ISO 8601 (a date *with* a time), or neither. */
export function classifyDateTime(text: string): DateTimeForm {
  if (isIso8601(text)) return RFC3339.test(text) ? 'rfc3339' : 'iso8601';
  const joined = text.replace(SPACE_FOR_T, '$1T$2');
  return RFC3339.test(joined) && isIso8601(joined) ? 'iso8601' : 'neither';
}
