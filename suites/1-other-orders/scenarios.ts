import { type CancelSpec, scenario } from '../../runner/engine/scenario.js';
import type { UnknownKind } from '../../runner/evidence/request.js';
import { cancelOf, cancelWithKey, refusal } from '../requests.js';

const refused = (credential: 'missing' | 'wrong') =>
  ({ ...refusal(credential, 'refused-first'), order: 'own' }) as const;

const likeId = (unknown: UnknownKind, purpose: string) =>
  ({ ...cancelOf(unknown, purpose, unknown === 'own-negated' ? 'unknown' : 'not-int64'), phase: 'changed' }) as const;

/**
 * Cancels that must leave an order alone which proves nothing else, where there is one. Not before the second listing, which
 * shows what the cancels of others did to it. A server that takes several of these for the order has taken the fraction by
 * then: what another gets is not that one's doing.
 */
const lookAlikes = {
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
} as const satisfies Readonly<Record<string, CancelSpec<string>>>;

type LookAlike = keyof typeof lookAlikes;

const RACERS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

const cancel = {
  ...cancelWithKey('own', 'one of several simultaneous cancels: at most one must succeed', 'racer'),
  together: 'race',
  after: ['refused-missing', 'refused-wrong'],
} as const;

/** The same for a few further orders, where there are any. */
const races = Object.fromEntries(
  RACERS.flatMap((name) => [
    [name, cancel],
    [`further-${name}`, { ...cancel, order: { further: 'pending' } }],
  ]),
) as unknown as Record<(typeof RACERS)[number], CancelSpec<'refused-missing' | 'refused-wrong'>>;

/** Orders that stand by while others are cancelled; then several cancels race for each but the last one. */
export const witness = scenario({
  id: 'cancel-witness',
  title: 'An order that nobody cancelled stays pending, and of several simultaneous cancels one wins',
  order: { state: 'pending', priority: 3 },
  reads: ['before', 'after'],
  requests: {
    'refused-missing': refused('missing'),
    'refused-wrong': refused('wrong'),
    ...races,
    ...lookAlikes,
    listing: {
      role: 'between',
      credential: 'valid',
      reads: 'page',
      phase: 'changed',
      after: Object.keys(lookAlikes) as LookAlike[],
    },
    bystander: {
      ...cancelWithKey('bystander', 'must succeed: what looks like its id had no effect'),
      phase: 'changed',
      after: ['listing'],
    },
  },
});
