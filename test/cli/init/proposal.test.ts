import { expect, test } from 'vitest';
import { proposalText, proposedOrders } from '../../../cli/commands/init/proposal.js';

const orders = (count: number, member: (id: number) => string): string =>
  `[${Array.from({ length: count }, (_, id) => `{"id":${id + 1},${member(id)}}`).join()}]`;

/** The beginning of a listing, and how the states of its orders are guessed. */
const LISTINGS: Readonly<Record<string, string>> = {
  'from a member that is called so, with ids to the digit':
    '[{"id":9007199254740993,"status":"PENDING"},{"id":2,"status":"shipped"},{"id":3,"status":"held"},{"id":4},{"id":"5","status":"pending"}]',
  'else from one that says pending somewhere': '[{"id":1,"phase":"shipped"},{"id":2,"phase":"Pending"}]',
  'else from `complete`': '[{"id":1,"complete":true},{"id":2,"complete":false},{"id":3}]',
  'from many orders, of which those with a long id come first': `[${orders(5, () => '"status":"pending"').slice(1, -1)},{"id":9007199254740993,"status":"pending"}]`,
  'from signs of which each is told once, and the first of many': orders(10, (id) => `"status":"${'aabcdefghi'[id]}"`),
  'from a text that stays on its line': '[{"id":1,"status":"pending"},{"id":2,"status":"held\\n- more"}]',
  'without ids that are listed several times': '[{"id":1,"status":"pending"},{"id":1,"status":"pending"}]',
  'from ids that the listing may round':
    '[{"id":9007199254740994,"complete":false},{"id":9007199254740996,"complete":false}]',
  'not at all from an empty text': '',
  'not at all from an object': '{"id":1}',
  'not at all from a page': '<html>',
};

test('the states of listed orders are guessed, and proposed as comments', async () => {
  const texts = Object.entries(LISTINGS).map(([how, body]) => {
    const proposed = proposedOrders(Buffer.from(body), (text) => text);
    return `## ${how}\n\n${body}\n\n${proposed ? proposalText(proposed) : 'no array'}\n`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot('expected/proposals.txt');
});

test('the beginning of a long listing is enough', () => {
  const body = orders(50_000, () => '"status":"pending","at":{"x":1}').slice(0, 100_000);
  expect(proposedOrders(Buffer.from(body), (text) => text)?.length).toBeGreaterThan(1000);
});
