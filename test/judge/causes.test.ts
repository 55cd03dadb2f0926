import { describe, expect, test } from 'vitest';
import { groupsOf } from '../../runner/judge/causes/causes.js';
import { fingerprints } from '../../suites/frameworks.generated.js';

describe('groups', () => {
  const keys: Readonly<Record<string, readonly string[]>> = { a: ['1'], b: ['2'], c: ['1', '2'], d: ['3'], e: [] };

  test('join what shares a key by way of others, in the order of the things', () => {
    expect(groupsOf(['d', 'b', 'a', 'e', 'c'], (thing) => keys[thing] ?? [])).toEqual([['d'], ['b', 'a', 'c'], ['e']]);
  });

  test('do not depend on the order in which keys meet', () => {
    const things = ['a', 'b', 'c'];
    expect(groupsOf(things, (thing) => keys[thing] ?? [])).toEqual([['a', 'b', 'c']]);
    expect(groupsOf([...things].reverse(), (thing) => keys[thing] ?? [])).toEqual([['c', 'b', 'a']]);
  });
});

test('each fingerprint has an id of its own', () => {
  const ids = fingerprints.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a repair is broken into lines only between sentences and code', () => {
  const broken = fingerprints.flatMap(({ repair }) => repair.split('\n').filter((line) => !/^ {2}|[.:]$/.test(line)));
  expect(broken).toEqual([]);
});
