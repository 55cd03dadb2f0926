import { scenario } from '../../runner/engine/scenario.js';
import { cancelOf, cancelWithKey, refusal, refusedAfterCancel } from '../requests.js';

/** Before any order is cancelled: what is missing afterwards was there after these. */
const early = { phase: 'untouched' } as const;

const cancel = { ...cancelWithKey('own', 'must be refused: the order has shipped'), ...early };

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
    // Its own is tried without a key, too: `auth-cancel-shipped`.
    'further-missing': { ...refusal('missing', 'refused-first'), ...early, order: { further: 'shipped' } },
    'further-wrong': { ...refusal('wrong', 'refused-first'), ...early, order: { further: 'shipped' } },
    further: { ...cancel, order: { further: 'shipped' } },
    'neighbour-32-bits': cancelOf(
      'shares-low-32-bits',
      'must not be found: only 32 bits take it for the shipped order',
      'neighbour',
    ),
    opener: { ...cancelOf('plain', 'must not be found', 'opener'), ...early, connection: 'ids', after: ['cancel'] },
    'own-id': {
      ...cancelWithKey('own', 'must be refused: its connection was used for another id', 'own-id'),
      ...early,
      connection: 'ids',
      after: ['opener'],
      when: { found: 'cancel' },
    },
    // Not `early`: no cancel has to wait for it.
    'unknown-id': {
      ...cancelOf('plain', 'must not be found: its connection was used for an order', 'own-id'),
      connection: 'ids',
      after: ['own-id'],
      when: { found: 'own-id' },
    },
    ...refusedAfterCancel({ found: 'cancel' }),
    again,
    // All bodies are JSON, whatever the request accepts (§0).
    'again-any': { ...again, accept: 'any' },
    'again-none': { ...again, accept: 'none' },
  },
});
