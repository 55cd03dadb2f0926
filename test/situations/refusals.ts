import { finishing } from '../../servers/changes.js';
import { refused } from '../../servers/faults/conflicts.js';
import { type Reply, textReply, withHeader } from '../../servers/reply.js';
import { type Behaviour, type Call, cancelPending } from '../../servers/steps.js';
import { fault } from '../engine/servers.js';
import { answering } from './answers.js';
import { hasValidKey, type Situation, where } from './situation.js';

/** The pause that the target asks for. */
const asking = (status: number, seconds: string): Reply => withHeader(refused(status), 'Retry-After', seconds);

interface Lockout {
  /** The number of bad keys before the lockout. */
  readonly borne: number;
  /** True if the lockout includes the valid key. */
  readonly isForAll?: boolean;
  /** The most refusals that a run may cause before it stops. */
  readonly most: number;
}

/** Refuses requests with this reply after some bad keys. Throws if the run does not stop in time. */
const lockingOut = (reply: Reply, { borne, isForAll = false, most }: Lockout): Behaviour => {
  return () => {
    let [bad, late] = [0, 0];
    return {
      intercept: (call) => {
        if (!hasValidKey(call)) bad += 1;
        if (bad <= borne || (!isForAll && hasValidKey(call))) return undefined;
        late += 1;
        if (late > most) throw new Error(`The target is not left alone after ${most} refusals.`);
        return reply;
      },
    };
  };
};

/** Gives this reply to every later request. */
const afterRequests = (count: number, reply: Reply): Behaviour => {
  return () => {
    let requests = 0;
    return {
      intercept: () => {
        requests += 1;
        if (requests > count + 10) throw new Error('The target is not left alone.');
        return requests > count ? reply : undefined;
      },
    };
  };
};

const page = textReply(202, 'text/html', '<!doctype html><title>Just a moment...</title>');

/** A cache in front of the service repeats a refusal of the listing to all clients. */
const keepingRefusals =
  (afterBadKeys: number, headers: readonly (readonly [string, string])[]): Behaviour =>
  () => {
    let bad = 0;
    return {
      intercept: (call) => {
        if (!hasValidKey(call)) bad += 1;
        if (call.operation !== 'listOrders' || bad < afterBadKeys) return undefined;
        return headers.reduce((reply, [name, value]) => withHeader(reply, name, value), refused(401));
      },
    };
  };

/** Refuses every second request with the valid key with 401: one of two nodes has another key. */
const oneNodeRefuses =
  (from: number): Behaviour =>
  () => {
    let requests = 0;
    return {
      intercept: (call) => {
        if (!hasValidKey(call)) return undefined;
        requests += 1;
        return requests > from && requests % 2 === 0 ? refused(401) : undefined;
      },
    };
  };

/** An edge cache answers the first listing after some cancels, and then forwards listings again. */
const keepingOnce =
  (afterCancels: number): Behaviour =>
  () => {
    let cancels = 0;
    return {
      finish: (reply, call) => {
        if (call.operation === 'cancelOrder') cancels += 1;
        if (call.operation === 'cancelOrder' || !hasValidKey(call) || cancels < afterCancels) return reply;
        cancels = Number.NEGATIVE_INFINITY;
        return withHeader(withHeader(reply, 'Age', '0'), 'X-Cache', 'Hit from edge');
      },
    };
  };

/** An ingress sends each cancel to the service twice, and passes on the second answer. */
const repeatingCancels: Behaviour = () => ({
  cancel: (orders, order) => {
    cancelPending(orders, order);
    return cancelPending(orders, orders.get(order.id) ?? order);
  },
});

const everything = (reply: Reply): Behaviour => answering(() => true, reply);

/** Targets that keep a run from beginning or ending. */
export const refusals: readonly Situation[] = [
  where('the key is refused', {}, {}, { apiKey: 'another-key-than-the-stores' }),
  where('everything gets 404', everything(refused(404))),
  where('everything gets 500', everything(refused(500))),
  where(
    'all bodies break off',
    finishing((reply) => withHeader(withHeader(reply, 'Content-Length', '9999'), 'Connection', 'close')),
  ),
  where('the listing is cut off', fault('list-cut-off')),
  where(
    'the target asks for a pause of an hour after 40 requests',
    afterRequests(40, asking(503, '3600')),
    {},
    { concurrency: 1 },
  ),
  // Lockouts
  where('all is refused (403) after 15 bad keys', lockingOut(refused(403), { borne: 15, isForAll: true, most: 30 })),
  where('bad keys are limited after 40', lockingOut(asking(429, '900'), { borne: 40, most: 110 })),
  // Bad keys get 401 anyway, so only the valid key can show the lockout.
  where('all is refused (401) after 15 bad keys', lockingOut(refused(401), { borne: 15, isForAll: true, most: 90 })),
  where('all is refused (403) after 60 bad keys', lockingOut(refused(403), { borne: 60, isForAll: true, most: 30 })),
  where('all is limited after 15 bad keys', lockingOut(asking(429, '900'), { borne: 15, isForAll: true, most: 30 })),
  where('bad keys are limited from the first on', lockingOut(asking(429, '900'), { borne: 0, most: 110 })),
  // Other outages, and similar answers that are not an outage
  where('a page answers everything from request 40 on', afterRequests(40, page), {}, { concurrency: 1 }),
  where(
    'a page answers everything, and the run is read-only',
    afterRequests(12, page),
    {},
    { concurrency: 1, readOnly: true },
  ),
  where('a cache keeps a refusal of the listing', keepingRefusals(30, [])),
  where('an edge keeps a listing for a moment', keepingOnce(60)),
  where('an ingress sends each cancel twice', repeatingCancels),
  where('one of two nodes refuses the valid key', oneNodeRefuses(6), {}, { concurrency: 1 }),
  where(
    'some bad keys get 403, and others 401',
    answering(({ authorization = '' }: Call) => /^Basic /.test(authorization), refused(403)),
  ),
  where(
    'every cancel is refused for now',
    answering(
      ({ operation }) => operation === 'cancelOrder',
      withHeader({ status: 503, headers: [] }, 'Content-Length', '0'),
    ),
  ),
];
