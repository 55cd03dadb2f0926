import type { Fault } from '../fault.js';
import type { Order } from '../order.js';
import type { Reply } from '../reply.js';
import type { Behaviour, Call } from '../steps.js';

type Operation = Call['operation'];
const bothOperations: readonly Operation[] = ['listOrders', 'cancelOrder'];

/** Decides once for each connection whether its requests have the valid key. `keeps` says which decisions are kept. */
const decidingOnce =
  (keeps: (authentic: boolean) => boolean, operations = bothOperations): Behaviour =>
  ({ authenticate }) => {
    const decided = new WeakMap<object, boolean>();
    return {
      authenticate: (call) => {
        if (!operations.includes(call.operation)) return authenticate(call);
        const authentic = decided.get(call.connection) ?? authenticate(call);
        if (keeps(authentic)) decided.set(call.connection, authentic);
        return authentic;
      },
    };
  };

/** Accepts any key for one operation on a connection on which the valid key was used for the other. */
const openingFor =
  (operation: Operation): Behaviour =>
  ({ authenticate }) => {
    const open = new WeakSet<object>();
    return {
      authenticate: (call) => {
        const authentic = authenticate(call);
        if (call.operation === operation) return authentic || open.has(call.connection);
        if (authentic) open.add(call.connection);
        return authentic;
      },
    };
  };

/** Refuses every request on a connection after one without a header. */
const refusingAfterMissing: Behaviour = ({ authenticate }) => {
  const closed = new WeakSet<object>();
  return {
    authenticate: (call) => {
      if (call.authorization === undefined) closed.add(call.connection);
      return authenticate(call) && !closed.has(call.connection);
    },
  };
};

/** If a header has no bearer token, trusts the earlier user of the connection. */
const trustingOtherSchemes: Behaviour = ({ authenticate }) => {
  const open = new WeakSet<object>();
  return {
    authenticate: (call) => {
      const authentic = authenticate(call);
      if (authentic) open.add(call.connection);
      return authentic || (/^Basic /.test(call.authorization ?? '') && open.has(call.connection));
    },
  };
};

/** If a request has no Authorization header, uses the one of the request before. */
const rememberingHeader: Behaviour = ({ authenticate }) => {
  const headers = new WeakMap<object, string>();
  return {
    authenticate: (call) => {
      const authorization = call.authorization ?? headers.get(call.connection);
      if (authorization !== undefined) headers.set(call.connection, authorization);
      return authenticate({ ...call, authorization });
    },
  };
};

/** Answers each request for an operation with the reply to the one before on its connection. */
const answeringLate =
  (operation: Operation): Behaviour =>
  ({ finish }) => {
    const replies = new WeakMap<object, Reply>();
    return {
      finish: (reply, call) => {
        const finished = finish(reply, call);
        if (call.operation !== operation) return finished;
        const late = replies.get(call.connection);
        replies.set(call.connection, finished);
        return late ?? finished;
      },
    };
  };

const keeps = (kept: readonly boolean[]) => (authentic: boolean) => kept.includes(authentic);

/** The kinds of keys that the suite tries after the valid one. */
const EACH = ['missing', 'empty', 'wrong', 'basic'];

const lettingIn = (operation: 'list' | 'cancel', ...keys: readonly string[]): string[] =>
  keys.map((key) => `auth.${operation}.${key}`);

export const keptConnectionFaults: readonly Fault[] = [
  {
    id: 'key-checked-once-a-connection',
    also: [...lettingIn('list', ...EACH), ...lettingIn('cancel', ...EACH)],
    summary: 'checks the key of the first request on a connection only',
    who: 'Services that bind the identity to the connection, as NTLM and database protocols do.',
    behaviour: decidingOnce(keeps([true, false])),
  },
  {
    id: 'trusts-connection-after-valid-key',
    also: [...lettingIn('list', ...EACH), ...lettingIn('cancel', ...EACH)],
    summary: 'accepts every request on a connection that the valid key has used',
    who: 'Gateways that cache “authenticated” for the connection.',
    behaviour: decidingOnce(keeps([true])),
  },
  {
    id: 'trusts-connection-after-valid-key-on-listing',
    also: lettingIn('list', ...EACH),
    summary: 'lists for everybody on a connection that has listed with the valid key',
    who: 'A cache of the session in the handler of one route.',
    behaviour: decidingOnce(keeps([true]), ['listOrders']),
  },
  {
    id: 'trusts-connection-after-valid-key-on-cancel',
    also: lettingIn('cancel', ...EACH),
    summary: 'cancels for everybody on a connection that has cancelled with the valid key',
    who: 'A cache of the session in the handler of one route.',
    behaviour: decidingOnce(keeps([true]), ['cancelOrder']),
  },
  {
    id: 'trusts-cancels-after-listing',
    also: lettingIn('cancel', 'missing', 'wrong'),
    summary: 'cancels for everybody on a connection that has listed with the valid key',
    who: 'A gateway that asks for the key where a session begins, which a listing does.',
    behaviour: openingFor('cancelOrder'),
  },
  {
    id: 'trusts-listings-after-cancel',
    also: lettingIn('list', 'missing', 'wrong'),
    summary: 'lists for everybody on a connection that has cancelled with the valid key',
    who: 'A gateway that concludes from the right to write that the client may read.',
    behaviour: openingFor('listOrders'),
  },
  {
    id: 'refuses-connection-after-invalid-key',
    summary: 'refuses every request on a connection that an invalid key has used',
    who: 'Gateways that cache “refused” under the connection.',
    behaviour: decidingOnce(keeps([false])),
  },
  {
    id: 'refuses-connection-after-missing-key',
    summary: 'refuses every request on a connection that has carried one without an Authorization header',
    who: 'Gateways that cache “anonymous” under the connection.',
    behaviour: refusingAfterMissing,
  },
  {
    id: 'trusts-connection-for-basic',
    also: [...lettingIn('list', 'basic'), ...lettingIn('cancel', 'basic')],
    summary: 'accepts a request with Basic on a connection that the valid key has used',
    who: 'Middleware that finds no bearer token, and continues with the user of the connection.',
    behaviour: trustingOtherSchemes,
  },
  {
    id: 'remembers-header-of-connection',
    also: [...lettingIn('list', 'missing'), ...lettingIn('cancel', 'missing')],
    summary: 'takes the Authorization header of the request before, where a request on the same connection has none',
    who: 'Objects for requests that are used again, and not cleared.',
    behaviour: rememberingHeader,
  },
  {
    id: 'answers-late-on-listing',
    also: lettingIn('list', ...EACH),
    summary: 'answers each listing on a kept connection as the one before it',
    who: 'A proxy whose connection to the service fell out of step.',
    behaviour: answeringLate('listOrders'),
  },
  {
    id: 'answers-late-on-cancel',
    also: lettingIn('cancel', ...EACH),
    summary: 'answers each cancel on a kept connection as the one before it',
    who: 'A proxy whose connection to the service fell out of step.',
    behaviour: answeringLate('cancelOrder'),
  },
].map(({ also = [], ...fault }) => ({ ...fault, requirements: ['auth.kept-connection', ...also] }));

const onKeptConnections =
  (select: (orders: readonly Order[]) => readonly Order[]): Behaviour =>
  () => ({ select: (orders, { isKept }) => (isKept ? select(orders.all()) : orders.all()) });

/** Listings that differ on a kept connection. */
export const keptListingFaults: readonly Fault[] = [
  {
    id: 'kept-listing-short',
    summary: 'lists three orders only where the connection is kept',
    who: 'A buffer for kept connections that is flushed once.',
    requirements: ['list.complete'],
    behaviour: onKeptConnections((orders) => orders.slice(0, 3)),
  },
  {
    id: 'kept-listing-twice',
    summary: 'lists the first order twice where the connection is kept',
    who: 'A cursor of the connection that is rewound too late.',
    requirements: ['order.id-unique'],
    behaviour: onKeptConnections((orders) => [...orders.slice(0, 1), ...orders]),
  },
  {
    id: 'kept-listing-in-data',
    summary: 'lists in an object under `data` where the connection is kept',
    who: 'A gateway with another version of the serializer for its pool.',
    requirements: ['list.array'],
    behaviour: ({ renderListing }) => ({
      renderListing: (orders, call) =>
        call.isKept ? { data: renderListing(orders, call) } : renderListing(orders, call),
    }),
  },
];
