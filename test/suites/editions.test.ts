import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';

const { editions, requirements } = storeOrdersInterface;

test('an edition that was released does not change', () => {
  expect(editions.map(({ id, digest }) => [id, digest])).toEqual([
    ['2026.1', 'sha256:2f692e4a89faa436a224c341a02c99e5b869ec6a5aab565b848feb1c2785068f'],
  ]);
});

test('the newest edition scores every requirement at its level', () => {
  expect(editions.at(-1)?.requirements).toEqual(Object.fromEntries(requirements.map(({ id, level }) => [id, level])));
});
