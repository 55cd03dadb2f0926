import { scenario } from '../../runner/engine/scenario.js';
import { cancelOf, cancelWithKey } from '../requests.js';

export const pendingLifecycle = scenario({
  id: 'cancel-pending',
  title: 'A pending order is told apart from its neighbours, cancelled with a bare 204, and not cancelled again',
  order: { state: 'pending', prefers: 'long-id', priority: 1 },
  reads: ['listing/before', 'listing/after'],
  requests: {
    'neighbour-double': cancelOf('shares-double', 'must not be found: only a double takes it for the pending order'),
    'neighbour-32-bits': cancelOf(
      'shares-low-32-bits',
      'must not be found: only 32 bits take it for the pending order',
    ),
    cancel: {
      ...cancelWithKey('own', 'must succeed; its answer is read from the wire'),
      // The cancels of pending orders take effect one after the other: what one does to the next order can be told.
      after: ['neighbour-double', 'neighbour-32-bits', 'auth-cancel-pending/cancel'],
    },
    again: {
      ...cancelWithKey('own', 'must not succeed: the order has been cancelled'),
      after: ['cancel', 'listing/after'],
      when: { succeeded: 'cancel' },
    },
  },
});
