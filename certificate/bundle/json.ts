/** A JSON file of a bundle; int64 values are texts. */
export const textOf = (value: unknown): string => `${JSON.stringify(value, exact, 2)}\n`;

/** JSON on one line, with the members in the order of their names: equal values have equal texts. */
export const canonical = (value: unknown): string => JSON.stringify(sorted(value), exact);

const exact = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Undefined for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
