import { demoOrders } from '../../fixtures/demo-orders.js';
import { refusing, together } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order } from '../order.js';
import { type Behaviour, cancelPending, orderJson, orderOf } from '../steps.js';

// What happens to orders beside the cancel that is answered.

const pending = (id: bigint): Order => ({ id, status: 'pending', members: { quantity: 1 } });

/** Cancels this order, too, whichever order is cancelled. */
const cancellingAlong =
  (victim: bigint): Behaviour =>
  () => ({
    cancel: (orders, order) => {
      const outcome = cancelPending(orders, order);
      const other = orders.get(victim);
      if (outcome === 'cancelled' && other?.status === 'pending') cancelPending(orders, other);
      return outcome;
    },
  });

/** Each cancel reaches the service twice, and what the second one gets is answered. */
const sentTwice: Behaviour = () => ({
  cancel: (orders, order) => {
    cancelPending(orders, order);
    return cancelPending(orders, orders.get(order.id) ?? order);
  },
});

/** Refused cancels of pending orders take effect, and a second cancel says so with 200. */
const refusedTakesEffect: Behaviour = ({ authenticate }) => ({
  authenticate: (call) => {
    const authentic = authenticate(call);
    const order = orderOf(call);
    if (!authentic && order?.status === 'pending') cancelPending(call.orders, order);
    return authentic;
  },
});

/** Lists no state, so that only cancels show it. */
const withoutState: Behaviour = () => ({
  renderOrder: (order) => {
    const { status: _, ...members } = orderJson(order) as { readonly status?: unknown };
    return members as ReturnType<typeof orderJson>;
  },
});

export const alongFaults: readonly Fault[] = [
  {
    id: 'cancels-a-spare-order-along',
    summary: 'cancels order 106, too, with each cancel of another order, and lists it so',
    who: 'A bulk update that takes the rows of the same customer.',
    requirements: ['cancel.others-untouched'],
    behaviour: cancellingAlong(106n),
    orders: [...demoOrders, pending(105n), pending(106n), pending(107n)],
  },
  {
    id: 'refused-cancels-take-effect-200-afterwards',
    summary: 'answers 401, but cancels pending orders all the same; a second cancel gets 200',
    who: 'A queue of cancels that is filled before the key is checked.',
    requirements: ['cancel.again', 'auth.no-effect'],
    behaviour: together(
      refusedTakesEffect,
      withoutState,
      refusing('already-cancelled', { status: 200, code: 'was_cancelled' }),
    ),
  },
  {
    id: 'gateway-sends-each-delete-twice',
    summary: 'receives each cancel twice, and answers with what the second one gets: 409',
    who: 'A gateway that repeats what it takes for idempotent.',
    requirements: ['cancel.pending.status'],
    behaviour: sentTwice,
  },
];
