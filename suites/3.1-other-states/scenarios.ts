import { scenario } from '../../runner/engine/scenario.js';
import { cancelWithKey, refusal } from '../requests.js';

const cancel = cancelWithKey('own', 'must not succeed: the order is not pending');

export const otherState = scenario({
  id: 'cancel-other',
  title: 'An order that is neither pending nor shipped is not cancelled',
  order: { state: 'other', priority: 10 },
  reads: ['before', 'after'],
  requests: {
    cancel,
    'further-missing': { ...refusal('missing', 'refused-first'), order: { further: 'other' } },
    'further-wrong': { ...refusal('wrong', 'refused-first'), order: { further: 'other' } },
    further: { ...cancel, order: { further: 'other' }, after: ['further-missing', 'further-wrong'] },
  },
});
