import { scenario } from '../../runner/engine/scenario.js';
import { cancelOf, cancelWithKey, type NEIGHBOURS, refusal, refusedAfterCancel } from '../requests.js';

const neighbour = (unknown: keyof typeof NEIGHBOURS, purpose: string) => cancelOf(unknown, purpose, 'neighbour');

export const pendingLifecycle = scenario({
  id: 'cancel-pending',
  title: 'A pending order is told apart from its neighbours, cancelled with a bare 204, and not cancelled again',
  order: { state: 'pending', for: 'told-apart', priority: 1 },
  reads: ['before', 'after'],
  requests: {
    'neighbour-double': neighbour('shares-double', 'must not be found: only a double takes it for the pending order'),
    'neighbour-32-bits': neighbour(
      'shares-low-32-bits',
      'must not be found: only 32 bits take it for the pending order',
    ),
    'refused-missing': { ...refusal('missing', 'refused-first'), order: 'own' },
    'refused-wrong': { ...refusal('wrong', 'refused-first'), order: 'own' },
    cancel: {
      ...cancelWithKey('own', 'must succeed; its answer is read from the wire'),
      after: ['neighbour-double', 'neighbour-32-bits', 'refused-missing', 'refused-wrong'],
    },
    'other-size': cancelWithKey(
      'other-sizes',
      'must succeed: no other order with an id of its size is cancelled alone',
    ),
    again: {
      ...cancelWithKey('own', 'must not succeed: the order has been cancelled', 'again'),
      phase: 'changed',
      after: ['cancel'],
      when: { succeeded: 'cancel' },
    },
    ...refusedAfterCancel({ succeeded: 'cancel' }),
  },
});
