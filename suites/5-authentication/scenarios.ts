import { type OrderTarget, type RequestSpec, type Scenario, scenario } from '../../runner/engine/scenario.js';
import { CREDENTIALS, type FaultyCredential, faultyCredentials } from '../../runner/secrets/credentials.js';
import { queryProbes } from '../8.1-pagination/scenarios.js';
import { cancelOf, cancelWithKey } from '../requests.js';

const refusedListings = faultyCredentials.map((credential) =>
  scenario({
    id: `auth-list-${credential}`,
    title: `A listing with ${CREDENTIALS[credential].words} is refused`,
    reads: ['listing/before'],
    requests: { probe: { operation: 'listOrders', credential } },
  }),
);

const schemeLetterCase = scenario({
  id: 'auth-scheme-letter-case',
  title: 'The letter case of the scheme `Bearer` is observed',
  requests: { probe: { operation: 'listOrders', credential: 'valid-lowercase-scheme' } },
});

const refusal = (credential: FaultyCredential) =>
  ({
    operation: 'cancelOrder',
    credential,
    purpose: `must be refused: ${CREDENTIALS[credential].words}`,
  }) as const;

const unknownOn = (connection: string) => ({ ...cancelOf('plain', 'must not be found'), connection }) as const;

/**
 * What is sent before the first cancel that takes effect, so that it does not depend on chance what it shows: listings, and
 * texts that a careless server takes for a pending order.
 */
const PROBES_OF_AN_UNTOUCHED_STORE = [
  'cancel-not-int64/word',
  'cancel-not-int64/above-int64',
  'accept/listing-any',
  'accept/listing-none',
  'kept-connections/list-missing-after-valid',
  'kept-connections/list-wrong-after-valid',
  'kept-connections/list-valid-after-wrong',
  ...queryProbes,
] as const;

/** Only a pending order isolates the fault of the key: the same cancel with the valid key gets 204. */
const refusedOnPending = scenario({
  id: 'auth-cancel-pending',
  title: 'Cancels of a pending order without a valid key are refused, and change nothing',
  order: { state: 'pending', prefers: 'long-id', priority: 2 },
  requests: {
    ...(Object.fromEntries(
      faultyCredentials.map((credential) => [credential, { ...refusal(credential), order: 'own' }]),
    ) as Record<FaultyCredential, RequestSpec<never>>),
    cancel: {
      ...cancelWithKey('own', 'must succeed: the refused cancels had no effect'),
      connection: 'kept',
      after: [...faultyCredentials, ...PROBES_OF_AN_UNTOUCHED_STORE],
    },
    // What follows a 204 on its connection is not mistaken for a body of it.
    next: { ...unknownOn('kept'), after: ['cancel'], when: { succeeded: 'cancel' } },
  },
});

/** §5.3: the key is looked at before the order is, whichever order it is. */
const refusedFirst = (id: string, words: string, target: OrderTarget, order?: Scenario['order']) =>
  scenario({
    id: `auth-cancel-${id}`,
    title: `A cancel of ${words} without a valid key is refused before the order is looked at`,
    ...(order && { order }),
    requests: {
      missing: { ...refusal('missing'), order: target },
      wrong: { ...refusal('wrong'), order: target },
    },
  });

const SHARED = { priority: 20, shared: true } as const;

export const refusedFirstScenarios: readonly Scenario[] = [
  refusedFirst('unknown', 'an unknown order', { unknown: 'plain' }),
  refusedFirst('unknown-long', 'an unknown order with an id above 2^53', { unknown: 'above-2-53' }),
  refusedFirst('shipped', 'a shipped order', 'own', { state: 'shipped', ...SHARED }),
  refusedFirst('other', 'an order in another state', 'own', { state: 'other', ...SHARED }),
];

const refusedUnknownOn = (connection: string, credential: 'missing' | 'wrong') =>
  ({ ...refusal(credential), order: { unknown: 'plain' }, connection }) as const;

const listingOn = (connection: string, credential: 'valid' | 'missing' | 'wrong') =>
  ({ operation: 'listOrders', credential, connection }) as const;

/** §5.3: the key is checked for each request, not for each connection. */
const keptConnections = scenario({
  id: 'kept-connections',
  title: 'On a kept connection, each request is answered by its own key',
  requests: {
    'list-valid': listingOn('list', 'valid'),
    'list-valid-first': listingOn('list-third', 'valid'),
    'list-wrong-after-valid': { ...listingOn('list', 'wrong'), after: ['list-valid'] },
    'list-missing-after-valid': { ...listingOn('list-third', 'missing'), after: ['list-valid-first'] },
    'list-wrong': listingOn('list-other', 'wrong'),
    'list-valid-after-wrong': { ...listingOn('list-other', 'valid'), after: ['list-wrong'] },
    'cancel-valid': unknownOn('cancel'),
    'cancel-valid-first': unknownOn('cancel-third'),
    'cancel-wrong-after-valid': { ...refusedUnknownOn('cancel', 'wrong'), after: ['cancel-valid'] },
    'cancel-missing-after-valid': { ...refusedUnknownOn('cancel-third', 'missing'), after: ['cancel-valid-first'] },
    'cancel-wrong': refusedUnknownOn('cancel-other', 'wrong'),
    'cancel-valid-after-wrong': { ...unknownOn('cancel-other'), after: ['cancel-wrong'] },
  },
});

export const listingsWithoutKey: readonly Scenario[] = [...refusedListings, schemeLetterCase];

export const cancelsWithoutKey: readonly Scenario[] = [refusedOnPending, ...refusedFirstScenarios, keptConnections];
