import type { SchemaDeviation, SchemaExample } from './listing.js';
import { classifyDateTime } from './schema/date-time.js';
import type { SchemaError } from './schema/validators.js';

/** Occurrences of a kind that are shown in full. */
export const EXAMPLES = 3;
/** What is quoted of a value that the target sent. */
export const ACTUAL_CHARACTERS = 200;

/** One way in which one element breaks the schema. */
export interface SchemaFault {
  readonly path: string;
  readonly keyword: string;
  readonly expected: string;
  readonly iso8601: boolean;
}

/** What faults have in common that are counted together. */
export const kindOf = ({ path, keyword, expected, iso8601 }: SchemaFault): string =>
  `${path} ${keyword} ${expected} ${iso8601}`;

/** All faults of one kind, whatever the element. */
interface Group extends SchemaFault {
  count: number;
  readonly examples: SchemaExample[];
}

function expectedBy({ keyword, params, message }: SchemaError): string {
  const wanted = params[keyword];
  if (Array.isArray(wanted)) return wanted.join(' or ');
  return typeof wanted === 'string' ? wanted : (message ?? keyword);
}

/** The member that an instance path of ajv (a JSON Pointer) names. */
function valueAt(value: unknown, path: string): unknown {
  let place = value;
  for (const token of path.split('/').slice(1)) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = (place as Record<string, unknown>)[token.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return place;
}

function faultOf(value: unknown, error: SchemaError): SchemaFault {
  const { instancePath: path, keyword } = error;
  const expected = expectedBy(error);
  const text = expected === 'date-time' ? valueAt(value, path) : undefined;
  return { path, keyword, expected, iso8601: typeof text === 'string' && classifyDateTime(text) === 'iso8601' };
}

/** The faults of a value; one of the wrong type is not blamed for its format too. */
export function faultsOf(value: unknown, errors: readonly SchemaError[]): SchemaFault[] {
  const hasWrongType = (path: string) =>
    errors.some((error) => error.keyword === 'type' && error.instancePath === path);
  return errors
    .filter(({ keyword, instancePath }) => keyword === 'type' || !hasWrongType(instancePath))
    .map((error) => faultOf(value, error));
}

/** Counts the faults of all elements, grouped by what is wrong, and keeps the first few of each group. */
export class Deviations {
  readonly #groups = new Map<string, Group>();

  /** The text at the faulty place is only asked for where it becomes an example. */
  add(fault: SchemaFault, index: number, actual: () => string): void {
    const key = kindOf(fault);
    let group = this.#groups.get(key);
    if (!group) {
      group = { ...fault, count: 0, examples: [] };
      this.#groups.set(key, group);
    }
    group.count++;
    if (group.examples.length >= EXAMPLES) return;
    group.examples.push({ index, pointer: `/${index}${fault.path}`, actual: actual() });
  }

  list(): SchemaDeviation[] {
    return [...this.#groups.values()].map(({ iso8601, ...group }) => (iso8601 ? { ...group, iso8601 } : group));
  }
}
