import { memberText, mismatch, type Source, schemaProblems } from '../input/schema-problems.js';
import { UsageError } from '../input/usage-error.js';
import { validateBaseline } from '../input/validators.generated.js';
import type { Path, Problem } from '../input/yaml-document.js';
import type { BaselineEntry } from '../judge/report.js';
import type { GivenEntry } from './settings.js';

/** Every mistake in `{"entries":[…]}`, each where it can be repaired. */
export function baselineProblems(source: Source): readonly Problem[] {
  const list = source.get(['entries']);
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  const texts = entries.map((_, index) => (member: keyof BaselineEntry): string | undefined => {
    const value = source.get(['entries', index, member]);
    return typeof value === 'string' ? value : undefined;
  });
  return [
    ...schemaProblems(source, validateBaseline),
    ...texts.flatMap((text, index) => [
      ...valueProblems(source, ['entries', index], text),
      ...repeatedProblems(source, texts.slice(0, index), text),
    ]),
  ];
}

type TextOf = (member: keyof BaselineEntry) => string | undefined;

/** What templates and hurried people write in place of a reason. */
const PLACEHOLDER = /^\W*(?:(?:todo|tbd|tba|fixme|xxx)\b.*|(?:n\/?a|none|reason|why|unknown)?\W*)$/is;

function valueProblems(source: Source, entry: Path, text: TextOf): Problem[] {
  const problem = (member: keyof BaselineEntry, expected: string, actual: string): Problem => {
    const path = [...entry, member];
    return { offset: source.offset(path), message: mismatch(path, expected, actual) };
  };
  const reason = text('reason');
  const expires = text('expires');
  const isUnfilled = reason !== undefined && /\S/.test(reason) && PLACEHOLDER.test(reason);
  const isNoDay = expires !== undefined && /^\d{4}-\d\d-\d\d$/.test(expires) && !isDay(expires);
  return [
    ...(isUnfilled ? [problem('reason', 'the reason why the deviation is accepted for now', 'a placeholder')] : []),
    ...(isNoDay ? [problem('expires', 'a day that exists', expires)] : []),
  ];
}

/** In the calendar: there is no 30 February. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** An entry without a cause is about all of its requirement. */
function repeatedProblems(source: Source, earlier: readonly TextOf[], text: TextOf): Problem[] {
  const requirement = text('requirement');
  const cause = text('cause');
  const first = earlier.findIndex((other) => {
    const isSame = cause === undefined || other('cause') === undefined || other('cause') === cause;
    return requirement !== undefined && other('requirement') === requirement && isSame;
  });
  if (first < 0) return [];
  const path = ['entries', earlier.length, 'requirement'];
  const message = `${memberText(path)}: this requirement is already in ${memberText(['entries', first])}; keep one of the two entries.`;
  return [{ offset: source.offset(path), message }];
}

/** The entries of a source without mistakes. */
export const entriesOf = (source: Source, originOf: (path: Path) => string): readonly GivenEntry[] =>
  (source.get(['entries']) as readonly BaselineEntry[]).map((entry, index) => ({
    entry: { ...entry, reason: entry.reason.trim() },
    origin: originOf(['entries', index, 'requirement']),
  }));

/**
 * Checks the entries that a caller of the library gives.
 * @throws UsageError
 */
export function entriesFromOption(entries: readonly BaselineEntry[]): readonly GivenEntry[] {
  const source = new GivenValue({ entries });
  const problems = baselineProblems(source);
  if (problems.length > 0) throw new UsageError(problems.map(({ message }) => `baseline: ${message}`).join('\n'));
  return entriesOf(source, ([, index]) => `baseline: entries[${index}].requirement`);
}

/** What was not read from a text: it has no places. */
class GivenValue implements Source {
  constructor(readonly value: unknown) {}

  get(path: Path): unknown {
    return path.reduce<unknown>((at, part) => {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
      return (at as Readonly<Record<string | number, unknown>>)[part];
    }, this.value);
  }

  numeral(path: Path): string | undefined {
    const value = this.get(path);
    return typeof value === 'number' ? String(value) : undefined;
  }

  readonly offset = () => 0;
  readonly keyOffset = () => 0;
}
