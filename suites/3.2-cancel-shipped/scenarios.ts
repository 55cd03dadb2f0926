import { scenario } from '../../runner/engine/scenario.js';

const cancel = {
  operation: 'cancelOrder',
  credential: 'valid',
  order: 'own',
  // Its answer tells whether cancels without a valid key had an effect.
  after: ['auth-cancel-shipped/missing', 'auth-cancel-shipped/wrong'],
} as const;

const again = {
  ...cancel,
  purpose: 'must be refused again: it is still shipped',
  after: ['cancel', 'listing/after'],
  when: { found: 'cancel' },
} as const;

export const shipped = scenario({
  id: 'cancel-shipped',
  title: 'A cancel of a shipped order is refused with 409, and the order stays shipped',
  order: { state: 'shipped', priority: 10 },
  reads: ['listing/before', 'listing/after'],
  requests: {
    cancel: { ...cancel, purpose: 'must be refused: the order has shipped' },
    further: { ...cancel, order: { further: 'shipped' }, purpose: 'must be refused: the order has shipped' },
    again,
    // All bodies are JSON, whatever the request accepts (§0).
    'again-any': { ...again, accept: 'any' },
    'again-none': { ...again, accept: 'none' },
  },
});
