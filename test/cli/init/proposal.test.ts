import { expect, test } from 'vitest';
import { proposalText, proposedOrders } from '../../../cli/commands/init/proposal.js';
import { holdCases } from '../../cases.js';

const proposed = (body: string) => proposedOrders(Buffer.from(body), (text) => text);

test('the states of listed orders are guessed, and proposed as comments', async () => {
  await holdCases(new URL('expected/proposals.txt', import.meta.url).pathname, (body) => {
    const orders = proposed(body.trim());
    return orders ? proposalText(orders) : 'no array';
  });
});

test('the beginning of a long listing is enough', () => {
  const body = `[${'{"id":1234567890123,"status":"pending","at":{"x":1}},'.repeat(2_000)}`.slice(0, 100_000);
  expect(proposed(body)?.length).toBeGreaterThan(1000);
});
