/** How a string gives a date and time of day. `disputed`: the standards can be read in more than one way. */
export type DateTime = 'rfc3339' | 'iso8601' | 'neither' | 'disputed';

const daysOf = (year: number): readonly number[] => {
  const february = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
};

const weekdayOf = (year: number, month: number, day: number): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDay();
};

const THURSDAY = 4;

/** ISO 8601: a year has as many weeks as it has Thursdays. */
const weeksOf = (year: number): number =>
  weekdayOf(year, 1, 1) === THURSDAY || weekdayOf(year, 12, 31) === THURSDAY ? 53 : 52;

function isDate(text: string, dash: '-' | ''): boolean {
  const year = Number(text.slice(0, 4));
  const rest = text.slice(4);
  if (!/^\d{4}$/.test(text.slice(0, 4)) || !rest.startsWith(dash)) return false;
  const parts = rest.slice(dash.length);
  const week = new RegExp(`^W(\\d\\d)${dash}([1-7])$`).exec(parts);
  if (week) return Number(week[1]) >= 1 && Number(week[1]) <= weeksOf(year);
  if (/^\d{3}$/.test(parts)) {
    return Number(parts) >= 1 && Number(parts) <= daysOf(year).reduce((sum, days) => sum + days);
  }
  const day = new RegExp(`^(\\d\\d)${dash}(\\d\\d)$`).exec(parts);
  return day !== null && Number(day[2]) >= 1 && Number(day[2]) <= (daysOf(year)[Number(day[1]) - 1] ?? 0);
}

/** An hour alone belongs to both formats; a fraction may follow the last part that is there. */
function isTime(text: string, colon: ':' | ''): boolean {
  const [, hour, minute = '00', second = '00', fraction = ''] =
    new RegExp(`^(\\d\\d)(?:${colon}(\\d\\d)(?:${colon}(\\d\\d))?)?(?:[.,](\\d+))?$`).exec(text) ?? [];
  if (hour === undefined || Number(minute) > 59 || Number(second) > 60 || Number(hour) > 24) return false;
  return hour !== '24' || /^0*$/.test(`${minute}${second}${fraction}`);
}

function isZone(text: string, colon: ':' | ''): boolean {
  if (text === '' || text === 'Z') return true;
  const [, hour, minute = '00'] = new RegExp(`^[+-](\\d\\d)(?:${colon}(\\d\\d))?$`).exec(text) ?? [];
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60;
}

/** RFC 3339 §5.7: a leap second is the last second of a month in UTC. */
function isAtEndOfMonth(text: string): boolean {
  const instant = new Date(text.replace(/:60(\.\d+)?/, ':59').toUpperCase());
  const next = new Date(instant.getTime() + 1_000);
  return next.getUTCDate() === 1 && next.toISOString().endsWith('T00:00:00.000Z');
}

interface Parts {
  readonly date: string;
  readonly separator: string;
  readonly time: string;
  readonly zone: string;
}

function partsOf(text: string): Parts | undefined {
  const [, date, separator, time, zone] = /^([\dW-]+)(.)([\d:.,]+)(|[Zz]|[+-][\d:]*)$/u.exec(text) ?? [];
  if (date === undefined || separator === undefined || time === undefined || zone === undefined) return undefined;
  return { date, separator, time, zone };
}

const isWritten = ({ date, time, zone }: Parts, dash: '-' | '', colon: ':' | ''): boolean =>
  isDate(date, dash) && isTime(time, colon) && isZone(zone.toUpperCase(), colon);

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** RFC 3339 §5.6, and ISO 8601's complete date with a time of day, in its basic and its extended format. */
export function dateTimeOf(text: string): DateTime {
  const parts = partsOf(text);
  if (parts === undefined) return 'neither';
  if (!isWritten(parts, '-', ':') && !isWritten(parts, '', '')) return isMixed(parts) ? 'disputed' : 'neither';
  // RFC 3339 §5.6 allows a space in a note only; of lower-case letters in ISO 8601's other forms, neither says a word.
  if (!/^t$/i.test(parts.separator)) return parts.separator === ' ' ? 'disputed' : 'neither';
  const isRfc3339 = RFC_3339.test(text) && !parts.time.startsWith('24');
  if (/^\d\d:?\d\d:?60/.test(parts.time)) return isRfc3339 && isAtEndOfMonth(text) ? 'rfc3339' : 'disputed';
  if (isRfc3339) return 'rfc3339';
  return /[tz]/.test(text) ? 'disputed' : 'iso8601';
}

/** A valid date, time and offset of which one is in the basic format and another in the extended one. */
const isMixed = (parts: Parts): boolean =>
  (isDate(parts.date, '-') || isDate(parts.date, '')) &&
  (isTime(parts.time, ':') || isTime(parts.time, '')) &&
  (isZone(parts.zone.toUpperCase(), ':') || isZone(parts.zone.toUpperCase(), ''));
