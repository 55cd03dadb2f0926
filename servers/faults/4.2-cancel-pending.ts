import { onStatus } from '../changes.js';
import type { Fault } from '../fault.js';
import { errorReply, jsonReply, withHeader } from '../reply.js';
import { cancelPending, type Steps } from '../steps.js';

/** Cancels that succeed, but get another status. */
const statusFaults: readonly Fault[] = [
  {
    id: 'pending-200',
    summary: 'answers a successful cancel with 200 and `{"deleted":true}`',
    who: 'Services that always send a body; Stripe’s style.',
    reply: () => jsonReply(200, { deleted: true }),
  },
  {
    id: 'pending-200-order',
    summary: 'answers a successful cancel with 200 and the order',
    who: 'Generated CRUD interfaces.',
    reply: () => jsonReply(200, { id: 101, status: 'cancelled' }),
  },
  {
    id: 'pending-200-empty',
    summary: 'answers a successful cancel with 200 and no body',
    who: 'Spring’s `void` handlers.',
    reply: () => withHeader({ status: 200, headers: [] }, 'Content-Length', '0'),
  },
  {
    id: 'pending-202',
    summary: 'answers a successful cancel with 202',
    who: 'Services that put the cancel into a queue.',
    reply: () => jsonReply(202, { job: 'cancel-1' }),
  },
  {
    id: 'pending-303',
    summary: 'answers a successful cancel with a redirect to the listing',
    who: 'Web frameworks that redirect after every change.',
    reply: () => ({ status: 303, headers: [['Location', '/v1/store/orders']] as const }),
  },
  {
    id: 'pending-500',
    summary: 'cancels, then fails with 500',
    who: 'A notification after the cancel that throws.',
    reply: () => errorReply({ status: 500, code: 'failed', message: 'The mail was not sent.' }),
  },
].map(({ id, summary, who, reply }) => ({
  id,
  summary,
  who,
  requirements: ['cancel.pending.status', 'cancel.status-table'],
  behaviour: onStatus(204, reply),
}));

/** The same deviations, only for ids above 2^53. */
const someStatusFaults: readonly Fault[] = [
  {
    id: 'pending-200-large',
    summary: 'answers a successful cancel of an order above 2^53 with 200',
    who: 'A separate store for long ids, with another handler.',
    requirements: ['cancel.pending.status', 'cancel.status-table'],
    behaviour: onStatus(204, (reply, { idText }) => (idText.length > 15 ? jsonReply(200, {}) : reply)),
  },
];

const stateFaults: readonly Fault[] = [
  {
    id: 'pending-409',
    summary: 'answers a cancel of a pending order with 409, and lists it as pending',
    who: 'A rule that compares the state in another letter case.',
    requirements: ['cancel.pending.status'],
    behaviour: () => ({
      cancel: (orders, order) => (order.status === 'pending' ? 'other-state' : cancelPending(orders, order)),
    }),
  },
  ...[101n, 102n, 103n, 104n].map((id) => ({
    id: `pending-${id}-404`,
    summary: `does not find the pending order ${id}, and lists it as pending`,
    who: 'A partition, or a row from before a migration, that only one of two queries reads.',
    requirements: ['cancel.pending.status'],
    behaviour: (): Partial<Steps> => ({ find: (orders, wanted) => (wanted === id ? undefined : orders.get(wanted)) }),
  })),
  {
    id: 'pending-long-removed-with-404',
    summary: 'removes the pending order 9007199254740993 when it is cancelled, and answers 404',
    who: 'A query for the answer that runs after the delete.',
    requirements: ['cancel.pending.status'],
    behaviour: () => ({
      find: (orders, wanted) => {
        if (wanted === 9_007_199_254_740_993n) orders.remove(wanted);
        return orders.get(wanted);
      },
    }),
  },
];

export const cancelPendingFaults: readonly Fault[] = [...statusFaults, ...someStatusFaults, ...stateFaults];
