import { unknownIds } from '../../fixtures/unknown-ids.js';
import { onListing, together } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order } from '../order.js';
import { bodyText, errorReply, jsonReply, type Reply, withBody, withHeader } from '../reply.js';
import type { Behaviour } from '../steps.js';
import { listing } from './4.1-completeness.js';

type Selection = (orders: readonly Order[], value: number) => readonly Order[];

/** Selects orders by a parameter, if the request has it. */
const selecting =
  (parameter: string, select: Selection): Behaviour =>
  () => ({
    select: (orders, { query }) =>
      query.has(parameter) ? select(orders.all(), Number(query.get(parameter))) : orders.all(),
  });

/** Changes a listing if the request has one of these parameters. */
const having = (parameters: readonly string[], reply: Parameters<typeof onListing>[0]): Behaviour =>
  onListing((whole, call) => (parameters.some((name) => call.query.has(name)) ? reply(whole, call) : whole));

const withoutLastOf =
  (status: Order['status']): Selection =>
  (orders) => {
    const last = orders.findLast((order) => order.status === status);
    return orders.filter((order) => order !== last);
  };

const failing = (status: number) => () =>
  errorReply({ status, code: 'failed', message: 'The query cannot be carried out.' });

/** The first listed order is not declared. An offset is applied unless it is beyond the end. */
const offsetWithUndeclared: Behaviour = ({ renderListing }) => ({
  renderListing: (orders, call) => {
    const offset = Number(call.query.get('offset') ?? 0);
    return renderListing([{ id: 5n, quantity: 1 }, ...orders].slice(offset < 100 ? offset : 0), call);
  },
});

const selectionFaults = [
  {
    id: 'list-query-limit-lacks-one',
    summary: 'leaves one pending order out under the query parameter `limit`',
    who: 'A limit that is used as a count of other rows, off by one.',
    behaviour: selecting('limit', withoutLastOf('pending')),
  },
  {
    id: 'list-query-per-page-lacks-one',
    summary: 'leaves one delivered order out under the query parameter `per_page`',
    who: 'Pagination libraries that join a table which lacks its row.',
    behaviour: selecting('per_page', withoutLastOf('delivered')),
  },
  {
    id: 'list-query-offset-of-undeclared',
    summary: 'applies the query parameter `offset` to a listing whose first order the fixtures do not declare',
    who: 'Django REST framework, in a store that has other orders as well.',
    behaviour: offsetWithUndeclared,
  },
  {
    id: 'list-query-offset-by-pages',
    summary: 'applies the query parameter `offset` only from 20 on, and lists nothing beyond the end',
    who: 'Offsets that are converted to pages of 20.',
    behaviour: selecting('offset', (orders, offset) => orders.slice(Math.floor(offset / 20) * 20)),
  },
];

const answerFaults = [
  {
    id: 'list-query-500',
    summary: 'fails with 500 under the query parameter `status`',
    who: 'A filter by a column that does not exist.',
    behaviour: having(['status'], failing(500)),
  },
  {
    id: 'list-query-501',
    summary: 'fails with 501 under the query parameters `limit` and `offset`',
    who: 'A stub for a feature of a later version.',
    behaviour: having(['limit', 'offset'], failing(501)),
  },
  {
    id: 'list-query-redirect',
    summary: 'redirects a listing with the query parameter `page` to the listing without it',
    who: 'Web frameworks that make addresses canonical.',
    behaviour: having(['page'], () => ({ status: 302, headers: [['Location', '/v1/store/orders']] })),
  },
  {
    id: 'list-query-202',
    summary: 'answers a listing with the query parameter `limit` with 202',
    who: 'Exports that run in the background.',
    behaviour: having(['limit'], (reply) => ({ ...reply, status: 202 })),
  },
  {
    id: 'list-query-204',
    summary: 'answers a listing with the query parameter `page` with 204',
    who: 'Services that say “nothing on this page” by the status.',
    behaviour: having(['page'], () => ({ status: 204, headers: [] })),
  },
  {
    id: 'list-query-envelope',
    summary: 'wraps the listing in an object under the query parameters `limit` and `page`',
    who: 'Strapi, LoopBack and Spring Data, whose pages are objects.',
    behaviour: having(['limit', 'page'], (reply) => withBody(reply, `{"data":${bodyText(reply)},"total":9}`)),
  },
  {
    id: 'list-query-error-with-200',
    summary: 'answers a listing with the query parameter `status` with 200 and an Error',
    who: 'Interfaces of the RPC kind.',
    behaviour: having(['status'], () => jsonReply(200, { code: 'bad_query', message: 'No filter.', status: 400 })),
  },
  {
    id: 'list-query-link-next',
    summary: 'lists all orders, but links to a next page under the query parameter `limit`',
    who: 'Pagination libraries that compute their links from the parameters.',
    behaviour: having(['limit'], (reply) => withHeader(reply, 'Link', '</v1/store/orders?limit=1&page=2>; rel="next"')),
  },
  {
    id: 'list-query-206',
    summary: 'answers a listing with the query parameter `limit` with 206 and a Content-Range',
    who: 'PostgREST, and React-admin’s providers.',
    behaviour: having(['limit'], (reply) => withHeader({ ...reply, status: 206 }, 'Content-Range', 'orders 0-8/9')),
  },
];

/** Servers with separate code for listings with a query. */
export const queryKeyFaults: readonly Fault[] = [
  {
    id: 'query-without-authentication',
    summary: 'lists for everybody where a request has a query',
    who: 'A cache that was put before the authentication, for addresses with a query.',
    requirements: ['auth.list.missing'],
    behaviour: ({ authenticate }) => ({ authenticate: (call) => call.query.size > 0 || authenticate(call) }),
  },
];

/** Servers that heed query parameters. The plain listing is correct. */
export const queryFaults: readonly Fault[] = [...selectionFaults, ...answerFaults].map((fault) => ({
  ...fault,
  requirements: ['list.query-ignored'],
}));

const linked = (reply: Reply, link: string): Reply => withHeader(reply, 'Link', link);

/** Listings that say that they are a page. */
export const paginationFaults: readonly Fault[] = [
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

/** Default parameters of frameworks. */
export const frameworkQueryFaults: readonly Fault[] = [
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
