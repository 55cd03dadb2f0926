import type { Fault } from '../fault.js';
import type { OrderStatus } from '../order.js';
import type { Reply } from '../reply.js';
import { type Behaviour, type Call, orderOf } from '../steps.js';
import { bearerKey } from './5-authentication.js';

/** After some answers to the valid key, accepts any key at the same path. */
const trustingPathAfter =
  (isRemembered: (reply: Reply) => boolean): Behaviour =>
  ({ authenticate, finish }) => {
    const opened = new Set<string>();
    return {
      authenticate: (call) => authenticate(call) || opened.has(call.idText),
      finish: (reply, call) => {
        const finished = finish(reply, call);
        if (call.operation === 'cancelOrder' && authenticate(call) && isRemembered(finished)) opened.add(call.idText);
        return finished;
      },
    };
  };

const hasStatus =
  (status: OrderStatus) =>
  (call: Call): boolean =>
    orderOf(call)?.status === status;

const isShipped = hasStatus('shipped');
const isDelivered = hasStatus('delivered');

const acceptingFor =
  (isOpen: (call: Call) => boolean, isTaken: (key: string, valid: string) => boolean): Behaviour =>
  ({ authenticate }) => ({
    authenticate: (call) => authenticate(call) || (isOpen(call) && isTaken(bearerKey(call), call.apiKey)),
  });

const startsWith = (key: string, valid: string): boolean => key.startsWith(valid);

const isSameInAnyCase = (key: string, valid: string): boolean => key.toLowerCase() === valid.toLowerCase();

/** If no order has the id, repeats the answer to the request before on the connection. */
const findingTheOneBefore =
  (isRemembered: (call: Call) => boolean): Behaviour =>
  ({ intercept, finish }) => {
    const before = new WeakMap<object, Reply>();
    return {
      intercept: (call) => (orderOf(call) ? undefined : before.get(call.connection)) ?? intercept(call),
      finish: (reply, call) => {
        const finished = finish(reply, call);
        if (finished.status === 409 && isRemembered(call)) before.set(call.connection, finished);
        else before.delete(call.connection);
        return finished;
      },
    };
  };

/** Servers that remember a cancel with the valid key. Only a later request to the same order shows it. */
export const rememberedFaults: readonly Fault[] = [
  {
    id: 'opens-path-of-cancelled-order',
    summary: 'asks for no key at the path of an order that the valid key has cancelled',
    who: 'A gateway that caches the decision “allowed” by path.',
    requirements: ['auth.first'],
    behaviour: trustingPathAfter(({ status }) => status === 204),
  },
  {
    id: 'opens-path-of-refused-order',
    summary: 'asks for no key at the path of a shipped order after it refused the valid key’s cancel',
    who: 'A gateway that caches the decision “allowed” by path.',
    requirements: ['auth.first'],
    behaviour: trustingPathAfter(({ status }) => status === 409),
  },
  {
    id: 'looks-up-cancelled-order-first',
    summary: 'answers 409 for a cancelled order before it asks for the key',
    who: 'A handler that looks the order up, and leaves early where it is cancelled.',
    requirements: ['auth.first'],
    behaviour: ({ authenticate }) => ({
      authenticate: (call) => orderOf(call)?.status === 'cancelled' || authenticate(call),
    }),
  },
  {
    id: 'accepts-longer-key-for-shipped-orders',
    summary: 'accepts a key that only starts with the valid one where the order has shipped',
    who: 'A route for closed orders with its own check: `sent.startsWith(key)`.',
    requirements: ['auth.first'],
    behaviour: acceptingFor(isShipped, startsWith),
  },
  {
    id: 'accepts-longer-key-for-delivered-orders',
    summary: 'accepts a key that only starts with the valid one where the order was delivered',
    who: 'An archive of orders with its own check: `sent.startsWith(key)`.',
    requirements: ['auth.first'],
    behaviour: acceptingFor(isDelivered, startsWith),
  },
  {
    id: 'accepts-longer-key-for-cancelled-orders',
    summary: 'accepts a key that only starts with the valid one where the order is cancelled',
    who: 'A cache of closed orders with its own check: `sent.startsWith(key)`.',
    requirements: ['auth.first'],
    behaviour: acceptingFor(hasStatus('cancelled'), startsWith),
  },
  {
    id: 'accepts-flipped-case-for-shipped-orders',
    summary: 'accepts the valid key in any letter case where the order has shipped',
    who: 'A route for closed orders whose table of keys has a collation that ignores case.',
    requirements: ['auth.first'],
    behaviour: acceptingFor(isShipped, isSameInAnyCase),
  },
  {
    id: 'accepts-flipped-case-for-unknown-orders',
    summary: 'accepts the valid key in any letter case where no order has the id',
    who: 'A page for unknown orders, with its own check of the key that ignores case.',
    requirements: ['auth.first'],
    behaviour: acceptingFor((call) => call.operation === 'cancelOrder' && orderOf(call) === undefined, isSameInAnyCase),
  },
  {
    id: 'opens-path-of-unknown-order',
    summary: 'asks for no key at a path where the valid key got 404',
    who: 'A gateway that caches the decision “allowed” by path.',
    requirements: ['auth.first'],
    behaviour: trustingPathAfter(({ status }) => status === 404),
  },
  {
    id: 'looks-up-small-cancelled-order-first',
    summary: 'answers 409 for a cancelled order below 2^53 before it asks for the key',
    who: 'A cache of cancelled orders in front of the service, with keys that are doubles.',
    requirements: ['auth.first'],
    behaviour: ({ authenticate }) => ({
      authenticate: (call) => {
        const { status, id = 0n } = orderOf(call) ?? {};
        return (status === 'cancelled' && id < 2n ** 53n) || authenticate(call);
      },
    }),
  },
  {
    id: 'finds-shipped-order-of-request-before',
    summary: 'answers 409 to a cancel of an unknown order after one of a shipped order on the same connection',
    who: 'A context of the connection that a look-up without a result leaves as it was.',
    requirements: ['cancel.told-apart'],
    behaviour: findingTheOneBefore(isShipped),
  },
  {
    id: 'finds-delivered-order-of-request-before',
    summary: 'answers 409 to a cancel of an unknown order after one of a delivered order on the same connection',
    who: 'A context of the connection that a look-up without a result leaves as it was.',
    requirements: ['cancel.told-apart'],
    behaviour: findingTheOneBefore(isDelivered),
  },
];
