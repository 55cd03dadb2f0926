import { setTimeout as delay } from 'node:timers/promises';
import { onStatus, together } from '../changes.js';
import type { Fault } from '../fault.js';
import type { Order, OrderStore } from '../order.js';
import { cancelPending } from '../steps.js';
import { insteadOf409, noContent, refused, succeeded } from './conflicts.js';

const markCancelled = (orders: OrderStore, order: Order): void => orders.put({ ...order, status: 'cancelled' });

const wait = (milliseconds: number): Promise<void> => delay(milliseconds, undefined, { ref: false });

const repetitionFaults: readonly Fault[] = [
  {
    id: 'cancels-nothing',
    summary: 'answers 204 for a pending order, and leaves it pending',
    who: 'A transaction that is not committed; a stub.',
    requirements: ['cancel.pending.listed', 'cancel.again', 'cancel.race'],
    behaviour: () => ({
      cancel: (orders, order) => (order.status === 'pending' ? 'cancelled' : cancelPending(orders, order)),
    }),
  },
  {
    id: 'cancels-again',
    summary: 'answers 204 for an order that was cancelled before',
    who: 'Soft deletes that set the date of deletion again.',
    requirements: ['cancel.again', 'cancel.race'],
    behaviour: insteadOf409('cancelled', () => noContent),
  },
  {
    id: 'cancels-again-behind-lock',
    summary: 'refuses a second cancel only while the first one is running',
    who: 'A lock without a check of the state after it.',
    requirements: ['cancel.again'],
    behaviour: () => {
      const running = new Set<bigint>();
      return {
        cancel: async (orders, order) => {
          if (running.has(order.id)) return 'already-cancelled';
          if (order.status === 'cancelled') return 'cancelled';
          const outcome = cancelPending(orders, order);
          running.add(order.id);
          await wait(300); // longer than simultaneous cancels are apart
          running.delete(order.id);
          return outcome;
        },
      };
    },
  },
  ...[200, 202].map((status) => ({
    id: `cancels-again-${status}`,
    summary: `answers ${status} for an order that was cancelled before`,
    who: 'Idempotent deletes.',
    requirements: ['cancel.again'],
    behaviour: insteadOf409('cancelled', () => succeeded(status)),
  })),
  {
    id: 'cancel-not-atomic',
    summary: 'checks the state, then changes it 40 ms later, so that two simultaneous cancels both get 204',
    who: 'Read, check and write as three statements, without a transaction.',
    requirements: ['cancel.race'],
    behaviour: () => ({
      cancel: async (orders, order) => {
        if (order.status !== 'pending') return cancelPending(orders, order);
        await wait(40);
        markCancelled(orders, order);
        return 'cancelled';
      },
    }),
  },
  {
    id: 'cancels-everything-pending',
    summary: 'takes all pending orders along when one is cancelled, from the next listing on',
    who: '`UPDATE orders SET …` without its WHERE, and a cache that is filled when the orders are listed.',
    requirements: ['cancel.others-untouched', 'orders.conserved'],
    behaviour: () => {
      let cancelled = false;
      return {
        cancel: (orders, order) => {
          const outcome = cancelPending(orders, order);
          cancelled ||= outcome === 'cancelled';
          return outcome;
        },
        select: (orders, { query }) => {
          const pending = orders.all().filter(({ status }) => cancelled && query.size === 0 && status === 'pending');
          for (const { id } of pending) orders.remove(id);
          return orders.all();
        },
      };
    },
  },
];

const otherStateFaults: readonly Fault[] = [
  {
    id: 'cancels-delivered-after-others',
    summary: 'cancels delivered orders once another order has been cancelled',
    who: 'A guard that is switched off by the first success, and kept in a field.',
    requirements: ['cancel.other-state'],
    behaviour: () => {
      let isOpen = false;
      return {
        cancel: (orders, order) => {
          if (isOpen && order.status === 'delivered') return 'cancelled';
          const outcome = cancelPending(orders, order);
          isOpen ||= outcome === 'cancelled';
          return outcome;
        },
      };
    },
  },
  {
    id: 'cancels-delivered',
    summary: 'cancels a delivered order with 204',
    who: '`if (status !== "shipped")` in place of `if (status === "pending")`.',
    requirements: ['cancel.other-state'],
    behaviour: () => ({
      cancel: (orders, order) => {
        if (order.status !== 'delivered') return cancelPending(orders, order);
        markCancelled(orders, order);
        return 'cancelled';
      },
    }),
  },
  {
    id: 'confirms-delivered',
    summary: 'answers 204 for a delivered order, and leaves it as it is',
    who: 'A state machine that ignores transitions that it does not have.',
    requirements: ['cancel.other-state'],
    behaviour: insteadOf409('delivered', () => noContent),
  },
  {
    id: 'cancels-delivered-200',
    summary: 'cancels a delivered order, and answers every cancel that succeeds with 200',
    who: 'Services that always send a body, and check for "shipped" in place of "pending".',
    requirements: ['cancel.pending.status', 'cancel.other-state', 'cancel.status-table'],
    behaviour: together(
      () => ({
        cancel: (orders, order) => {
          if (order.status !== 'delivered') return cancelPending(orders, order);
          markCancelled(orders, order);
          return 'cancelled';
        },
      }),
      onStatus(204, () => succeeded(200)),
    ),
  },
  {
    id: 'confirms-delivered-202',
    summary: 'answers 202 for a delivered order, and leaves it as it is',
    who: 'A queue that takes every cancel.',
    requirements: ['cancel.other-state'],
    behaviour: insteadOf409('delivered', () => succeeded(202)),
  },
  {
    id: 'delivered-500',
    summary: 'fails with 500 for a delivered order',
    who: 'A `switch` over the states whose default throws.',
    requirements: ['cancel.status-table'],
    behaviour: insteadOf409('delivered', () => refused(500)),
  },
  {
    id: 'second-cancel-500',
    summary: 'fails with 500 for a second cancel',
    who: 'A unique index on the record of the cancel.',
    requirements: ['cancel.status-table'],
    behaviour: insteadOf409('cancelled', () => refused(500)),
  },
];

export const onlyPendingFaults: readonly Fault[] = [...repetitionFaults, ...otherStateFaults];
