import { scenario } from '../../runner/engine/scenario.js';
import { cancelWithKey } from '../requests.js';

const cancel = cancelWithKey('own', 'must not succeed: the order is not pending');

export const otherState = scenario({
  id: 'cancel-other',
  title: 'An order that is neither pending nor shipped is not cancelled',
  order: { state: 'other', priority: 10 },
  reads: ['before', 'after'],
  requests: { cancel, further: { ...cancel, order: { further: 'other' } } },
});
