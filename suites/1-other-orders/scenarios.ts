import { type CancelSpec, scenario } from '../../runner/engine/scenario.js';
import type { UnknownKind } from '../../runner/evidence/request.js';
import { cancelOf, cancelWithKey, refusal } from '../requests.js';

const likeId = (unknown: UnknownKind, purpose: string) =>
  cancelOf('texts', unknown, purpose, unknown === 'own-negated' ? 'unknown' : 'not-int64');

const RACERS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

const cancel = {
  ...cancelWithKey('again', 'own', 'one of several simultaneous cancels: at most one must succeed', 'racer'),
  together: 'race',
} as const;

/** The same for a few further orders, where there are any. */
const races = Object.fromEntries(
  RACERS.flatMap((name) => [
    [name, cancel],
    [`further-${name}`, { ...cancel, order: { further: 'pending' } }],
  ]),
) as unknown as Record<(typeof RACERS)[number], CancelSpec<never>>;

/** Orders that stand by while others are cancelled; then several cancels race for each but those that texts look like. */
export const witness = scenario({
  id: 'cancel-witness',
  title: 'An order that nobody cancelled stays pending, and of several simultaneous cancels one wins',
  order: { state: 'pending', for: 'race' },
  reads: ['before', 'after'],
  requests: {
    'refused-missing': { ...refusal('refused', 'missing', 'refused-first'), order: 'own' },
    'refused-wrong': { ...refusal('refused', 'wrong', 'refused-first'), order: 'own' },
    // A server that takes several of these for the order takes the first one: what the others get is not that one's doing.
    fraction: likeId('own-fraction', 'must not succeed: only rounded down is it the pending order'),
    negated: likeId('own-negated', 'must not be found: only without its sign is it the pending order'),
    'fraction-below': likeId('own-fraction-below', 'must not succeed: only rounded up is it the pending order'),
    suffix: likeId('own-suffix', 'must not succeed: only its start is the pending order'),
    wrapped: likeId('own-wrapped', 'must not succeed: only 64 bits take it for the pending order'),
    ...races,
    'after-texts': cancelWithKey('again', 'texts', 'must succeed: what looks like its id had no effect'),
    bystander: cancelWithKey('again', 'bystanders', 'must succeed: nobody has cancelled it'),
  },
});
