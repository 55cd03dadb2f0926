/** Things that share a key, directly or by way of others: each group in the order of its first thing. */
export function groupsOf<T>(things: readonly T[], keysOf: (thing: T) => readonly string[]): T[][] {
  const groupOf = new Map<string, { things: T[] }>();
  const groups = new Set<{ things: T[] }>();
  for (const thing of things) {
    const keys = keysOf(thing);
    const known = [...new Set(keys.flatMap((key) => groupOf.get(key) ?? []))];
    const group = known[0] ?? { things: [] };
    groups.add(group);
    for (const other of known.slice(1)) {
      group.things.push(...other.things);
      groups.delete(other);
      for (const [key, holder] of groupOf) if (holder === other) groupOf.set(key, group);
    }
    group.things.push(thing);
    for (const key of keys) groupOf.set(key, group);
  }
  const order = new Map(things.map((thing, index) => [thing, index]));
  const at = (thing: T | undefined): number => (thing === undefined ? 0 : (order.get(thing) ?? 0));
  return [...groups].map(({ things: own }) => own.sort((a, b) => at(a) - at(b))).sort((a, b) => at(a[0]) - at(b[0]));
}
