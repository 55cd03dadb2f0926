import { scenario } from '../../runner/engine/scenario.js';
import { cancelWithKey } from '../requests.js';

export const answer = scenario({
  id: 'listing-answer',
  title: 'The listing is one JSON array, sent with 200',
  reads: ['before'],
  requests: {},
});

/** The store has changed; the listing that serves the state proofs shows what the implementation makes of that. */
export const afterCancels = scenario({
  id: 'listing-after-cancels',
  title: 'The listing keeps to the contract after orders were cancelled',
  reads: ['before', 'after'],
  followsCancels: true,
  requests: {},
});

/** Known to exist is an order that was listed, or whose cancel got 204 or 409. */
export const completeness = scenario({
  id: 'listing-complete',
  title: 'The listing holds every order that is known to exist, before and after the cancels',
  reads: ['before', 'after'],
  requests: {
    spare: {
      ...cancelWithKey(
        'again',
        'left',
        'its answer tells a wrong fixture (404) from a listing that left it out (204, 409)',
        'spare',
      ),
      when: 'not-listed',
    },
  },
});
