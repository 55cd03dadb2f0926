import { isCancel } from '../evidence/request.js';
import { type FaultyCredential, faultyCredentials } from '../interface/interface.js';
import { cancelOnKeptConnection } from './4.2-cancel-pending.js';
import { badKey, gets401, refusesBadKeys } from './5-authentication.js';
import { isOnlyKeyWrong } from './orders/doubts.js';
import { outlivedOrOpen } from './orders/outlived.js';
import type { ClauseFile } from './terms/clause.js';
import { REPAIRS } from './terms/repair.js';
import { listingOn, refusal, refusals, UNLIKE_KEY } from './terms/requests.js';
import { type OrderTarget, type RequestSpec, type Scenario, scenario } from './terms/scenario.js';

/**
 * One bad key for each way to mistake it for the valid one. Only one pending order gets every bad key: all keys on all
 * orders would make a run a third longer. A route for orders of one state, a cache of decisions, or code that looks up
 * who owns an order may read the key in a way of its own, so the other orders get these.
 */
const ONE_OF_EACH_KIND = [...UNLIKE_KEY, 'shorter', 'longer', 'case', 'extra-word', 'no-scheme'] as const;

const allBadKeys = Object.fromEntries(
  faultyCredentials.map((credential) => [credential, { ...refusal('refused', credential), order: 'own' }]),
) as Record<FaultyCredential, RequestSpec<never>>;

/** With the valid key, a cancel of this order gets 204, so the target can refuse it for its key only. */
export const cancelsOfPendingWithoutKey = scenario({
  id: 'auth-cancel-pending',
  title: 'Cancels of a pending order without a valid key are refused, and change nothing',
  order: { state: 'pending', for: 'alone' },
  requests: {
    ...allBadKeys,
    // A connection that the valid key has used does not open the order. The cancel goes out after the listing that shows what
    // the refused cancels did, so that its success is not taken for theirs.
    'listing-first': listingOn('left-alone', 'used', 'valid', 'opener'),
    'missing-after-valid': { ...refusal('left-alone', 'missing', 'reused'), order: 'own', connection: 'used' },
    // The positive control: its 204 shows that the refused cancels had no effect.
    ...cancelOnKeptConnection,
    ...refusals('then-', ONE_OF_EACH_KIND, { stage: 'texts', order: 'own', when: { succeeded: 'cancel' } }),
  },
});

const everyBadKey = refusesBadKeys('cancel', (credential) =>
  gets401([cancelsOfPendingWithoutKey], {
    isAbout: (request) => isCancel(request) && isOnlyKeyWrong(request) && request.credential === credential,
    isBrokenBy: (request) => isCancel(request) && request.credential === credential,
  }),
);

/** The target could refuse these cancels for their order, with 404 or 409. */
const onOther = (
  id: string,
  words: string,
  target: OrderTarget,
  credentials: readonly FaultyCredential[],
  order?: Scenario['order'],
) =>
  scenario({
    id: `auth-cancel-${id}`,
    title: `A cancel of ${words} without a valid key is refused before the order is looked at`,
    order,
    requests: {
      ...refusals('', credentials, { stage: 'refused', order: target }),
      // After the valid key got 404 for this id: a gateway or a handler may remember that, and send it to the wrong key.
      ...refusals('then-', order ? [] : ['wrong'], { stage: 'texts', order: target }),
    },
  });

export const cancelsOfOthersWithoutKey: readonly Scenario[] = [
  onOther('unknown', 'an unknown order', { unknown: 'plain' }, ONE_OF_EACH_KIND),
  onOther('unknown-long', 'an unknown order with an id above 2^53', { unknown: 'above-2-53' }, ['missing']),
  onOther('shipped', 'a shipped order', 'own', ONE_OF_EACH_KIND, { state: 'shipped', mayBeShared: true }),
  onOther('other', 'an order in another state', 'own', ONE_OF_EACH_KIND, { state: 'other', mayBeShared: true }),
];

const keyFirst = badKey.must('auth.first', {
  operation: 'cancelOrder',
  text: 'A cancel without a valid key returns 401 whatever the order: unknown, shipped or pending.',
  why: 'A 404 or 409 without a valid key tells a stranger which orders exist.',
  fix: REPAIRS.keyFirst,
  ...gets401(cancelsOfOthersWithoutKey, { isAbout: (request) => isCancel(request) && !isOnlyKeyWrong(request) }),
});

const noEffect = badKey.must('auth.no-effect', {
  operation: 'cancelOrder',
  text: 'A cancel that is refused with 401 has no effect: the order can still be cancelled afterwards.',
  fix: 'Authenticate before you change anything.',
  needs: [cancelsOfPendingWithoutKey],
  judgeRun: (evidence) =>
    outlivedOrOpen(evidence, 'auth.no-effect', 'without-key', ({ roles }) => roles.has('refused')),
});

export const cancelKey: ClauseFile = { demands: [...everyBadKey, keyFirst, noEffect] };
