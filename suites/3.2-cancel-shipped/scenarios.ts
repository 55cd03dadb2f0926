import { scenario } from '../../runner/engine/scenario.js';
import { cancelOf, cancelWithKey, refusal, refusedAfterCancel } from '../requests.js';

const cancel = cancelWithKey('not-found', 'own', 'must be refused: the order has shipped');

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
    cancel,
    further: { ...cancel, order: { further: 'shipped' } },
    'neighbour-32-bits': cancelOf(
      'not-found',
      'shares-low-32-bits',
      'must not be found: only 32 bits take it for the shipped order',
      'neighbour',
    ),
    // Beside the cancels of pending orders, which take their turns.
    opener: { ...cancelOf('cancelled', 'plain', 'must not be found', 'opener'), connection: 'ids' },
    'own-id': {
      ...cancelWithKey('cancelled', 'own', 'must be refused: its connection was used for another id', 'own-id'),
      connection: 'ids',
      when: { found: 'cancel' },
    },
    'unknown-id': {
      ...cancelOf('cancelled', 'plain', 'must not be found: its connection was used for an order', 'own-id'),
      connection: 'ids',
      when: { found: 'cancel' },
    },
    ...refusedAfterCancel({ found: 'cancel' }),
    again,
    // All bodies are JSON, whatever the request accepts (§0).
    'again-any': { ...again, accept: 'any' },
    'again-none': { ...again, accept: 'none' },
  },
});
