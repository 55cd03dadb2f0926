import { scenario } from '../../runner/engine/scenario.js';
import { cancelWithKey, refusal, refusedAfterCancel } from '../requests.js';

/** Before any order is cancelled: what is missing afterwards was there after these. */
const early = { phase: 'untouched' } as const;

const cancel = { ...cancelWithKey('own', 'must not succeed: the order is not pending'), ...early };

export const otherState = scenario({
  id: 'cancel-other',
  title: 'An order that is neither pending nor shipped is not cancelled',
  order: { state: 'other', priority: 10 },
  reads: ['before', 'after'],
  requests: {
    cancel,
    // Its own is tried without a key, too: `auth-cancel-other`.
    'further-missing': { ...refusal('missing', 'refused-first'), ...early, order: { further: 'other' } },
    'further-wrong': { ...refusal('wrong', 'refused-first'), ...early, order: { further: 'other' } },
    further: { ...cancel, order: { further: 'other' } },
    again: {
      ...cancelWithKey('own', 'must not succeed, after others were cancelled either', 'again'),
      phase: 'changed',
      after: ['cancel'],
      when: { found: 'cancel' },
    },
    ...refusedAfterCancel({ found: 'cancel' }),
  },
});
