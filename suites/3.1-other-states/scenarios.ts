import { scenario } from '../../runner/engine/scenario.js';
import { cancelWithKey } from '../requests.js';

const cancel = {
  ...cancelWithKey('own', 'must not succeed: the order is not pending'),
  // Its answer tells whether cancels without a valid key had an effect.
  after: ['auth-cancel-other/missing', 'auth-cancel-other/wrong'],
} as const;

export const otherState = scenario({
  id: 'cancel-other',
  title: 'An order that is neither pending nor shipped is not cancelled',
  order: { state: 'other', priority: 10 },
  reads: ['listing/before', 'listing/after'],
  requests: { cancel, further: { ...cancel, order: { further: 'other' } } },
});
