import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Fault } from '../fault.js';
import type { Order, OrderStore } from '../order.js';
import { type Behaviour, cancelPending, orderOf, parseInt64 } from '../steps.js';

export const isLong = (id: bigint): boolean => id > 2n ** 53n;

const twoLongOrders: readonly Order[] = [...demoOrders, { id: 2n ** 53n + 9n, status: 'pending', members: {} }];

/** Asks for the key, except for some orders. */
const skippingKey =
  (concerns: (id: bigint, order: Order | undefined) => boolean): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => {
      const id = parseInt64(call.idText);
      return (id !== undefined && concerns(id, orderOf(call))) || authenticate(call);
    },
  });

/** Servers that check something else before the key. */
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
    who: 'A converter of path parameters that refuses unknown ids before the authentication.',
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

/** Refuses a request with 401, but changes the order. */
const changingOnRefusal =
  (concerns: (order: Order) => boolean, change: (orders: OrderStore, order: Order) => void): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => {
      const authentic = authenticate(call);
      const order = orderOf(call);
      if (!authentic && order !== undefined && concerns(order)) change(call.orders, order);
      return authentic;
    },
  });

export const effectOfRefusalFaults: readonly Fault[] = [
  {
    id: 'cancels-long-ids-before-refusal',
    summary: 'answers 401 for an order with an id above 2^53, but cancels it all the same',
    who: 'A check of the key that is not awaited, on the route of the new ids.',
    behaviour: changingOnRefusal(
      ({ id, status }) => isLong(id) && status === 'pending',
      (orders, order) => void cancelPending(orders, order),
    ),
    // There are two long ids, of which the suite cancels one with the valid key only.
    orders: twoLongOrders,
  },
  {
    id: 'removes-shipped-before-refusal',
    summary: 'answers 401 for a shipped order, but removes it all the same',
    who: 'Authentication as middleware that runs after the handler.',
    behaviour: changingOnRefusal(
      ({ status }) => status === 'shipped',
      (orders, { id }) => orders.remove(id),
    ),
  },
  {
    id: 'removes-delivered-before-refusal',
    summary: 'answers 401 for a delivered order, but removes it all the same',
    who: 'Authentication as middleware that runs after the handler.',
    behaviour: changingOnRefusal(
      ({ status }) => status === 'delivered',
      (orders, { id }) => orders.remove(id),
    ),
  },
  {
    id: 'counts-refused-cancels',
    summary: 'answers 401 for a pending order, but adds 1 to its quantity',
    who: 'A counter of attempts in the wrong column.',
    behaviour: changingOnRefusal(
      ({ status }) => status === 'pending',
      (orders, order) => {
        const { quantity } = order.members;
        const more = Number(quantity ?? 0) + 1;
        orders.put({ ...order, members: { ...order.members, quantity: more } });
      },
    ),
  },
].map((fault) => ({ ...fault, requirements: ['auth.no-effect', 'orders.conserved'] }));
