import { type OrderTarget, type RequestSpec, type Scenario, scenario } from '../../runner/engine/scenario.js';
import type { Role } from '../../runner/evidence/request.js';
import { CREDENTIALS, type FaultyCredential, faultyCredentials } from '../../runner/secrets/credentials.js';
import { cancelOf, cancelWithKey, refusal } from '../requests.js';

/** A route that pages is often another piece of code. */
const withQuery: Scenario['requests'] = { 'probe-query': { role: 'refused', credential: 'missing', query: 'limit=1' } };

const refusedListings = faultyCredentials.map((credential) =>
  scenario({
    id: `auth-list-${credential}`,
    title: `A listing with ${CREDENTIALS[credential].words} is refused`,
    reads: ['before'],
    requests: { probe: { role: 'refused', credential }, ...(credential === 'missing' ? withQuery : {}) },
  }),
);

const schemeLetterCase = scenario({
  id: 'auth-scheme-letter-case',
  title: 'The letter case of the scheme `Bearer` is observed',
  requests: { probe: { role: 'letter-case', credential: 'valid-lowercase-scheme' } },
});

const unknownOn = (connection: string, role: Role) =>
  ({ ...cancelOf('plain', 'must not be found', role), connection }) as const;

/** After all wrong keys, of which some lock a client out for a while: meanwhile, the connection would idle away. */
const missingOnUsed = { ...refusal('missing', 'reused'), order: 'own', connection: 'used' } as const;

const listingOn = (connection: string, credential: 'valid' | OnUsed, role: Role) =>
  ({ role, credential, connection, phase: 'untouched', reads: credential === 'valid' ? 'page' : undefined }) as const;

/** Only a pending order isolates the fault of the key: the same cancel with the valid key gets 204. */
const refusedOnPending = scenario({
  id: 'auth-cancel-pending',
  title: 'Cancels of a pending order without a valid key are refused, and change nothing',
  order: { state: 'pending', for: 'other-size', priority: 2 },
  requests: {
    ...(Object.fromEntries(
      faultyCredentials.map((credential) => [credential, { ...refusal(credential), order: 'own' }]),
    ) as Record<FaultyCredential, RequestSpec<never>>),
    // What a connection has been used for does not open the order.
    'listing-first': { ...listingOn('used', 'valid', 'opener'), phase: 'refused', after: faultyCredentials },
    'missing-after-valid': { ...missingOnUsed, after: ['listing-first'] },
    'missing-again': { ...missingOnUsed, after: ['missing-after-valid'] },
    // The 204 is not the first answer on its connection: so it comes to clients that pool them.
    opener: { ...listingOn('kept', 'valid', 'opener'), phase: undefined },
    cancel: {
      ...cancelWithKey('own', 'must succeed: the refused cancels had no effect'),
      connection: 'kept',
      after: ['opener', 'missing-again'],
    },
    // What follows a 204 on its connection is not mistaken for a body of it.
    next: { ...unknownOn('kept', 'next'), after: ['cancel'], when: { succeeded: 'cancel' } },
  },
});

/** §5.3: the key is looked at before the order is, whichever order it is. */
const refusedFirst = (
  id: string,
  words: string,
  target: OrderTarget,
  { order, longer = [] }: Pick<Scenario, 'order'> & { readonly longer?: readonly FaultyCredential[] } = {},
) =>
  scenario({
    id: `auth-cancel-${id}`,
    title: `A cancel of ${words} without a valid key is refused before the order is looked at`,
    order,
    requests: {
      ...Object.fromEntries(
        (['missing', 'wrong', ...longer] as const).map((credential) => [
          credential,
          { ...refusal(credential, 'refused-first'), phase: 'untouched', order: target } as const,
        ]),
      ),
    },
  });

const SHARED = { priority: 20, shared: true } as const;

export const refusedFirstScenarios: readonly Scenario[] = [
  refusedFirst('unknown', 'an unknown order', { unknown: 'plain' }),
  refusedFirst('unknown-long', 'an unknown order with an id above 2^53', { unknown: 'above-2-53' }),
  refusedFirst('shipped', 'a shipped order', 'own', {
    order: { state: 'shipped', ...SHARED },
    // A route of its own may compare the key in a way of its own.
    longer: ['longer', 'longer-start', 'extra-word'],
  }),
  refusedFirst('other', 'an order in another state', 'own', { order: { state: 'other', ...SHARED } }),
];

const refusedUnknownOn = (connection: string, credential: OnUsed, role: Role) =>
  ({ ...refusal(credential, role), order: { unknown: 'plain' }, connection }) as const;

/** The ways in which a server fails to find a key in a request, and may then take what it remembers of the connection. */
const ON_USED = ['wrong', 'missing', 'empty', 'basic'] as const;

type OnUsed = (typeof ON_USED)[number];

/** A bad key after the valid one, and the valid one after that, on a connection for each bad key. */
const onUsed = Object.fromEntries(
  ON_USED.flatMap((bad) => [
    [`list-valid-${bad}`, listingOn(`list-${bad}`, 'valid', 'opener')],
    [`list-${bad}-after-valid`, { ...listingOn(`list-${bad}`, bad, 'reused'), after: [`list-valid-${bad}`] }],
    [`list-valid-after-${bad}`, { ...listingOn(`list-${bad}`, 'valid', 'reused'), after: [`list-${bad}-after-valid`] }],
    [`cancel-valid-${bad}`, unknownOn(`cancel-${bad}`, 'opener')],
    [
      `cancel-${bad}-after-valid`,
      { ...refusedUnknownOn(`cancel-${bad}`, bad, 'reused'), after: [`cancel-valid-${bad}`] },
    ],
    [`cancel-valid-after-${bad}`, { ...unknownOn(`cancel-${bad}`, 'reused'), after: [`cancel-${bad}-after-valid`] }],
  ]),
) as Scenario['requests'];

/** §5.3: the key is checked for each request, not for each connection. */
const keptConnections = scenario({
  id: 'kept-connections',
  title: 'On a kept connection, each request is answered by its own key',
  requests: {
    ...onUsed,
    // What one operation opens with the valid key, the other must not enter without one; and the other way round.
    // Not before the listing that shows which ids are free: a cancel waits for that, and its connection would idle.
    'listing-first': { ...listingOn('list-cancel', 'valid', 'opener'), after: ['cancel-first'] },
    'cancel-missing-after-listing': {
      ...refusedUnknownOn('list-cancel', 'missing', 'reused'),
      after: ['listing-first'],
    },
    'cancel-wrong-after-listing': {
      ...refusedUnknownOn('list-cancel', 'wrong', 'reused'),
      after: ['cancel-missing-after-listing'],
    },
    'cancel-first': unknownOn('cancel-list', 'opener'),
    'list-missing-after-cancel': {
      ...listingOn('cancel-list', 'missing', 'reused'),
      phase: undefined,
      after: ['cancel-first'],
    },
    'list-wrong-after-cancel': {
      ...listingOn('cancel-list', 'wrong', 'reused'),
      phase: undefined,
      after: ['list-missing-after-cancel'],
    },
    'list-wrong-first': { ...listingOn('wrong-first', 'wrong', 'opener'), after: ['cancel-first'] },
    'cancel-valid-after-listing': { ...unknownOn('wrong-first', 'reused'), after: ['list-wrong-first'] },
    'cancel-wrong-first': refusedUnknownOn('wrong-cancel-first', 'wrong', 'opener'),
    'list-valid-after-cancel': {
      ...listingOn('wrong-cancel-first', 'valid', 'reused'),
      phase: undefined,
      after: ['cancel-wrong-first'],
    },
  },
});

export const listingsWithoutKey: readonly Scenario[] = [...refusedListings, schemeLetterCase];

export const cancelsWithoutKey: readonly Scenario[] = [refusedOnPending, ...refusedFirstScenarios, keptConnections];
