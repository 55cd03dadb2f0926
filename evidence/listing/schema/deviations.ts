import { escaped, stepsOf } from '../../../interface/helpers/helpers.js';
import { cut, sourceAt } from '../outline.js';
import type { Occurrences, SchemaDeviation, SchemaExample } from '../reading.js';
import { classifyDateTime } from './formats.js';
import type { Schemas } from './schemas.js';
import type { SchemaError } from './validators.generated.js';

/** The number of occurrences of a kind that are kept as examples. */
const EXAMPLES = 3;
/** The longest quote of a value, and of the pointer to it. */
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

/** Counts errors of any number of values, by the broken demand of the schema and by the member. */
export class Deviations {
  readonly #kinds = new Map<string, Kind>();

  constructor(readonly names: Schemas['names']) {}

  get all(): readonly SchemaDeviation[] {
    return [...this.#kinds.values()];
  }

  /** @param at the place of the value in the body: ``, or `/3` in a listing */
  add(errors: readonly SchemaError[], value: unknown, at: string, text: () => string): void {
    // If the type is wrong, all other errors at that place follow from it.
    const mistyped = new Set(errors.flatMap(({ keyword, instancePath }) => (keyword === 'type' ? instancePath : [])));
    for (const error of errors) {
      const follows = error.keyword !== 'type' && mistyped.has(error.instancePath);
      // ajv adds a summary for `if` and for member names; the errors that it sums up are there as well.
      if (!follows && error.keyword !== 'if' && error.propertyName === undefined) this.#add(error, value, at, text);
    }
  }

  #add(error: SchemaError, value: unknown, at: string, text: () => string): void {
    const { keyword, params, message = '' } = error;
    const steps = placeOf(error);
    const isIso = params.format === 'date-time' && isIso8601(valueAt(value, error.instancePath));
    // The key holds only words of the schema: a target could invent any number of names.
    const key = [
      this.names.has(steps[0] ?? '') ? steps[0] : '',
      error.schemaPath,
      params.missingProperty,
      isIso,
    ].join();
    let kind = this.#kinds.get(key);
    if (!kind) {
      const last = this.#knownSteps(steps).length;
      const path = steps.slice(0, last + 1).map((step) => `/${this.names.has(step) ? escaped(step) : '*'}`);
      const iso8601 = isIso && { iso8601: true as const };
      kind = Object.assign(new Counted<SchemaExample>(), { path: path.join(''), keyword, params, message, ...iso8601 });
      this.#kinds.set(key, kind);
    }
    kind.add(() => ({
      pointer: cut([at, ...this.#knownSteps(steps).map(escaped)].join('/'), POINTER_CHARACTERS),
      actual: cut(actualOf(error, text()), ACTUAL_CHARACTERS),
    }));
  }

  /** The first steps that the schema names, or that are indices: all other names are the target's own words. */
  #knownSteps(steps: readonly string[]): readonly string[] {
    const end = steps.findIndex((step) => !this.names.has(step) && !/^\d+$/.test(step));
    return end < 0 ? steps : steps.slice(0, end);
  }
}

/** The steps to the place of an error. A missing member counts as the place where it would be. */
const placeOf = ({ instancePath, params: { missingProperty } }: SchemaError): readonly string[] =>
  stepsOf(instancePath).concat(typeof missingProperty === 'string' ? missingProperty : []);

/** The source text of the value. A member that is not allowed is quoted with its name. @sent */
function actualOf({ instancePath, params }: SchemaError, text: string): string {
  const { additionalProperty: name = params.unevaluatedProperty ?? params.propertyName } = params;
  if (typeof name !== 'string') return sourceAt(text, instancePath) ?? '';
  return `${JSON.stringify(name)}: ${sourceAt(text, `${instancePath}/${escaped(name)}`)}`;
}

const valueAt = (value: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce((inner, step) => (inner as Readonly<Record<string, unknown>>)[step], value);

const isIso8601 = (value: unknown): boolean => typeof value === 'string' && classifyDateTime(value) === 'iso8601';
