import { demoOrders } from '../../fixtures/demo-orders.js';
import { listingEach, listingWith } from '../changes.js';
import { literal } from '../json.js';
import type { Order } from '../order.js';
import type { Behaviour } from '../steps.js';
import type { Variant } from '../variant.js';

const asReference: Behaviour = () => ({});

const shipped = (id: bigint): Order => ({ id, status: 'shipped', members: { petId: -(2n ** 63n), quantity: 1 } });

/** Spreads these dates over the orders. */
const dated = (...dates: readonly string[]): readonly Order[] =>
  demoOrders.map((order, n) => ({
    ...order,
    members: { ...order.members, shipDate: dates[n % dates.length] },
  }));

const dateVariant = (id: string, summary: string, ...dates: readonly string[]): Variant => ({
  id,
  summary,
  behaviour: asReference,
  orders: dated(...dates),
});

export const valueVariants: readonly Variant[] = [
  {
    id: 'integers-with-zero-fraction',
    summary: 'spells integers as `101.0`',
    behaviour: listingEach((members, { id }) => ({
      ...members,
      id: literal(`${id}.0`),
      petId: literal('7.000'),
      quantity: literal('1.0'),
    })),
  },
  {
    id: 'integers-with-exponent',
    summary: 'spells integers as `1e2`',
    behaviour: listingWith({ petId: literal('12E+1'), quantity: literal('1e2') }),
  },
  {
    id: 'ids-with-exponent',
    summary: 'spells ids as `10.1e1`, to the digit',
    behaviour: listingEach((members, { id }) => ({
      ...members,
      id: literal(`${id / 10n}.${id % 10n}e1`),
    })),
  },
  {
    id: 'quantity-changes-by-itself',
    summary: 'lists another quantity each time, since others change it',
    behaviour: (reference) => {
      let times = 0n;
      return listingEach((members) => ({ ...members, quantity: ++times }))(reference);
    },
  },
  { id: 'zero-quantity', summary: 'lists a quantity of 0', behaviour: listingWith({ quantity: 0 }) },
  { id: 'minus-zero-quantity', summary: 'lists a quantity of -0', behaviour: listingWith({ quantity: literal('-0') }) },
  { id: 'negative-quantity', summary: 'lists a quantity below 0', behaviour: listingWith({ quantity: -3 }) },
  {
    id: 'huge-quantity',
    summary: 'lists a quantity beyond int64, which is the format of ids only',
    behaviour: listingWith({ quantity: 10n ** 30n }),
  },
  {
    id: 'negative-ids',
    summary: 'has orders with negative ids',
    behaviour: asReference,
    orders: [...demoOrders, shipped(-5n), shipped(-101n), { id: -7n, status: 'pending', members: { petId: -1n } }],
  },
  {
    id: 'ids-at-both-ends',
    summary: 'has orders at both ends of int64',
    behaviour: listingWith({ petId: 2n ** 63n - 1n }),
    orders: [...demoOrders, shipped(-(2n ** 63n)), shipped(2n ** 63n - 2n)],
  },
  {
    id: 'long-ids-only',
    summary: 'has no order with an id below 2^53',
    behaviour: asReference,
    orders: demoOrders.map((order, n) => ({ ...order, id: 2n ** 53n + 1n + 1_000n * BigInt(n) })),
  },
  {
    id: 'neighbouring-long-ids',
    summary: 'has shipped orders with long ids that are the same double',
    behaviour: asReference,
    orders: [...demoOrders, shipped(2n ** 60n), shipped(2n ** 60n + 1n), shipped(2n ** 60n + 2n)],
  },
  dateVariant(
    'ship-dates-with-fractions',
    'lists dates with fractions of a second, of one to twenty digits',
    '2026-01-31T12:00:00.1Z',
    '2026-01-31T12:00:00.123456789Z',
    `2026-01-31T12:00:00.${'9'.repeat(20)}+01:00`,
  ),
  dateVariant(
    'ship-dates-with-offsets',
    'lists dates with offsets',
    '2026-01-31T12:00:00+14:00',
    '2026-01-31T12:00:00-11:30',
    '2026-01-31T12:00:00-00:00',
    '2026-01-31T12:00:00+23:59',
  ),
  dateVariant(
    'ship-dates-in-leap-seconds',
    'lists dates in a leap second',
    '2016-12-31T23:59:60Z',
    '2016-12-31T15:59:60.5-08:00',
    '2017-01-01T05:29:60+05:30',
  ),
  dateVariant(
    'ship-dates-in-lower-case',
    'lists dates with a lower-case `t` and `z`',
    '2026-01-31t12:00:00z',
    '2026-01-31t12:00:00.5+01:00',
  ),
  dateVariant(
    'ship-dates-far-away',
    'lists dates at the ends of the calendar and on leap days',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2024-02-29T00:00:00Z',
    '2000-02-29T23:59:59Z',
  ),
];
