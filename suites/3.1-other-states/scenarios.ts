import { scenario } from '../../runner/engine/scenario.js';
import { cancelOf, cancelWithKey, refusal, refusedAfterCancel, UNLIKE_KEY } from '../requests.js';

const cancel = cancelWithKey('left-alone', 'own', 'must not succeed: the order is not pending');

export const otherState = scenario({
  id: 'cancel-other',
  title: 'An order that is neither pending nor shipped is not cancelled',
  order: { state: 'other' },
  reads: ['before', 'after'],
  requests: {
    // Its own is tried without a key, too: `auth-cancel-other`.
    'further-missing': { ...refusal('refused', 'missing', 'refused-first'), order: { further: 'other' } },
    'further-wrong': { ...refusal('refused', 'wrong', 'refused-first'), order: { further: 'other' } },
    cancel: { ...cancel, connection: 'ids' },
    'unknown-id': {
      ...cancelOf('left-alone', 'plain', 'must not be found: its connection was used for an order', 'own-id'),
      connection: 'ids',
      when: { found: 'cancel' },
    },
    further: { ...cancel, order: { further: 'other' } },
    again: {
      ...cancelWithKey('again', 'own', 'must not succeed, after others were cancelled either', 'again'),
      when: { found: 'cancel' },
    },
    ...refusedAfterCancel('again', UNLIKE_KEY, { found: 'cancel' }),
  },
});
