import { together } from '../changes.js';
import type { Order } from '../order.js';
import type { Behaviour } from '../steps.js';
import type { Variant } from '../variant.js';
import { alsoListing } from './live-systems.js';

/** A server that conforms, where a run cannot judge everything: it must neither fail nor be complete. */
interface Incomplete extends Variant {
  /** The ids of requirements that cannot be judged; which others cannot may depend on the order of the requests. */
  readonly unjudged: readonly string[];
}

const usedUp = (order: Order): Order => (order.status === 'pending' ? { ...order, status: 'cancelled' } : order);

/** An earlier run has cancelled all declared pending orders. */
const secondRun: Behaviour = () => ({
  select: (orders) => orders.all().map(usedUp),
  find: (orders, id) => {
    const order = orders.get(id);
    return order && usedUp(order);
  },
});

const isUsedUp = ({ status }: Order): boolean => status === 'pending';

const needPending = [
  'cancel.pending.status',
  'cancel.pending.no-body',
  'cancel.race',
  'cancel.others-untouched',
  'auth.no-effect',
];

/** Accepts the key in this many requests. */
const expiring =
  (requests: number): Behaviour =>
  ({ authenticate }) => {
    let accepted = 0;
    return {
      authenticate: (call) => {
        if (!authenticate(call)) return false;
        accepted += 1;
        return accepted <= requests;
      },
    };
  };

export const incompleteServers: readonly Incomplete[] = [
  {
    id: 'undeclared-zero',
    summary: 'lists an order 0 that the fixtures do not declare',
    unjudged: ['cancel.unknown.zero-negative'],
    behaviour: alsoListing(0n),
  },
  {
    id: 'undeclared-largest-uint32',
    summary: 'lists an order 4294967295 that the fixtures do not declare',
    unjudged: ['cancel.unknown.max-int64'],
    behaviour: alsoListing(2n ** 32n - 1n),
  },
  {
    id: 'undeclared-largest-int32',
    summary: 'lists an order 2147483647 that the fixtures do not declare',
    unjudged: ['cancel.unknown.max-int64'],
    behaviour: alsoListing(2n ** 31n - 1n),
  },
  {
    id: 'second-run',
    summary: 'lists the orders that are declared as pending as cancelled, by an earlier run',
    unjudged: needPending,
    behaviour: secondRun,
  },
  {
    id: 'second-run-without-status',
    summary: 'lists the orders that are declared as pending, which an earlier run cancelled, and no states',
    unjudged: needPending,
    behaviour: together(secondRun, () => ({ renderOrder: ({ id, members }) => ({ id, ...members }) })),
  },
  {
    id: 'second-run-not-listed',
    summary: 'neither lists nor finds the orders that are declared as pending: an earlier run cancelled them',
    unjudged: needPending,
    behaviour: () => ({
      select: (orders) => orders.all().filter((order) => !isUsedUp(order)),
      find: (orders, id) => {
        const order = orders.get(id);
        return order && !isUsedUp(order) ? order : undefined;
      },
    }),
  },
  {
    id: 'key-expires',
    summary: 'accepts the key in 15 requests, then no longer',
    unjudged: [],
    behaviour: expiring(15),
  },
];
