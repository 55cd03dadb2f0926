/** Things that share a key, directly or by way of others: each group in the order of its first thing. */
export function groupsOf<T>(things: readonly T[], keysOf: (thing: T) => readonly string[]): T[][] {
  let groups: { readonly keys: Set<string>; readonly places: number[] }[] = [];
  for (const [place, thing] of things.entries()) {
    const keys = keysOf(thing);
    const alike = groups.filter((group) => keys.some((key) => group.keys.has(key)));
    const joined = {
      keys: new Set([...alike.flatMap((group) => [...group.keys]), ...keys]),
      places: [...alike.flatMap((group) => group.places), place],
    };
    groups = [...groups.filter((group) => !alike.includes(group)), joined];
  }
  const sorted = groups.map(({ places }) => places.sort((a, b) => a - b));
  return sorted
    .sort(([a = 0], [b = 0]) => a - b)
    .map((places) => places.flatMap((place) => things.slice(place, place + 1)));
}
