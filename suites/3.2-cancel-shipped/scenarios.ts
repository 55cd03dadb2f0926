import { scenario } from '../../runner/engine/scenario.js';
import { cancelWithKey } from '../requests.js';

const cancel = cancelWithKey('own', 'must be refused: the order has shipped');

const again = {
  ...cancelWithKey('own', 'must be refused again: it is still shipped', 'again'),
  phase: 'changed',
  after: ['cancel'],
  when: { found: 'cancel' },
} as const;

export const shipped = scenario({
  id: 'cancel-shipped',
  title: 'A cancel of a shipped order is refused with 409, and the order stays shipped',
  order: { state: 'shipped', priority: 10 },
  reads: ['before', 'after'],
  requests: {
    cancel,
    further: { ...cancel, order: { further: 'shipped' } },
    again,
    // All bodies are JSON, whatever the request accepts (§0).
    'again-any': { ...again, accept: 'any' },
    'again-none': { ...again, accept: 'none' },
  },
});
