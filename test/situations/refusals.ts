import { finishing } from '../../servers/changes.js';
import { refused } from '../../servers/faults/conflicts.js';
import { type Reply, withHeader } from '../../servers/reply.js';
import type { Behaviour, Call } from '../../servers/steps.js';
import { fault } from '../engine/servers.js';
import { answering } from './answers.js';
import { hasValidKey, type Situation, where } from './situation.js';

/** The pause that the target asks for. */
const asking = (status: number, seconds: string): Reply => withHeader(refused(status), 'Retry-After', seconds);

interface Lockout {
  /** The number of bad keys that the target bears. */
  readonly borne: number;
  /** True if the valid key is refused then, too. */
  readonly isForAll?: boolean;
  /** The number of refusals before which the run must leave the target alone. */
  readonly most: number;
}

/** Refuses requests like this after some bad keys. A run that goes on for too long is a defect of the suite. */
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

const afterRequests = (count: number, reply: Reply): Behaviour => {
  return () => {
    let requests = 0;
    return {
      intercept: () => {
        requests += 1;
        if (requests > count + 1) throw new Error('The target is not left alone.');
        return requests > count ? reply : undefined;
      },
    };
  };
};

const everything = (reply: Reply): Behaviour => answering(() => true, reply);

/** Targets that do not let a run end, or not even begin. */
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
  // Bad keys get 401 anyway: only the valid one tells.
  where('all is refused (401) after 15 bad keys', lockingOut(refused(401), { borne: 15, isForAll: true, most: 90 })),
  where('all is refused (403) after 60 bad keys', lockingOut(refused(403), { borne: 60, isForAll: true, most: 30 })),
  where('all is limited after 15 bad keys', lockingOut(asking(429, '900'), { borne: 15, isForAll: true, most: 30 })),
  where('bad keys are limited from the first on', lockingOut(asking(429, '900'), { borne: 0, most: 110 })),
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
