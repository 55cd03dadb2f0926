import { type OrderTarget, type RequestSpec, type Scenario, scenario } from '../../runner/engine/scenario.js';
import type { Role, Stage } from '../../runner/evidence/request.js';
import { CREDENTIALS, type FaultyCredential, faultyCredentials } from '../../runner/secrets/credentials.js';
import { cancelOf, cancelWithKey, isUnlikeKey, refusal, refusedAfterCancel, UNLIKE_KEY } from '../requests.js';

/**
 * A few ways to take a bad key for the valid one. A route for orders of one state, a cache of decisions, or what looks up who
 * owns an order may read the key in a way of its own; all ways on all orders would make a run a third longer.
 */
const OF_EACH_KIND = [...UNLIKE_KEY, 'shorter', 'longer', 'case', 'extra-word', 'no-scheme'] as const;

/** A route that pages is often another piece of code. */
const withQuery: Scenario['requests'] = {
  'probe-query': { stage: 'beside', role: 'refused', credential: 'missing', query: 'limit=1' },
};

const refusedListings = faultyCredentials.map((credential) =>
  scenario({
    id: `auth-list-${credential}`,
    title: `A listing with ${CREDENTIALS[credential].words} is refused`,
    reads: ['before'],
    requests: {
      // Beside the first listing, they tell a wrong address: nothing else tells whether the service is there.
      probe: { stage: isUnlikeKey(credential) ? 'look' : 'kept', role: 'refused', credential },
      ...(credential === 'missing' ? withQuery : {}),
    },
  }),
);

const schemeLetterCase = scenario({
  id: 'auth-scheme-letter-case',
  title: 'The letter case of the scheme `Bearer` is observed',
  requests: { probe: { stage: 'beside', role: 'letter-case', credential: 'valid-lowercase-scheme' } },
});

const unknownOn = (stage: Stage, connection: string, role: Role) =>
  ({ ...cancelOf(stage, 'plain', 'must not be found', role), connection }) as const;

const listingOn = (stage: Stage, connection: string, credential: 'valid' | OnUsed, role: Role) =>
  ({ stage, role, credential, connection, reads: credential === 'valid' ? 'page' : undefined }) as const;

/** Only a pending order isolates the fault of the key: the same cancel with the valid key gets 204. */
const refusedOnPending = scenario({
  id: 'auth-cancel-pending',
  title: 'Cancels of a pending order without a valid key are refused, and change nothing',
  order: { state: 'pending', for: 'alone' },
  requests: {
    ...(Object.fromEntries(
      faultyCredentials.map((credential) => [credential, { ...refusal('refused', credential), order: 'own' }]),
    ) as Record<FaultyCredential, RequestSpec<never>>),
    // A connection that the valid key has used does not open the order. The cancel goes out after the listing that shows what
    // the refused cancels did, so that its success is not taken for theirs.
    'listing-first': listingOn('not-found', 'used', 'valid', 'opener'),
    'missing-after-valid': { ...refusal('left-alone', 'missing', 'reused'), order: 'own', connection: 'used' },
    // The 204 is not the first answer on its connection: so it comes to clients that pool them.
    opener: listingOn('left-alone', 'kept', 'valid', 'opener'),
    cancel: {
      ...cancelWithKey('cancelled', 'own', 'must succeed: the refused cancels had no effect'),
      connection: 'kept',
    },
    // What follows a 204 on its connection is not mistaken for a body of it.
    next: { ...unknownOn('cancelled', 'kept', 'next'), when: { succeeded: 'cancel' } },
    ...refusedAfterCancel('texts', OF_EACH_KIND, { succeeded: 'cancel' }),
  },
});

/** Once the valid key has got 404 for an id: what a gateway or a handler remembers of that opens nothing. */
const rememberedNotFound = (order: OrderTarget): Scenario['requests'] => ({
  'then-wrong': { ...refusal('texts', 'wrong', 'refused-first'), order },
});

/** §5.3: the key is looked at before the order is, whichever order it is. */
const refusedFirst = (
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
      ...Object.fromEntries(
        credentials.map((credential) => [
          credential,
          { ...refusal('refused', credential, 'refused-first'), order: target } as const,
        ]),
      ),
      ...(order ? {} : rememberedNotFound(target)),
    },
  });

export const refusedFirstScenarios: readonly Scenario[] = [
  refusedFirst('unknown', 'an unknown order', { unknown: 'plain' }, OF_EACH_KIND),
  // With a wrong key, it is tried once the valid one has got 404 for it.
  refusedFirst('unknown-long', 'an unknown order with an id above 2^53', { unknown: 'above-2-53' }, ['missing']),
  refusedFirst('shipped', 'a shipped order', 'own', OF_EACH_KIND, { state: 'shipped', shared: true }),
  refusedFirst('other', 'an order in another state', 'own', OF_EACH_KIND, { state: 'other', shared: true }),
];

const refusedUnknownOn = (stage: Stage, connection: string, credential: OnUsed, role: Role) =>
  ({ ...refusal(stage, credential, role), order: { unknown: 'plain' }, connection }) as const;

/** The ways in which a server fails to find a key in a request, and may then take what it remembers of the connection. */
const ON_USED = ['wrong', 'missing', 'empty', 'basic'] as const;

type OnUsed = (typeof ON_USED)[number];

/** A bad key after the valid one, on a connection for each bad key. */
const onUsed = Object.fromEntries(
  ON_USED.flatMap((bad) => [
    // One beside the first listing, before any cancel: what the two show differently changes by itself.
    [`list-valid-${bad}`, listingOn(bad === 'missing' ? 'look' : 'beside', `list-${bad}`, 'valid', 'opener')],
    [`list-${bad}-after-valid`, listingOn('beside', `list-${bad}`, bad, 'reused')],
    [`cancel-valid-${bad}`, unknownOn('kept', `cancel-${bad}`, 'opener')],
    [`cancel-${bad}-after-valid`, refusedUnknownOn('kept', `cancel-${bad}`, bad, 'reused')],
  ]),
);

/** A server that remembers a refusal does so with a key and without one. */
const validAfter = Object.fromEntries(
  UNLIKE_KEY.flatMap((bad) => [
    [`list-valid-after-${bad}`, listingOn('beside', `list-${bad}`, 'valid', 'reused')],
    [`cancel-valid-after-${bad}`, unknownOn('kept', `cancel-${bad}`, 'reused')],
  ]),
);

/** §5.3: the key is checked for each request, not for each connection. */
const keptConnections = scenario({
  id: 'kept-connections',
  title: 'On a kept connection, each request is answered by its own key',
  requests: {
    ...onUsed,
    ...validAfter,
    // What one operation opens with the valid key, the other must not enter without one; and the other way round.
    'listing-first': listingOn('kept', 'list-cancel', 'valid', 'opener'),
    'cancel-missing-after-listing': refusedUnknownOn('kept', 'list-cancel', 'missing', 'reused'),
    'cancel-wrong-after-listing': refusedUnknownOn('kept', 'list-cancel', 'wrong', 'reused'),
    'cancel-first': unknownOn('kept', 'cancel-list', 'opener'),
    'list-missing-after-cancel': listingOn('kept', 'cancel-list', 'missing', 'reused'),
    'list-wrong-after-cancel': listingOn('kept', 'cancel-list', 'wrong', 'reused'),
    'list-wrong-first': listingOn('kept', 'wrong-first', 'wrong', 'opener'),
    'cancel-valid-after-listing': unknownOn('kept', 'wrong-first', 'reused'),
    'cancel-wrong-first': refusedUnknownOn('kept', 'wrong-cancel-first', 'wrong', 'opener'),
    'list-valid-after-cancel': listingOn('kept', 'wrong-cancel-first', 'valid', 'reused'),
  },
});

export const listingsWithoutKey: readonly Scenario[] = [...refusedListings, schemeLetterCase];

export const cancelsWithoutKey: readonly Scenario[] = [refusedOnPending, ...refusedFirstScenarios, keptConnections];
