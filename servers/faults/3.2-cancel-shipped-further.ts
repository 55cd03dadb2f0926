import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Fault } from '../fault.js';
import type { Order, OrderStatus } from '../order.js';
import { errorReply } from '../reply.js';
import { type Behaviour, type Call, parseInt64 } from '../steps.js';
import { isLong } from './5-cancel-key.js';
import { insteadOf409, noContent, refused } from './conflicts.js';

const longOrders: readonly Order[] = (['shipped', 'delivered'] as const).map((status, n) => ({
  id: 2n ** 53n + 1_001n + BigInt(2 * n),
  status,
  members: { petId: 9n, quantity: 1, complete: true },
}));

const withLongOrders: readonly Order[] = [...demoOrders, ...longOrders];

const isSecond = (status: OrderStatus, { orders, idText }: Call): boolean =>
  orders.all().filter((order) => order.status === status)[1]?.id === parseInt64(idText);

const isLongCall = ({ idText }: Call): boolean => isLong(parseInt64(idText) ?? 0n);

const shippedWith404 = (concerns: (call: Call) => boolean): Behaviour =>
  insteadOf409('shipped', (conflict, call) =>
    concerns(call) ? errorReply({ status: 404, code: 'order_not_found', message: 'No order has this id.' }) : conflict,
  );

/** Faults that show only on the second order of a state, or on one with a long id. */
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
