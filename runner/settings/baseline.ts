import type { BaselineEntry } from '../../judge/report/report.js';
import { memberText, mismatch, schemaProblems } from '../input/schema-problems.js';
import { type Problem, YamlDocument } from '../input/yaml-document.js';
import { validateBaseline } from './baseline-validators.generated.js';
import type { GivenEntry } from './settings.js';

/** Texts that templates and hurried people write instead of a reason. */
const PLACEHOLDER = /^\W*(?:(?:todo|tbd|tba|fixme|xxx)\b.*|(?:n\/?a|none|reason|why|unknown)\W*)?$/is;

/**
 * Reads a baseline. The caller, who knows the contract, checks that its requirements and causes exist.
 * @throws UsageError with every mistake in it
 */
export function parseBaseline(label: string, text: string): readonly GivenEntry[] {
  const document = new YamlDocument(label, text);
  const list = document.get(['entries']);
  const entries: readonly WrittenEntry[] = Array.isArray(list) ? list : [];
  const problemOf = (index: number, member: keyof BaselineEntry, message: string): Problem => ({
    offset: document.offset(['entries', index, member]),
    message,
  });
  const problems = entries.flatMap((entry, index) => {
    const { reason = '', expires = '' } = entry ?? {};
    const isUnfilled = /\S/.test(reason) && PLACEHOLDER.test(reason);
    const isNoDay = /^\d{4}-\d\d-\d\d$/.test(expires) && !isDay(expires);
    const expected = (member: keyof BaselineEntry, what: string, found: string) =>
      problemOf(index, member, mismatch(['entries', index, member], what, found));
    const first = entries.findIndex((other) => isRepeated(other, entry));
    const subject = subjectOf(entry);
    const isAboutNothing = typeof entry === 'object' && entry !== null && entry[subject] === undefined;
    return [
      ...(isAboutNothing ? [problemOf(index, subject, nothing(index))] : []),
      ...(isUnfilled ? [expected('reason', 'the reason why the deviation is accepted for now', 'a placeholder')] : []),
      ...(isNoDay ? [expected('expires', 'a day that exists', expires)] : []),
      ...(first < index ? [problemOf(index, subject, repetition(index, first, subject))] : []),
    ];
  });
  document.failOn([...schemaProblems(document, validateBaseline), ...problems]);
  const placeOf = (index: number, member: keyof BaselineEntry): string =>
    document.place(document.offset(['entries', index, member]));
  return (entries as readonly BaselineEntry[]).map((entry, index) => ({
    entry: { ...entry, reason: entry.reason.trim() },
    origin: placeOf(index, subjectOf(entry)),
    ...(entry.cause !== undefined && { causeOrigin: placeOf(index, 'cause') }),
  }));
}

/** True for a day of the calendar: 30 February is not one. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

type WrittenEntry = Partial<BaselineEntry> | null;

/** The member that says what the entry is about. Messages about the entry point to it. */
const subjectOf = (entry: WrittenEntry) => (entry?.requirement === undefined ? 'cause' : 'requirement');

/** True if both entries are about the same deviations. An entry without a cause covers its whole requirement. */
const isRepeated = (one: WrittenEntry, other: WrittenEntry): boolean =>
  one === other ||
  ((one?.requirement ?? one?.cause) !== undefined &&
    one?.requirement === other?.requirement &&
    (one?.cause === undefined || other?.cause === undefined || one.cause === other.cause));

const nothing = (index: number): string =>
  `${memberText(['entries', index])}: Expected the id of a requirement, of a cause, or both; this entry names neither.`;

const repetition = (index: number, first: number, subject: string): string =>
  `${memberText(['entries', index, subject])}: this ${subject} is already in ${memberText(['entries', first])}; keep one of the two entries.`;
