/**
 * A set of ids as a reader would write it: `list.status, auth.cancel.* but missing and wrong`, `all but list.*`. No two sets
 * have the same text, and the text of a whole family stays as it is when the family grows.
 */
export function familiesOf(ids: Iterable<string>, all: readonly string[], separator = '.'): string {
  const set = new Set(ids);
  const [inside, outside] = [all.filter((id) => set.has(id)), all.filter((id) => !set.has(id))];
  if (inside.length !== set.size) throw new RangeError(`Unknown ids are among ${[...set].join(', ')}.`);
  return withExceptions({ prefix: '', inside, outside, separator }).join(', ').replace(/^\*/, 'all') || 'none';
}

/** More of them would change with each id that is new elsewhere. */
const MAX_EXCEPTIONS = 3;

/** All ids that start with a prefix. */
interface Family {
  readonly prefix: string;
  readonly inside: readonly string[];
  readonly outside: readonly string[];
  readonly separator: string;
}

function withExceptions(family: Family): string[] {
  const { prefix, inside, outside } = family;
  const parts = partsOf(family, withExceptions);
  const exceptions = partsOf({ ...family, inside: outside, outside: inside });
  const areFew =
    exceptions.length <= MAX_EXCEPTIONS && exceptions.length < parts.length && exceptions.length * 3 <= inside.length;
  if (!areFew || outside.length === 0) return parts;
  return [`${prefix}* but ${exceptions.map((id) => id.slice(prefix.length)).join(' and ')}`];
}

/** Its ids that are inside: smaller families, as far as they are whole, and single ids. */
function partsOf(family: Family, partsOfSmaller = partsOf): string[] {
  const { prefix, inside, outside, separator } = family;
  if (inside.length <= 1) return [...inside];
  if (outside.length === 0) return [`${prefix}*`];
  const parts = new Set(inside.map((id) => id.slice(0, id.indexOf(separator, prefix.length) + 1 || undefined)));
  return [...parts].flatMap((part) => {
    if (!part.endsWith(separator)) return part;
    const below = (ids: readonly string[]) => ids.filter((id) => id.startsWith(part));
    return partsOfSmaller({ ...family, prefix: part, inside: below(inside), outside: below(outside) });
  });
}
