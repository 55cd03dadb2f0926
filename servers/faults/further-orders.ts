import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Fault } from '../fault.js';
import type { Order, OrderStatus } from '../order.js';
import { errorReply } from '../reply.js';
import { type Behaviour, type Call, orderOf, parseInt64 } from '../steps.js';
import { insteadOf409, noContent, refused } from './conflicts.js';
import { isLong } from './effects.js';

const longOrders: readonly Order[] = (['shipped', 'delivered'] as const).map((status, n) => ({
  id: 2n ** 53n + 1_001n + BigInt(2 * n),
  status,
  members: { petId: 9n, quantity: 1, complete: true },
}));

const withLongOrders: readonly Order[] = [...demoOrders, ...longOrders];

/** Asks for the key only where the order is not one of these. */
const skippingKey =
  (concerns: (id: bigint, order: Order | undefined) => boolean): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => {
      const id = parseInt64(call.idText);
      return (id !== undefined && concerns(id, orderOf(call))) || authenticate(call);
    },
  });

/** Authentication that comes after something else. */
export const authenticationOrderFaults: readonly Fault[] = [
  {
    id: 'delivered-before-authentication',
    summary: 'answers 409 for a delivered order before it asks for the key',
    who: 'A state machine that is asked before the handler runs.',
    behaviour: skippingKey((_, order) => order?.status === 'delivered'),
  },
  {
    id: 'long-unknown-before-authentication',
    summary: 'answers 404 for an unknown id above 2^53 before it asks for the key',
    who: 'A converter of path parameters that refuses what it cannot find, before the authentication.',
    behaviour: skippingKey((id, order) => isLong(id) && order === undefined),
  },
  {
    id: 'long-pending-without-authentication',
    summary: 'cancels a pending order with an id above 2^53 for everybody',
    who: 'A table for ids that were imported later, with a route of its own.',
    requirements: ['auth.first', 'auth.cancel.missing'] as const,
    behaviour: skippingKey((id, order) => isLong(id) && order?.status === 'pending'),
  },
  {
    id: 'long-ids-without-authentication',
    summary: 'asks for the key only where the id is below 2^53',
    who: 'Middleware on a pattern such as `/orders/[0-9]{1,15}`, and a route without a limit.',
    requirements: ['auth.first', 'auth.cancel.missing'] as const,
    behaviour: skippingKey((id) => isLong(id)),
  },
].map((fault) => ({ requirements: ['auth.first'], ...fault }));

const isSecond = (status: OrderStatus, { orders, idText }: Call): boolean =>
  orders.all().filter((order) => order.status === status)[1]?.id === parseInt64(idText);

const isLongCall = ({ idText }: Call): boolean => isLong(parseInt64(idText) ?? 0n);

const shippedWith404 = (concerns: (call: Call) => boolean): Behaviour =>
  insteadOf409('shipped', (conflict, call) =>
    concerns(call) ? errorReply({ status: 404, code: 'order_not_found', message: 'No order has this id.' }) : conflict,
  );

/** What shows on the second order of a state, or on one with a long id. */
export const furtherOrderFaults: readonly Fault[] = [
  {
    id: 'second-shipped-404',
    summary: 'answers a cancel of the second shipped order with 404',
    who: 'An archive that holds older orders, and is not searched.',
    requirements: ['cancel.shipped.status'],
    behaviour: shippedWith404((call) => isSecond('shipped', call)),
  },
  {
    id: 'long-shipped-404',
    summary: 'answers a cancel of a shipped order with an id above 2^53 with 404',
    who: 'A lookup by a double, whose answer is compared with the text.',
    requirements: ['cancel.shipped.status'],
    behaviour: shippedWith404(isLongCall),
    orders: withLongOrders,
  },
  {
    id: 'second-delivered-204',
    summary: 'answers a cancel of the second delivered order with 204',
    who: 'A rule that looks at a date in place of the state.',
    requirements: ['cancel.other-state'],
    behaviour: insteadOf409('delivered', (conflict, call) => (isSecond('delivered', call) ? noContent : conflict)),
  },
  {
    id: 'long-delivered-204',
    summary: 'answers a cancel of a delivered order with an id above 2^53 with 204',
    who: 'A second route, for ids that are texts, without the check of the state.',
    requirements: ['cancel.other-state'],
    behaviour: insteadOf409('delivered', (conflict, call) => (isLongCall(call) ? noContent : conflict)),
    orders: withLongOrders,
  },
  {
    id: 'long-delivered-500',
    summary: 'fails with 500 for a delivered order with an id above 2^53',
    who: 'A log line that formats the id as an int.',
    requirements: ['cancel.status-table'],
    behaviour: insteadOf409('delivered', (conflict, call) => (isLongCall(call) ? refused(500) : conflict)),
    orders: withLongOrders,
  },
];
