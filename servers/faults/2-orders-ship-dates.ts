import { listingWith } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Json } from '../json.js';

interface WrongDate {
  readonly id: string;
  readonly what: string;
  readonly who: string;
  readonly value: Json;
}

const noDateTimes: readonly WrongDate[] = [
  {
    id: 'epoch',
    what: 'milliseconds since 1970',
    who: 'Java’s and JavaScript’s timestamps.',
    value: 1_769_860_800_000,
  },
  { id: 'date-only', what: 'a date without a time', who: 'Columns of type DATE.', value: '2026-01-31' },
  { id: 'american', what: '`01/31/2026`', who: 'Formats of the server’s locale.', value: '01/31/2026' },
  {
    id: 'impossible',
    what: '30 February',
    who: 'Dates that are put together from parts.',
    value: '2026-02-30T12:00:00Z',
  },
  { id: 'hour-25', what: 'hour 25', who: 'Time zones that are added by hand.', value: '2026-01-31T25:00:00Z' },
  { id: 'no-leap-day', what: '29 February 2100', who: 'Leap years by four only.', value: '2100-02-29T12:00:00Z' },
  {
    id: 'http-date',
    what: '`Sat, 31 Jan 2026 12:00:00 GMT`',
    who: 'Flask’s `jsonify`.',
    value: 'Sat, 31 Jan 2026 12:00:00 GMT',
  },
  { id: 'wrapped', what: '`{"$date": …}`', who: 'MongoDB’s extended JSON.', value: { $date: '2026-01-31T12:00:00Z' } },
  { id: 'empty', what: 'an empty string', who: 'Orders without a date, in forms.', value: '' },
  { id: 'null', what: '`null`', who: 'Orders without a date, in nullable columns.', value: null },
  {
    id: 'with-zone-name',
    what: 'a date-time with the name of a zone',
    who: 'Java’s `ZonedDateTime.toString()`.',
    value: '2026-01-31T12:00:00+01:00[Europe/Berlin]',
  },
];

const isoOnly: readonly WrongDate[] = [
  {
    id: 'without-offset',
    what: 'a date-time without an offset',
    who: 'Python’s naive `datetime.isoformat()`; Java’s `LocalDateTime`.',
    value: '2026-01-31T12:00:00',
  },
  {
    id: 'without-seconds',
    what: 'a date-time without seconds',
    who: 'HTML’s `datetime-local`; Java’s `OffsetDateTime`.',
    value: '2026-01-31T12:00Z',
  },
  { id: 'basic-format', what: '`20260131T120000Z`', who: 'iCalendar, and AWS signatures.', value: '20260131T120000Z' },
  {
    id: 'week-date',
    what: '`2026-W05-6T12:00:00Z`',
    who: 'Logistics, which plan in weeks.',
    value: '2026-W05-6T12:00:00Z',
  },
  {
    id: 'offset-without-colon',
    what: 'the offset `+0200`',
    who: '`strftime("%z")`, and Jackson before 2.11.',
    value: '2026-01-31T12:00:00+0200',
  },
  { id: 'offset-in-hours', what: 'the offset `+02`', who: 'PostgreSQL.', value: '2026-01-31T12:00:00+02' },
  {
    id: 'decimal-comma',
    what: 'a fraction after a comma',
    who: 'Python’s logging.',
    value: '2026-01-31T12:00:00,250Z',
  },
];

const faultsOf = (dates: readonly WrongDate[], requirement: string): readonly Fault[] =>
  dates.map(({ id, what, who, value }) => ({
    id: `ship-date-${id}`,
    summary: `lists ${what} as \`shipDate\``,
    who,
    requirements: [requirement],
    behaviour: listingWith({ shipDate: value }),
  }));

export const shipDateFaults: readonly Fault[] = [
  ...faultsOf(noDateTimes, 'order.ship-date'),
  ...faultsOf(isoOnly, 'order.ship-date-rfc3339'),
];
