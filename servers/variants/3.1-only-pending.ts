import { setTimeout as delay } from 'node:timers/promises';
import { listingEach, refusing } from '../changes.js';
import { type Behaviour, cancelPending, orderJson, type Refusal } from '../steps.js';
import type { Variant } from '../variant.js';

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  403: 'forbidden',
  404: 'order_not_found',
  410: 'gone',
  422: 'unprocessable',
};

const questions = [
  { refusal: 'already-cancelled', id: 'second-cancel', what: 'a second cancel', statuses: [400, 404, 410, 422] },
  {
    refusal: 'other-state',
    id: 'other-state',
    what: 'the cancel of a delivered order',
    statuses: [400, 403, 404, 422],
  },
  { refusal: 'not-an-id', id: 'not-an-id', what: 'an id that is not an integer', statuses: [400, 422] },
] as const satisfies readonly { refusal: Refusal; id: string; what: string; statuses: readonly number[] }[];

const statusVariants: readonly Variant[] = questions.flatMap(({ refusal, id, what, statuses }) =>
  statuses.map((status) => ({
    id: `${id}-${status}`,
    summary: `answers ${what} with ${status}`,
    behaviour: refusing(refusal, { status, code: codes[status] ?? 'refused' }),
  })),
);

/** Forgets an order as soon as it is cancelled. */
const removing: Behaviour = () => ({
  cancel: (orders, order) => {
    const outcome = cancelPending(orders, order);
    if (outcome === 'cancelled') orders.remove(order.id);
    return outcome;
  },
});

export const stateVariants: readonly Variant[] = [
  ...statusVariants,
  {
    id: 'cancelled-orders-removed',
    summary: 'forgets cancelled orders: they are not listed, and a second cancel is 404',
    behaviour: removing,
  },
  {
    id: 'cancelled-orders-hidden',
    summary: 'does not list cancelled orders, but answers a second cancel with 409',
    behaviour: () => ({ select: (orders) => orders.all().filter(({ status }) => status !== 'cancelled') }),
  },
  {
    id: 'cancelled-orders-marked',
    summary: 'lists cancelled orders with the time of the cancel, and no status',
    behaviour: listingEach(({ status, ...members }) =>
      status === 'cancelled' ? { ...members, cancelledAt: '2026-01-31T12:00:00Z' } : members,
    ),
  },
  {
    id: 'payment-in-place-of-status',
    summary: 'lists no status, but a payment that is pending for one half of the orders, and later for the other one',
    behaviour: () => {
      let listings = 0;
      return {
        select: (orders) => {
          listings += 1;
          return orders.all();
        },
        renderOrder: (order) => ({
          ...orderJson(order),
          status: undefined,
          payment: order.id % 2n === (listings > 12 ? 0n : 1n) ? 'pending' : 'paid',
        }),
      };
    },
  },
  {
    id: 'members-left-out-later',
    summary: 'lists orders without their quantity once an order was cancelled: no member is required',
    behaviour: () => {
      let isCancelled = false;
      return {
        cancel: (orders, order) => {
          isCancelled = true;
          return cancelPending(orders, order);
        },
        renderOrder: (order) => ({ ...orderJson(order), ...(isCancelled && { quantity: undefined }) }),
      };
    },
  },
  {
    id: 'slow-cancel',
    summary: 'takes 20 ms to confirm a cancel',
    behaviour: () => ({
      cancel: async (orders, order) => {
        const outcome = cancelPending(orders, order);
        await delay(20, undefined, { ref: false });
        return outcome;
      },
    }),
  },
];
