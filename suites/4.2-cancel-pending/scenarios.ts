import { scenario } from '../../runner/engine/scenario.js';
import { cancelOf, cancelWithKey, type NEIGHBOURS, refusal, refusedAfterCancel, UNLIKE_KEY } from '../requests.js';

const neighbour = (unknown: keyof typeof NEIGHBOURS, purpose: string) =>
  cancelOf('left-alone', unknown, purpose, 'neighbour');

export const pendingLifecycle = scenario({
  id: 'cancel-pending',
  title: 'A pending order is told apart from its neighbours, cancelled with a bare 204, and not cancelled again',
  order: { state: 'pending', for: 'told-apart' },
  reads: ['before', 'after'],
  requests: {
    'refused-missing': { ...refusal('refused', 'missing', 'refused-first'), order: 'own' },
    'refused-wrong': { ...refusal('refused', 'wrong', 'refused-first'), order: 'own' },
    'neighbour-double': neighbour('shares-double', 'must not be found: only a double takes it for the pending order'),
    'neighbour-32-bits': neighbour(
      'shares-low-32-bits',
      'must not be found: only 32 bits take it for the pending order',
    ),
    cancel: cancelWithKey('cancelled', 'own', 'must succeed; its answer is read from the wire'),
    'other-size-missing': { ...refusal('refused', 'missing', 'refused-first'), order: 'sizes' },
    'other-size': cancelWithKey(
      'cancelled',
      'sizes',
      'must succeed: no other order with an id of its size is cancelled alone',
    ),
    again: {
      ...cancelWithKey('again', 'own', 'must not succeed: the order has been cancelled', 'again'),
      when: { succeeded: 'cancel' },
    },
    ...refusedAfterCancel('again', UNLIKE_KEY, { succeeded: 'cancel' }),
  },
});
