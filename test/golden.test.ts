import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith } from './directory.js';
import { Golden } from './golden.js';
import { covering } from './in-part.js';

test.each([
  [9, ['abc', 'ad']],
  [1, ['abc']],
  [0, []],
])('of rows, at most %i are chosen that together have the most parts', (count, chosen) => {
  expect(covering(['ab', 'abc', 'c', 'ad', 'd', ''], (row) => [...row], count)).toEqual(chosen);
});

test('a sample has the new entries, and those that say the most, where numbers do not count', async () => {
  const directory = await directoryWith({ 'golden.txt': 'a: 1, 2, 3\nb: x, y, z\nc: y\n' });
  const all = ['a', 'b', 'c', 'new'];
  const sampled = [...new Golden(join(directory, 'golden.txt')).sample(all, 1)];
  expect(sampled.sort()).toEqual(process.env.MATRIX === undefined ? ['b', 'new'] : all);
});
