import { type Scenario, scenario } from '../../runner/engine/scenario.js';
import type { UnknownKind } from '../../runner/evidence/request.js';
import { cancelOf, cancelWithKey } from '../requests.js';
import { statedUnknowns, UNKNOWN_IDS } from '../unknown-ids.js';

const notFound = statedUnknowns.map((unknown) =>
  scenario({
    id: `cancel-unknown-${unknown}`,
    title: `A cancel of ${UNKNOWN_IDS[unknown].words} that no order has gets 404`,
    requests: { cancel: cancelOf(unknown, 'must not be found') },
  }),
);

const zeroAndNegative = scenario({
  id: 'cancel-unknown-zero-negative',
  title: 'A cancel of 0 or of a negative id that no order has gets 404',
  requests: { zero: cancelOf('zero', 'must not be found'), negative: cancelOf('negative', 'must not be found') },
});

/** A careless server takes them for a pending order: before the cancels, it does not depend on chance what they show. */
const text = (unknown: UnknownKind) =>
  ({ ...cancelOf(unknown, 'must not succeed', 'not-int64'), phase: 'untouched' }) as const;

const notInt64 = scenario({
  id: 'cancel-not-int64',
  title: 'A cancel of what is not an int64 gets neither a success nor a server error',
  requests: {
    word: text('word'),
    'above-int64': text('above-int64'),
  },
});

const likeId = (unknown: UnknownKind, purpose: string) =>
  ({ ...cancelOf(unknown, purpose, unknown === 'own-negated' ? 'unknown' : 'not-int64'), phase: 'changed' }) as const;

/**
 * Not before the second listing, which shows what the cancels of other orders did to this one, and to an order that proves
 * nothing else. A server that takes several of these texts for the order has taken the fraction by then: what another gets
 * is not that one's doing.
 */
const lookAlikes = scenario({
  id: 'cancel-look-alikes',
  title: "Cancels of what only looks like a pending order's id leave that order alone",
  order: { state: 'pending', priority: 4 },
  reads: ['before', 'after'],
  requests: {
    fraction: likeId('own-fraction', 'must not succeed: only rounded down is it the pending order'),
    negated: {
      ...likeId('own-negated', 'must not be found: only without its sign is it the pending order'),
      after: ['fraction'],
    },
    'fraction-below': {
      ...likeId('own-fraction-below', 'must not succeed: only rounded up is it the pending order'),
      after: ['fraction'],
    },
    suffix: {
      ...likeId('own-suffix', 'must not succeed: only its start is the pending order'),
      after: ['fraction'],
    },
    wrapped: {
      ...likeId('own-wrapped', 'must not succeed: only 64 bits take it for the pending order'),
      after: ['fraction'],
    },
    cancel: {
      ...cancelWithKey('own', 'must succeed: what looks like its id had no effect'),
      phase: 'changed',
      after: ['fraction', 'negated', 'fraction-below', 'suffix', 'wrapped'],
    },
  },
});

export const cancelsOfUnknown: readonly Scenario[] = [...notFound, zeroAndNegative, notInt64, lookAlikes];
