import type { Fault } from '../fault.js';
import type { Order, OrderStore } from '../order.js';
import { textReply, withBody, withHeader } from '../reply.js';
import { type Behaviour, cancelPending } from '../steps.js';
import { cutOff } from '../wire.js';
import { insteadOf409, noContent, refused } from './conflicts.js';

const shippedStatusFaults: readonly Fault[] = [
  { status: 200, who: 'Interfaces of the RPC kind.', outside: true },
  { status: 204, who: 'Services that take a cancel for a request to return the goods.', outside: false },
  { status: 400, who: 'Services with one status for every mistake of a client.', outside: true },
  { status: 403, who: 'Services that read “cannot” as “may not”.', outside: true },
  { status: 404, who: '`WHERE id = ? AND status = "pending"`, where no row means not found.', outside: false },
  { status: 422, who: 'Rails and Laravel, for a validation that failed.', outside: true },
  { status: 423, who: 'Services that lock shipped orders.', outside: true },
  { status: 500, who: 'An exception of the domain that is not mapped to a status.', outside: true },
].map(({ status, who, outside }) => ({
  id: `shipped-${status}`,
  summary: `answers a cancel of a shipped order with ${status}`,
  who,
  requirements: ['cancel.shipped.status', ...(outside ? ['cancel.status-table'] : [])],
  behaviour: insteadOf409('shipped', () => (status === 204 ? noContent : refused(status))),
}));

const shippedBodyFaults: readonly Fault[] = [
  {
    id: 'shipped-html',
    summary: 'answers a cancel of a shipped order with 409 and an HTML page',
    who: 'Frameworks whose error pages are for browsers.',
    behaviour: insteadOf409('shipped', () => textReply(409, 'text/html', '<h1>Conflict</h1>')),
  },
  {
    id: 'shipped-text',
    summary: 'answers a cancel of a shipped order with 409 and plain text',
    who: 'Go’s `http.Error`.',
    behaviour: insteadOf409('shipped', () => textReply(409, 'text/plain', 'already shipped')),
  },
  {
    id: 'shipped-broken-json',
    summary: 'answers a cancel of a shipped order with 409 and broken JSON',
    who: 'String templates with a quote in the value.',
    behaviour: insteadOf409('shipped', (reply) => withBody(reply, '{"message":"order "201" has shipped"}')),
  },
  {
    id: 'shipped-json-as-text',
    summary: 'answers a cancel of a shipped order with 409 and JSON as `text/plain`',
    who: 'Handlers that write to the bare response.',
    behaviour: insteadOf409('shipped', (reply) => withHeader(reply, 'Content-Type', 'text/plain')),
  },
  {
    id: 'shipped-problem-type',
    summary: 'answers a cancel of a shipped order with 409 and `application/problem+json`',
    who: 'ASP.NET’s `Conflict()` and Spring’s `ProblemDetail`.',
    behaviour: insteadOf409('shipped', (reply) => withHeader(reply, 'Content-Type', 'application/problem+json')),
  },
  {
    id: 'shipped-cut-off',
    summary: 'answers a cancel of a shipped order with 409 and less of the body than announced',
    who: 'A Content-Length that counts characters.',
    behaviour: cutOff(({ status }) => status === 409),
  },
].map((fault) => ({ ...fault, requirements: ['cancel.shipped.body-json'] }));

/** A cancel gets 409, but changes the shipped order. */
const changingShipped =
  (change: (orders: OrderStore, order: Order) => void): Behaviour =>
  () => ({
    cancel: (orders, order) => {
      const outcome = cancelPending(orders, order);
      if (outcome === 'shipped') change(orders, order);
      return outcome;
    },
  });

const hidingShipped: Behaviour = (reference) => {
  const hidden = new Set<bigint>();
  return {
    ...changingShipped((_, { id }) => hidden.add(id))(reference),
    select: (orders) => orders.all().filter(({ id }) => !hidden.has(id)),
  };
};

const shippedChangeFaults: readonly Fault[] = [
  {
    id: 'removes-shipped',
    summary: 'answers 409 for a shipped order, and removes it',
    who: 'A deletion that runs before the check, and is not rolled back.',
    behaviour: changingShipped((orders, { id }) => orders.remove(id)),
  },
  {
    id: 'reopens-shipped',
    summary: 'answers 409 for a shipped order, and makes it pending, so that a second cancel gets 204',
    who: 'A compensation that restores the wrong state.',
    behaviour: changingShipped((orders, order) => orders.put({ ...order, status: 'pending' })),
  },
  {
    id: 'hides-shipped',
    summary: 'answers 409 for a shipped order, and lists it no longer',
    who: 'A flag of deletion that is set before the state is checked.',
    behaviour: hidingShipped,
  },
].map((fault) => ({ ...fault, requirements: ['cancel.shipped.unchanged', 'orders.conserved'] }));

export const shippedOrderFaults: readonly Fault[] = [
  ...shippedStatusFaults,
  ...shippedBodyFaults,
  ...shippedChangeFaults,
];
