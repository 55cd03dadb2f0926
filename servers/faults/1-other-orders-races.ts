import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '../fault.js';
import type { Order, OrderStore } from '../order.js';
import { type Behaviour, type CancelOutcome, cancelPending, orderOf, type Steps } from '../steps.js';
import { refused } from './conflicts.js';

/** Reads the state, pauses, then writes. Every cancel that reads `pending` during the pause gets 204. */
const cancelAfter =
  (pause: () => Promise<unknown>) =>
  async (orders: OrderStore, order: Order): Promise<CancelOutcome> => {
    if (order.status !== 'pending') return cancelPending(orders, order);
    await pause();
    orders.put({ ...order, status: 'cancelled' });
    return 'cancelled';
  };

const checkingThen =
  (pause: () => Promise<unknown>): Behaviour =>
  () => ({ cancel: cancelAfter(pause) });

const wait = (milliseconds: number) => () => delay(milliseconds, undefined, { ref: false });

/** A worker that runs one cancel of an order at a time. */
const worker = (reference: Steps): Steps => {
  const locks = new Map<bigint, Promise<unknown>>();
  const cancel = cancelAfter(wait(3));
  return {
    ...reference,
    cancel: (orders, order) => {
      const before = locks.get(order.id) ?? Promise.resolve();
      const outcome = before.then(() => cancel(orders, orders.get(order.id) ?? order));
      locks.set(order.id, outcome);
      return outcome;
    },
  };
};

/** Two workers that get connections in turn. */
const twoWorkers: Behaviour = (reference) => {
  const workers = [worker(reference), worker(reference)] as const;
  const workerOf = new WeakMap<object, Steps>();
  let connections = 0;
  return {
    choose: ({ connection }) => {
      const known = workerOf.get(connection);
      if (known !== undefined) return known;
      connections += 1;
      const next = connections % 2 === 0 ? workers[0] : workers[1];
      workerOf.set(connection, next);
      return next;
    },
  };
};

/** Races that need exact timing: two requests rarely meet in them. */
export const raceFaults: readonly Fault[] = [
  {
    id: 'cancel-race-within-2-ms',
    summary: 'checks the state, then changes it 2 ms later',
    who: 'Two statements to a database nearby, without a transaction.',
    behaviour: checkingThen(wait(2)),
  },
  {
    id: 'cancel-race-between-workers',
    summary: 'locks an order against other cancels in the same worker only, of which there are two',
    who: 'A mutex in a process, and two processes.',
    behaviour: twoWorkers,
  },
].map((fault) => ({ ...fault, requirements: ['cancel.race'] }));

/** A cancel that reads `pending`, and finds the order changed when it writes, fails: an optimistic lock that nobody catches. */
const failingLosers =
  (isFailing: (loser: number) => boolean): Behaviour =>
  ({ authenticate }) => {
    let losers = 0;
    return {
      intercept: async (call) => {
        if (orderOf(call)?.status !== 'pending' || !authenticate(call)) return undefined;
        await wait(100)();
        if (orderOf(call)?.status === 'pending') return undefined;
        losers += 1;
        return isFailing(losers) ? refused(500) : undefined;
      },
    };
  };

export const loserFaults: readonly Fault[] = [
  {
    id: 'losers-get-500',
    summary: 'fails with 500 for each cancel that loses against one that was sent at the same instant',
    who: 'Optimistic locks (JPA’s `@Version`) and serializable transactions, where nobody catches the lost one.',
    behaviour: failingLosers(() => true),
  },
  {
    id: 'some-losers-get-500',
    summary: 'fails with 500 for every second cancel that loses against one that was sent at the same instant',
    who: 'Deadlocks, which a database ends by failing some of the transactions.',
    behaviour: failingLosers((loser) => loser % 2 === 1),
  },
].map((fault) => ({ ...fault, requirements: ['cancel.status-table'] }));
