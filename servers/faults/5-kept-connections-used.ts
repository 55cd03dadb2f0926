import type { Fault } from '../fault.js';
import { type Reply, withHeader } from '../reply.js';
import { type Behaviour, type Call, cancelPending, orderOf } from '../steps.js';
import { noContent } from './conflicts.js';

/**
 * Changes replies on a connection that another request has used before; pools of clients send most requests on such
 * connections.
 */
const onUsedConnections =
  (change: (reply: Reply, call: Call) => Reply): Behaviour =>
  ({ finish }) => {
    const used = new WeakSet<object>();
    return {
      finish: (reply, call) => {
        const finished = finish(reply, call);
        const isUsed = used.has(call.connection);
        used.add(call.connection);
        return isUsed ? change(finished, call) : finished;
      },
    };
  };

/**
 * After the valid key on a connection, anybody may cancel a pending order, or a refused cancel takes effect
 * (`isRefused`).
 */
const trusting =
  (isRefused: boolean): Behaviour =>
  ({ authenticate }) => {
    const trusted = new WeakSet<object>();
    return {
      authenticate: (call) => {
        const authentic = authenticate(call);
        if (authentic) trusted.add(call.connection);
        const order = orderOf(call);
        if (authentic || !trusted.has(call.connection) || order?.status !== 'pending') return authentic;
        if (isRefused) cancelPending(call.orders, order);
        return !isRefused;
      },
    };
  };

export const usedConnectionFaults: readonly Fault[] = [
  {
    id: 'used-no-content-with-length',
    summary: 'sends a Content-Length above 0 with a 204 that is not the first answer on its connection',
    who: 'A buffer of the connection that still has the length of the answer before.',
    requirements: ['cancel.pending.no-body'],
    behaviour: onUsedConnections((reply) => (reply.status === 204 ? withHeader(reply, 'Content-Length', '16') : reply)),
  },
  {
    id: 'used-unknown-204',
    summary: 'answers a cancel of an unknown order with 204 where it is not the first request on its connection',
    who: 'A handler that is reused with the outcome of the request before.',
    requirements: ['cancel.unknown.status'],
    behaviour: onUsedConnections((reply) => (reply.status === 404 ? noContent : reply)),
  },
  {
    id: 'trusts-connection-with-pending-orders',
    summary: 'cancels pending orders for everybody on a connection that the valid key has used',
    who: 'A gateway that caches “authenticated” for the connection, and checks the key again only for unknown orders.',
    requirements: ['auth.kept-connection', 'auth.cancel.missing'],
    behaviour: trusting(false),
  },
  {
    id: 'cancels-before-refusal-on-used-connection',
    summary: 'answers 401, but cancels a pending order all the same on a connection that the valid key has used',
    who: 'A check of the key that runs beside the handler, with the identity of the connection.',
    requirements: ['auth.no-effect', 'orders.conserved'],
    behaviour: trusting(true),
  },
];
