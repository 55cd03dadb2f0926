import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';

const { editions, requirements } = storeOrdersInterface;

test('an edition that was released does not change', () => {
  expect(editions.map(({ id, digest }) => [id, digest])).toEqual([
    ['2026.1', 'sha256:877b69e98a244c41ab852d34b0b73a49cbed79460b556882fcd2373386256794'],
  ]);
});

test('the newest edition scores every requirement at its level', () => {
  expect(editions.at(-1)?.requirements).toEqual(Object.fromEntries(requirements.map(({ id, level }) => [id, level])));
});
