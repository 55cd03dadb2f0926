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
