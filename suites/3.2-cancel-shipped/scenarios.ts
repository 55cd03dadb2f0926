import { scenario } from '../../runner/engine/scenario.js';
import { cancelWithKey } from '../requests.js';

const cancel = {
  ...cancelWithKey('own', 'must be refused: the order has shipped'),
  // Its answer tells whether cancels without a valid key had an effect.
  after: ['auth-cancel-shipped/missing', 'auth-cancel-shipped/wrong'],
} as const;

const again = {
  ...cancelWithKey('own', 'must be refused again: it is still shipped'),
  after: ['cancel', 'listing/after'],
  when: { found: 'cancel' },
} as const;

export const shipped = scenario({
  id: 'cancel-shipped',
  title: 'A cancel of a shipped order is refused with 409, and the order stays shipped',
  order: { state: 'shipped', priority: 10 },
  reads: ['listing/before', 'listing/after'],
  requests: {
    cancel,
    further: { ...cancel, order: { further: 'shipped' } },
    again,
    // All bodies are JSON, whatever the request accepts (§0).
    'again-any': { ...again, accept: 'any' },
    'again-none': { ...again, accept: 'none' },
  },
});
