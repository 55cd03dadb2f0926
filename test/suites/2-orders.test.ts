import { expect, test } from 'vitest';
import { type Answered, listed, resultsOf } from './evidence.js';

test('of a listing that broke off, a deviation that came before is told, and nothing else', () => {
  const problem = { code: 'truncated', offset: 7, message: 'No.', excerpt: '[{' } as const;
  const examples = [{ pointer: '/0/petId', actual: '"7"' }];
  const deviations = [
    { path: '/petId', keyword: 'type', params: { type: 'integer' }, message: '', count: 1, examples },
  ];
  const of = (before: Answered) => resultsOf('order.pet-id', { sent: [{ 'listing/before': before }] });
  const open = {
    unjudged: 'inconclusive',
    reason: 'The listing could not be read to its end as a JSON array; see the findings about it.',
    waitsFor: { for: 'listing', id: 'listing/before' },
  };
  expect(of(listed([101n], { problem }))).toEqual([open]);
  expect(of(listed([101n], { problem, deviations }))).toEqual([
    open,
    {
      message: '`petId` has the wrong type: expected integer.',
      expected: 'integer',
      actual: '"7"',
      at: 'body /0/petId',
      exchange: 'listing/before',
    },
  ]);
});

test('whether ids repeat is open where not all of them were compared', () => {
  const before = listed([101n], { repeatedIds: { count: 0, examples: [], incomplete: 'Too many.' } });
  expect(resultsOf('order.id-unique', { sent: [{ 'listing/before': before }] })).toEqual([
    { unjudged: 'inconclusive', reason: 'Too many.' },
  ]);
});

test('all listings are judged, in the order in which they were sent', () => {
  const ids = ['listing/before', 'accept/listing-any', 'auth-cancel-pending/listing-first', 'listing/after'];
  const sent = ids.map((id) => ({ [id]: listed([101n]) }));
  expect(resultsOf('order.pet-id', { orders: { pending: [101n, 102n] }, sent })).toEqual(ids.map((id) => ['held', id]));
});
