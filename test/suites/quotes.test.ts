import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { QUOTES, quoteOf } from '../../suites/quotes.js';

const contract = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8');

test('what is quoted of the contract is in it, word for word', () => {
  const parts = Object.values(QUOTES).flat();
  expect(parts.filter((part) => !contract.includes(part))).toEqual([]);
});

test('every requirement quotes the contract, or follows from something else than a sentence of it', () => {
  const { requirements } = storeOrdersInterface;
  expect(requirements.filter((requirement) => quoteOf(requirement) === undefined).map(({ id }) => id)).toEqual([]);
  expect(quoteOf({ id: 'cancel.shipped.status', clause: '3.2' })).toBe(
    'An order that has already shipped cannot be reversed; cancelling it is refused with status 409.',
  );
});
