import { scenario } from '../../runner/engine/scenario.js';
import { cancelOf, cancelWithKey, refusal, refusedAfterCancel, UNLIKE_KEY } from '../requests.js';

const cancel = cancelWithKey('left-alone', 'own', 'must be refused: the order has shipped');

const again = {
  ...cancelWithKey('again', 'own', 'must be refused again: it is still shipped', 'again'),
  when: { found: 'cancel' },
} as const;

export const shipped = scenario({
  id: 'cancel-shipped',
  title: 'A cancel of a shipped order is refused with 409, and the order stays shipped',
  order: { state: 'shipped' },
  reads: ['before', 'after'],
  requests: {
    // Its own is tried without a key, too: `auth-cancel-shipped`.
    'further-missing': { ...refusal('refused', 'missing', 'refused-first'), order: { further: 'shipped' } },
    'further-wrong': { ...refusal('refused', 'wrong', 'refused-first'), order: { further: 'shipped' } },
    cancel: { ...cancel, connection: 'ids' },
    // Before any order is cancelled: only refused cancels can have changed it.
    'at-once': { ...again, stage: 'left-alone', connection: 'ids' },
    further: { ...cancel, order: { further: 'shipped' } },
    // Not beside its own cancel: it would not be known which of the two changed the order.
    'neighbour-32-bits': cancelOf(
      'texts',
      'shares-low-32-bits',
      'must not be found: only 32 bits take it for the shipped order',
      'neighbour',
    ),
    // Beside the first cancel of a pending order, and after it.
    'unknown-id': {
      ...cancelOf('cancelled', 'plain', 'must not be found: its connection was used for an order', 'own-id'),
      connection: 'ids',
      when: { found: 'cancel' },
    },
    'own-id': {
      ...cancelWithKey('cancelled', 'own', 'must be refused: its connection was used for another id', 'own-id'),
      connection: 'ids',
      when: { found: 'cancel' },
    },
    ...refusedAfterCancel('again', UNLIKE_KEY, { found: 'cancel' }),
    again,
    // All bodies are JSON, whatever the request accepts (§0).
    'again-any': { ...again, accept: 'any' },
    'again-none': { ...again, accept: 'none' },
  },
});
