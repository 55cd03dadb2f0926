import manifest from '../../package.json' with { type: 'json' };

/** Caches a function of an object for as long as the object lives. */
export function memoised<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const cache = new WeakMap<Key, Made>();
  return (key) => {
    const value = cache.get(key) ?? make(key);
    cache.set(key, value);
    return value;
  };
}

type NonEmpty<Value> = [Value, ...Value[]];

/** Groups values by key, in the order of their first occurrence. */
export function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, NonEmpty<Value>> {
  const groups = new Map<Key, NonEmpty<Value>>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** The id of an order, or an id to declare, where a text names one. */
const ORDER_ID = /(?<=\b[Oo]rder |\bid |\bhere |…\/)-?\d{1,19}\b/g;

/** When an exchange was, and which: "0.62 s (cancel-witness/first)" */
const MOMENT = /\b\d+\.\d\d s \([\w./#-]+\)/g;

/** The same for texts that differ only in ids of orders, and in the exchanges that show it. */
export const withoutIds = (text: string): string => text.replace(ORDER_ID, '#').replace(MOMENT, '#');

/** More than a person reads; a store can have thousands of wrong fixtures. */
const MAX_IDS = 100;

/** One text for several that differ only in these: the first one, and the other ids that it is true of. */
export function merged([first = '', ...others]: readonly string[]): string {
  const [firstId, ...ids] = new Set([first, ...others].flatMap((text) => text.match(ORDER_ID)?.[0] ?? []));
  const further = ids.length - MAX_IDS;
  const more = further > 0 ? ` and ${further} more` : '';
  if (firstId === undefined || ids.length === 0) return first;
  return `${first} The same is true of ${ids.slice(0, MAX_IDS).join(', ')}${more}.`;
}

/** Texts that differ only in ids, said once with these ids. */
export const saidOnce = (texts: readonly string[]): string[] => [...groupBy(texts, withoutIds).values()].map(merged);

export const MAX_INT64 = 2n ** 63n - 1n;

/** A double does not hold every id of this size. */
export const isLong = (id: bigint): boolean => id > 2n ** 53n || id < -(2n ** 53n);

export const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/** A plain decimal integer in the range of int64, exactly; undefined for any other spelling (`1.0`, `1e3`, `0x10`, `007`, `+5`). */
export function int64From(digits: string): bigint | undefined {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(digits)) return undefined;
  const value = BigInt(digits);
  return isInt64(value) ? value : undefined;
}

// JSON Pointer, RFC 6901.

export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** A name as a step of a pointer. */
export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The name and version of this program, as reports and the `User-Agent` show them. */
export const tool = { name: manifest.name, version: manifest.version };

/**
 * How it is started where npm installed it. `--no`: a name that nobody has published is not fetched from a registry.
 * `--`: without it, npm takes the options that follow, `--dry-run` among them, for its own.
 */
export const NPX = `npx --no -- ${tool.name}`;

/**
 * How it is started where a package manager installed it. Under Yarn's Plug'n'Play, there is no `node_modules`, and npx
 * would ask a registry.
 * @param env has `npm_config_user_agent`, which each package manager sets: `yarn/4.9.1 npm/? node/v22.20.0`
 * @param pnp the version of Plug'n'Play, in `process.versions`
 */
export function installedCommand(env: Readonly<Record<string, string | undefined>>, pnp: string | undefined): string {
  const agent = env.npm_config_user_agent ?? '';
  if (pnp !== undefined || agent.startsWith('yarn/')) return `yarn ${tool.name}`;
  return agent.startsWith('pnpm/') ? `pnpm exec ${tool.name}` : NPX;
}
