import { unknownIds } from '../../fixtures/unknown-ids.js';
import { onListing } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Json } from '../json.js';
import { errorReply, withHeader, withoutBody, withoutHeader } from '../reply.js';
import type { Behaviour } from '../steps.js';

const otherStatus = ['list.status', 'list.status-table'];
const unreadable = { unknown: unknownIds };

const answered = (status: number): Behaviour => onListing((reply) => ({ ...reply, status }));

const failing = (status: number): Behaviour =>
  onListing(() => errorReply({ status, code: 'failed', message: 'The orders cannot be listed.' }));

const redirected = (status: number, to: string): Behaviour =>
  onListing(() => ({ status, headers: [['Location', to]] }));

const typed = (mediaType: string): Behaviour => onListing((reply) => withHeader(reply, 'Content-Type', mediaType));

const wrapped =
  (wrap: (orders: readonly Json[]) => Json): Behaviour =>
  () => ({ renderListing: wrap });

const statusFaults: readonly Fault[] = [
  ...[
    { status: 201, who: 'Handlers that were copied from a creation.' },
    { status: 203, who: 'Proxies that changed the body.' },
    { status: 207, who: 'WebDAV, and batch interfaces.' },
  ].map(({ status, who }) => ({
    id: `list-${status}`,
    summary: `answers a listing with ${status}`,
    who,
    requirements: otherStatus,
    behaviour: answered(status),
    ...unreadable,
  })),
  ...[
    { status: 401, who: 'A key with a scope for cancels only.', requirements: ['list.status'] },
    { status: 403, who: 'Roles that may cancel, but not list.', requirements: otherStatus },
    { status: 404, who: 'A route that is registered with a trailing slash only.', requirements: otherStatus },
    { status: 500, who: 'One order among all that cannot be serialised.', requirements: otherStatus },
  ].map(({ status, who, requirements }) => ({
    id: `list-${status}`,
    summary: `answers a listing with ${status}`,
    who,
    requirements,
    behaviour: failing(status),
    ...unreadable,
  })),
  {
    id: 'list-204',
    summary: 'answers a listing with 204 and no body',
    who: 'Services that hold a listing for empty when a cache is.',
    requirements: otherStatus,
    behaviour: onListing((reply) => ({ ...withoutBody(reply), status: 204 })),
    ...unreadable,
  },
  ...[301, 307, 308].map((status) => ({
    id: `list-redirect-${status}`,
    summary: `redirects a listing to the path with a trailing slash with ${status}`,
    who: 'Django’s `APPEND_SLASH`, Starlette, Gin.',
    requirements: otherStatus,
    behaviour: redirected(status, '/v1/store/orders/'),
    ...unreadable,
  })),
];

const typeFaults: readonly Fault[] = [
  { id: 'text', type: 'text/plain', who: 'Go’s default for a bare `Write`.' },
  { id: 'html', type: 'text/html; charset=utf-8', who: 'PHP’s default, and `res.send(JSON.stringify(…))`.' },
  { id: 'text-json', type: 'text/json', who: 'Services that are older than the registration.' },
  { id: 'json-api', type: 'application/vnd.api+json', who: 'JSON:API libraries.' },
  {
    id: 'problem',
    type: 'application/problem+json',
    who: 'A default that was set for errors, and reached everything.',
  },
  { id: 'binary', type: 'application/octet-stream', who: 'Object stores and file servers.' },
].map(({ id, type, who }) => ({
  id: `list-type-${id}`,
  summary: `sends the listing as \`${type}\``,
  who,
  requirements: ['list.content-type'],
  behaviour: typed(type),
}));

const arrayFaults: readonly Fault[] = [
  {
    id: 'data',
    what: '`{"data": […]}`',
    who: 'Laravel’s resources, and JSON:API.',
    wrap: (data: readonly Json[]) => ({ data }),
  },
  {
    id: 'page',
    what: '`{"count": …, "results": […]}`',
    who: 'Django REST framework’s pagination.',
    wrap: (results: readonly Json[]) => ({ count: results.length, next: null, results }),
  },
  {
    id: 'map',
    what: 'an object with an order a member',
    who: 'PHP arrays whose keys are not consecutive; Firebase.',
    wrap: (orders: readonly Json[]) => Object.fromEntries(orders.map((order, n) => [String(n + 1), order])),
  },
  { id: 'null', what: '`null`', who: 'Go’s nil slices.', wrap: () => null },
].map(({ id, what, who, wrap }) => ({
  id: `list-envelope-${id}`,
  summary: `lists ${what} in place of an array`,
  who,
  requirements: ['list.array'],
  behaviour: wrapped(wrap),
  ...unreadable,
}));

export const listingAnswerFaults: readonly Fault[] = [
  ...statusFaults,
  {
    id: 'list-without-type',
    summary: 'sends the listing without a Content-Type',
    who: 'Handlers that write to the bare response.',
    requirements: ['list.content-type'],
    behaviour: onListing((reply) => withoutHeader(reply, 'Content-Type')),
  },
  ...typeFaults,
  ...arrayFaults,
];
