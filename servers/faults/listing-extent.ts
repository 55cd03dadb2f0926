import { demoOrders } from '../../fixtures/demo-orders.js';
import { unknownIds } from '../../fixtures/unknown-ids.js';
import { listingWith, onListing, together } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order } from '../order.js';
import type { Reply } from '../reply.js';
import { withHeader } from '../reply.js';
import type { Behaviour, Call } from '../steps.js';

const listing =
  (select: (orders: readonly Order[], call: Call) => readonly Order[]): Behaviour =>
  () => ({
    select: (orders, call) => select(orders.all(), call),
  });

const linked = (reply: Reply, link: string): Reply => withHeader(reply, 'Link', link);

/** Lists all orders but a few, others each time. */
const listingAnotherPart: Behaviour = () => {
  let calls = 0;
  return {
    select: (orders) => {
      calls += 1;
      return orders.all().filter((_, index) => (index + calls) % 3 !== 0);
    },
  };
};

const completenessFaults: readonly Fault[] = [
  {
    id: 'list-without-shipped',
    summary: 'leaves shipped orders out of the listing',
    who: 'Screens that list what is still to be done.',
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
    who: 'Replicas that lag behind, each with rows of its own missing.',
    requirements: ['list.complete'],
    behaviour: listingAnotherPart,
  },
];

const paginationFaults: readonly Fault[] = [
  {
    id: 'list-first-page-with-link',
    summary: 'lists the first two orders only, and links to the next ones',
    who: 'GitHub’s style, and Spring Data’s.',
    requirements: ['list.complete', 'list.no-pagination'],
    behaviour: together(
      listing((orders) => orders.slice(0, 2)),
      onListing((reply) => linked(reply, '</v1/store/orders?page=2>; rel="next"')),
    ),
  },
  {
    id: 'list-link-next',
    summary: 'lists all orders, and links to a next page',
    who: 'Pagination libraries that link to an empty last page.',
    requirements: ['list.no-pagination'],
    behaviour: onListing((reply) => linked(reply, '</v1>; rel=self, </v1/store/orders?page=2>; rel=next')),
    unknown: unknownIds,
  },
  {
    id: 'list-206',
    summary: 'answers a listing with 206 and a Content-Range',
    who: 'PostgREST, and React-admin’s providers.',
    requirements: ['list.no-pagination', 'list.status', 'list.status-table'],
    behaviour: onListing((reply) => withHeader({ ...reply, status: 206 }, 'Content-Range', 'orders 0-8/9')),
    unknown: unknownIds,
  },
  {
    id: 'list-206-bare',
    summary: 'answers a listing with 206, without a Content-Range',
    who: 'Services that say “there is more” by the status alone.',
    requirements: ['list.no-pagination', 'list.status', 'list.status-table'],
    behaviour: onListing((reply) => ({ ...reply, status: 206 })),
    unknown: unknownIds,
  },
  {
    id: 'list-content-range',
    summary: 'sends a Content-Range with the listing',
    who: 'React-admin’s simple REST provider, which wants the total.',
    requirements: ['list.no-pagination'],
    behaviour: onListing((reply) => withHeader(reply, 'Content-Range', 'orders 0-8/9')),
    unknown: unknownIds,
  },
];

const slicing = (parameter: string, slice: (orders: readonly Order[], value: number) => readonly Order[]): Behaviour =>
  listing((orders, { query }) =>
    query.has(parameter) ? slice([...orders].reverse(), Number(query.get(parameter))) : orders,
  );

const queryFaults: readonly Fault[] = [
  {
    id: 'limit',
    behaviour: slicing('limit', (orders, limit) => orders.slice(0, limit)),
    who: 'Feathers, Strapi, LoopBack.',
  },
  {
    id: 'page',
    behaviour: slicing('page', (orders, page) => orders.slice((page - 1) * 10)),
    who: 'Rails with Kaminari.',
  },
  {
    id: 'offset',
    behaviour: slicing('offset', (orders, offset) => orders.slice(offset)),
    who: 'Django REST framework.',
  },
  {
    id: 'per-page',
    behaviour: slicing('per_page', (orders, size) => orders.slice(0, size)),
    who: 'Laravel, WordPress.',
  },
  {
    id: 'status',
    behaviour: listing((orders, { query }) =>
      orders.filter(({ status }) => status === (query.get('status') ?? status)),
    ),
    who: 'Generated interfaces that filter by every column.',
  },
].map(({ id, behaviour, who }) => ({
  id: `list-query-${id}`,
  summary: `lists fewer orders under the query parameter \`${id.replace('-', '_')}\``,
  who,
  requirements: ['list.query-ignored'],
  behaviour,
}));

/** Which orders a listing shows: all, or a part. */
export const listingExtentFaults: readonly Fault[] = [...completenessFaults, ...paginationFaults, ...queryFaults];
