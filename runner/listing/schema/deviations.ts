import { cut, escaped, sourceAt, unescaped } from '../outline.js';
import type { Occurrences, SchemaDeviation, SchemaExample } from '../reading.js';
import { classifyDateTime } from './date-time.js';
import { type SchemaError, schemaNames } from './validators.generated.js';

/** Occurrences of a kind that are shown in full. */
const EXAMPLES = 3;
/** What is quoted of a value that the target sent, and of the way to it. */
const ACTUAL_CHARACTERS = 200;
const POINTER_CHARACTERS = 200;

export class Counted<T> implements Occurrences<T> {
  count = 0;
  readonly examples: T[] = [];

  add(example: () => T): void {
    this.count++;
    if (this.examples.length < EXAMPLES) this.examples.push(example());
  }
}

type Kind = Counted<SchemaExample> & Omit<SchemaDeviation, keyof Occurrences<SchemaExample>>;

/** A value that was validated. */
interface Validated {
  readonly value: unknown;
  readonly errors: readonly SchemaError[];
  /** Its place in the body: ``, or `/3` in a listing. */
  readonly at: string;
  readonly text: () => string;
}

/** Counts the errors of any number of values, by the demand of the schema that is broken and by the member it is about. */
export class Deviations {
  readonly #kinds = new Map<string, Kind>();

  get all(): readonly SchemaDeviation[] {
    return [...this.#kinds.values()];
  }

  add({ errors, ...validated }: Validated): void {
    // Where the type is wrong, whatever else is wrong follows from it.
    const mistyped = new Set(errors.flatMap(({ keyword, instancePath }) => (keyword === 'type' ? instancePath : [])));
    for (const error of errors) {
      const follows = error.keyword !== 'type' && mistyped.has(error.instancePath);
      // Errors of their own say what is wrong under an `if`; a summary says it of names.
      if (!follows && error.keyword !== 'if' && error.propertyName === undefined) this.#add(error, validated);
    }
  }

  #add(error: SchemaError, { value, at, text }: Omit<Validated, 'errors'>): void {
    const { keyword, params, message = '' } = error;
    const steps = stepsOf(error);
    const isIso = params.format === 'date-time' && isIso8601(valueAt(value, error.instancePath));
    // Only words of the schema are in it: a target could make up any number of names.
    const key = [
      schemaNames.has(steps[0] ?? '') ? steps[0] : '',
      error.schemaPath,
      params.missingProperty,
      isIso,
    ].join();
    let kind = this.#kinds.get(key);
    if (!kind) {
      const path = known(steps)
        .map((step) => `/${schemaNames.has(step) ? step : '*'}`)
        .join('');
      const iso8601 = isIso && { iso8601: true as const };
      kind = Object.assign(new Counted<SchemaExample>(), { path, keyword, params, message, ...iso8601 });
      this.#kinds.set(key, kind);
    }
    kind.add(() => ({
      pointer: cut([at, ...known(steps)].join('/'), POINTER_CHARACTERS),
      actual: cut(actualOf(error, text()), ACTUAL_CHARACTERS),
    }));
  }
}

/** The way to the place; a member that is missing counts where it would be. */
const stepsOf = ({ instancePath, params: { missingProperty } }: SchemaError): readonly string[] => [
  ...instancePath.split('/').slice(1),
  ...(typeof missingProperty === 'string' ? [escaped(missingProperty)] : []),
];

/** As far as the schema has names for it: other names are the target's words. */
function known(steps: readonly string[]): readonly string[] {
  const end = steps.findIndex((step) => !schemaNames.has(step) && !/^\d+$/.test(step));
  return end < 0 ? steps : steps.slice(0, end);
}

/** A member that may not be there is quoted with its name. */
function actualOf({ instancePath, params }: SchemaError, text: string): string {
  const { additionalProperty: name = params.unevaluatedProperty ?? params.propertyName } = params;
  if (typeof name !== 'string') return sourceAt(text, instancePath) ?? '';
  return `${JSON.stringify(name)}: ${sourceAt(text, `${instancePath}/${escaped(name)}`)}`;
}

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((inner, step) => (inner as Record<string, unknown>)[unescaped(step)], value);

const isIso8601 = (value: unknown): boolean => typeof value === 'string' && classifyDateTime(value) === 'iso8601';
