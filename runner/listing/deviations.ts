import type { Occurrences, SchemaDeviation, SchemaExample } from './reading.js';
import { classifyDateTime } from './schema/date-time.js';
import type { SchemaError } from './schema/validators.generated.js';

/** Occurrences of a kind that are shown in full. */
export const EXAMPLES = 3;
/** What is quoted of a value that the target sent. */
export const ACTUAL_CHARACTERS = 200;

/** One way in which one element breaks the schema. */
export type SchemaFault = Omit<SchemaDeviation, 'count' | 'examples'>;

/** Counts occurrences, and keeps the first few. */
export class Counted<T> implements Occurrences<T> {
  count = 0;
  readonly examples: T[] = [];

  /** Only what is kept is made. */
  add(example: () => T): void {
    this.count++;
    if (this.examples.length < EXAMPLES) this.examples.push(example());
  }
}

/** The faults of an element; a member of the wrong type is not blamed for its format too. */
export function faultsOf(value: unknown, errors: readonly SchemaError[]): SchemaFault[] {
  const hasWrongType = (path: string) =>
    errors.some((error) => error.keyword === 'type' && error.instancePath === path);
  return errors
    .filter(({ keyword, instancePath }) => keyword === 'type' || !hasWrongType(instancePath))
    .map(({ instancePath: path, keyword, params }) => {
      const expected = String(params[keyword]);
      const text = expected === 'date-time' ? membersOf(value)[path.slice(1)] : undefined;
      const iso8601 = typeof text === 'string' && classifyDateTime(text) === 'iso8601';
      return { path, keyword, expected, ...(iso8601 && { iso8601 }) };
    });
}

export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Counts the faults of all elements, grouped by what is wrong, and keeps the first few of each group. */
export class Deviations {
  readonly #groups = new Map<string, { readonly fault: SchemaFault; readonly found: Counted<SchemaExample> }>();

  add(fault: SchemaFault, index: number, actual: () => string): void {
    const kind = `${fault.path} ${fault.keyword} ${fault.iso8601}`;
    const group = this.#groups.get(kind) ?? { fault, found: new Counted() };
    this.#groups.set(kind, group);
    group.found.add(() => ({ index, pointer: `/${index}${fault.path}`, actual: actual() }));
  }

  list(): SchemaDeviation[] {
    return [...this.#groups.values()].map(({ fault, found }) => ({ ...fault, ...found }));
  }
}
