import { describe, expect, test } from 'vitest';
import type { ListingReading } from '../../../runner/evidence/evidence.js';
import { storeOrdersInterface } from '../../../suites/contract.js';
import { listingOf } from '../../engine/made-up.js';
import { evidence, listed, resultsOf } from '../evidence.js';

const before = (differs: Partial<ListingReading>) => [{ 'listing/before': listed([101n, 102n], differs) }];
const deviation = {
  path: '/petId',
  keyword: 'type',
  expected: 'an integer',
  count: 1,
  examples: [{ pointer: '/0/petId', actual: '"7"' }],
} as const;
const broken = {
  message: '`petId` has the wrong type: expected an integer.',
  expected: 'an integer',
  actual: '"7"',
  at: 'body /0/petId',
  exchange: 'listing/before',
};
const brokeOff = { code: 'truncated', offset: 7, message: 'No.', excerpt: '[{' } as const;
const open = {
  unjudged: 'inconclusive',
  reason: 'The listing could not be read to its end as a JSON array; see the findings about it.',
};

test.each<[string, string, Partial<ListingReading>, unknown[]]>([
  ['order.pet-id', 'holds', {}, [['held', 'listing/before']]],
  ['order.pet-id', 'is broken', { deviations: [deviation] }, [broken]],
  ['order.pet-id', 'is open where it broke off', { problem: brokeOff }, [open]],
  ['order.pet-id', 'is broken before it broke off', { problem: brokeOff, deviations: [deviation] }, [open, broken]],
  [
    'order.id-unique',
    'is open where not all ids were compared',
    { repeatedIds: { count: 0, examples: [], incomplete: 'Too many.' } },
    [{ unjudged: 'inconclusive', reason: 'Too many.' }],
  ],
  [
    'order.members-unique',
    'is broken, and shows the first place',
    { repeatedMembers: { count: 3, examples: [{ index: 1, actual: '1, 2' }] } },
    [
      {
        message: 'An object in the listing repeats a member name (RFC 8259 §4).',
        expected: 'each member name once in an object',
        actual: '1, 2, and 2 more',
        at: 'body /1',
        exchange: 'listing/before',
      },
    ],
  ],
])('%s %s', (requirement, _, differs, results) => {
  expect(resultsOf(requirement, { sent: before(differs) })).toEqual(results);
});

test('all listings are judged, in the order in which they were sent', () => {
  const sent = [
    { 'listing/before': listed([101n]), 'accept/listing-any': listed([101n]) },
    { 'auth-cancel-pending/listing-first': listed([101n]) },
    { 'listing/after': listed([101n]) },
  ];
  expect(resultsOf('order.pet-id', { orders: { pending: [101n, 102n] }, sent })).toEqual(
    ['listing/before', 'accept/listing-any', 'auth-cancel-pending/listing-first', 'listing/after'].map((id) => [
      'held',
      id,
    ]),
  );
});

describe('the member that tells the state', () => {
  const observed = (pending: object, shipped: object) => {
    const texts = [
      { ...pending, id: 101 },
      { ...pending, id: 102 },
      { ...shipped, id: 201 },
    ];
    const elements = new Map(texts.map((order) => [BigInt(order.id), JSON.stringify(order)]));
    const reading = listingOf([...elements.keys()], { elements });
    const observer = storeOrdersInterface.observers.find(({ ambiguity }) => ambiguity === 'status-member');
    const orders = { pending: [101n, 102n], shipped: [201n] };
    return observer?.observe(evidence({ orders, sent: [{ 'listing/before': { status: 200, reading } }] }));
  };

  test.each<[string, object, object, unknown]>([
    ['is named', { rank: 1, state: 'open' }, { rank: 2, state: 'sent' }, [{ observed: '', quoted: 'state' }]],
    ['is none of the contract', { shipDate: 'a', complete: 'no' }, { shipDate: 'b', complete: 'yes' }, []],
    ['is no text that both have', { shop: 'a' }, { shop: 'a' }, []],
  ])('%s', (_, pending, shipped, expected) => {
    expect(observed(pending, shipped)).toEqual(expected);
  });
});
