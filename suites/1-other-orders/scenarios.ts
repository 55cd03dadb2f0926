import { type CancelSpec, scenario } from '../../runner/engine/scenario.js';
import { cancelWithKey, refusal } from '../requests.js';

const refused = (credential: 'missing' | 'wrong') =>
  ({ ...refusal(credential, 'refused-first'), order: 'own' }) as const;

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

/** An order that stands by while others are cancelled; then several cancels race for it. */
export const witness = scenario({
  id: 'cancel-witness',
  title: 'An order that nobody cancelled stays pending, and of several simultaneous cancels one wins',
  order: { state: 'pending', priority: 3 },
  reads: ['before', 'after'],
  requests: { 'refused-missing': refused('missing'), 'refused-wrong': refused('wrong'), ...races },
});
