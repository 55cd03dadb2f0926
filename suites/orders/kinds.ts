import type { Order } from '../../runner/evidence/request.js';
import type { RequirementId } from '../ids.js';
import type { Suspect } from './suspects.js';
import type { Sighting } from './timeline.js';

/**
 * An explanation for an order that is not as it must be: a cancel changed it, an answer is wrong, or the target is not
 * to blame.
 */
export type Kind = Suspect | 'status' | 'connection' | 'incomplete' | 'fixture' | 'somebody';

interface KindInfo {
  /** The requirement that it breaks. Undefined if the target is not to blame, or the contract is silent. */
  breaks(order: Order, sighting: Sighting): RequirementId | undefined;
  /** What happened, as a clause. */
  readonly words: string;
  /** The order did not change: only the answer about it is wrong. */
  readonly changesNothing?: true;
}

const always = (requirement: RequirementId) => (): RequirementId => requirement;

export const KINDS: Readonly<Record<Kind, KindInfo>> = {
  'without-key': { breaks: always('auth.no-effect'), words: 'a refused cancel without a valid key changed it' },
  'own-cancel': {
    breaks: ({ state }) => (state === 'shipped' ? 'cancel.shipped.unchanged' : 'cancel.others-untouched'),
    words: 'its own refused cancel changed it',
  },
  neighbour: {
    breaks: always('cancel.told-apart'),
    words: 'a refused cancel of an unknown id that is like its id changed it',
  },
  text: {
    breaks: always('cancel.not-int64'),
    words: 'a cancel of what is not the id of any order changed it',
  },
  others: { breaks: always('cancel.others-untouched'), words: 'a cancel of another order changed it' },
  refused: { breaks: always('cancel.others-untouched'), words: 'a refused cancel of another id changed it' },
  status: {
    breaks: ({ state }, { exchange: { request } }) => {
      if (state === 'pending') return 'cancel.pending.status';
      return request.role === 'cancel' ? 'cancel.shipped.status' : 'cancel.shipped.unchanged';
    },
    words: 'its own cancel is answered wrongly',
    changesNothing: true,
  },
  connection: {
    breaks: always('cancel.told-apart'),
    words: 'the answer is that to the request before it on its connection',
    changesNothing: true,
  },
  incomplete: { breaks: always('list.complete'), words: 'the listing leaves it out', changesNothing: true },
  somebody: { breaks: () => undefined, words: 'somebody else changed it, since no cancel gives that state' },
  fixture: { breaks: () => undefined, words: 'its fixture is wrong, or an earlier run used it up' },
};
