import { type CancelSpec, scenario } from '../../runner/engine/scenario.js';
import { cancelOf, cancelWithKey, refusal } from '../requests.js';

const refused = (credential: 'missing' | 'wrong') =>
  ({ ...refusal(credential, 'refused-first'), order: 'own', phase: 'changed' }) as const;

/**
 * Cancels of the order that must leave it alone. Not before the second listing, which shows what those of others did. A
 * server that takes several of these for the order has taken the fraction by then: what another gets is not that one's doing.
 */
const probes = {
  'refused-missing': refused('missing'),
  'refused-wrong': refused('wrong'),
  fraction: {
    ...cancelOf('own-fraction', 'must not succeed: only rounded down is it the pending order', 'not-int64'),
    phase: 'changed',
  },
  negated: {
    ...cancelOf('own-negated', 'must not be found: only without its sign is it the pending order'),
    phase: 'changed',
    after: ['fraction'],
  },
  'fraction-below': {
    ...cancelOf('own-fraction-below', 'must not succeed: only rounded up is it the pending order', 'not-int64'),
    phase: 'changed',
    after: ['fraction'],
  },
  suffix: {
    ...cancelOf('own-suffix', 'must not succeed: only its start is the pending order', 'not-int64'),
    phase: 'changed',
    after: ['fraction'],
  },
  wrapped: {
    ...cancelOf('own-wrapped', 'must not succeed: only 64 bits take it for the pending order', 'not-int64'),
    phase: 'changed',
    after: ['fraction'],
  },
} as const satisfies Readonly<Record<string, CancelSpec<string>>>;

type Probe = keyof typeof probes;

const RACERS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

const cancel = {
  ...cancelWithKey('own', 'one of several simultaneous cancels: at most one must succeed', 'racer'),
  together: 'race',
  phase: 'changed',
  after: Object.keys(probes) as Probe[],
} as const;

/** The same for a few further orders, where there are any. */
const races = Object.fromEntries(
  RACERS.flatMap((name) => [
    [name, cancel],
    [`further-${name}`, { ...cancel, order: { further: 'pending' } }],
  ]),
) as unknown as Record<(typeof RACERS)[number], CancelSpec<Probe>>;

/** An order that stands by while others are cancelled; then several cancels race for it. */
export const witness = scenario({
  id: 'cancel-witness',
  title: 'An order that nobody cancelled stays pending, and of several simultaneous cancels one wins',
  order: { state: 'pending', priority: 3 },
  reads: ['before', 'after'],
  requests: { ...probes, ...races },
});
