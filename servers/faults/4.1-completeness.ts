import { demoOrders } from '../../fixtures/demo-orders.js';
import { unknownIds } from '../../fixtures/unknown-ids.js';
import { listingWith, together } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order } from '../order.js';
import type { Behaviour, Call } from '../steps.js';

export const listing =
  (select: (orders: readonly Order[], call: Call) => readonly Order[]): Behaviour =>
  () => ({
    select: (orders, call) => select(orders.all(), call),
  });

/** Leaves out a few orders, others each time. */
const listingAnotherPart: Behaviour = () => {
  let calls = 0;
  return {
    select: (orders) => {
      calls += 1;
      return orders.all().filter((_, index) => (index + calls) % 3 !== 0);
    },
  };
};

/** Listings that leave orders out. */
export const completenessFaults: readonly Fault[] = [
  {
    id: 'list-without-shipped',
    summary: 'leaves shipped orders out of the listing',
    who: 'Screens that list open orders.',
    requirements: ['list.complete'],
    behaviour: listing((orders) => orders.filter(({ status }) => status !== 'shipped')),
  },
  {
    id: 'list-first-six-of-dense',
    summary: 'lists the first six orders, of a store that has 2^53 beside 2^53 + 1',
    who: 'A page size that nobody turned off, and ids from a sequence above 2^53.',
    requirements: ['list.complete'],
    orders: [...demoOrders, { id: 2n ** 53n, status: 'shipped', members: { petId: 9n } }],
    behaviour: listing((orders) => orders.slice(0, 6)),
  },
  {
    id: 'list-pending-only',
    summary: 'lists pending orders only',
    who: 'A default scope of the ORM.',
    requirements: ['list.complete'],
    behaviour: listing((orders) => orders.filter(({ status }) => status === 'pending' || status === 'cancelled')),
  },
  {
    id: 'list-without-long-ids',
    summary: 'leaves orders with ids above 2^53 out of the listing',
    who: 'Queries with a bound of `Number.MAX_SAFE_INTEGER`.',
    requirements: ['list.complete'],
    behaviour: listing((orders) => orders.filter(({ id }) => id <= 2n ** 53n)),
  },
  {
    id: 'list-without-old',
    summary: 'leaves orders with a ship date before March 2026 out of the listing',
    who: 'Archives that take orders away after a while.',
    requirements: ['list.complete'],
    behaviour: listing((orders) => orders.filter(({ members }) => String(members.shipDate ?? '9') >= '2026-03')),
  },
  {
    id: 'list-first-page',
    summary: 'lists the first two orders only',
    who: 'A page size by default.',
    requirements: ['list.complete'],
    behaviour: listing((orders) => orders.slice(0, 2)),
  },
  {
    id: 'list-first-two-without-ids-after-cancel',
    summary: 'lists orders without their ids, and only the first two of them once an order has been cancelled',
    who: 'A cache of the first page that is filled when something changes.',
    requirements: ['list.complete'],
    unknown: unknownIds,
    behaviour: together(
      listingWith({ id: undefined }),
      listing((orders) => (orders.some(({ status }) => status === 'cancelled') ? orders.slice(0, 2) : orders)),
    ),
  },
  {
    id: 'list-another-part-each-time',
    summary: 'lists two thirds of the orders, others each time',
    who: 'Replicas that lag, each with other rows missing.',
    requirements: ['list.complete'],
    behaviour: listingAnotherPart,
  },
];
