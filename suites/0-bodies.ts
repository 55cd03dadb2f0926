import { clause } from './terms/clause.js';
import { cancelOf } from './terms/requests.js';
import { scenario } from './terms/scenario.js';

/** §0. The files of listings (4.1), conflicts (3.2) and errors (7) demand it of their bodies, and judge it as below. */
export const bodies = clause('0', 'both', 'All bodies are JSON (`application/json`).');

const listing = { stage: 'beside', role: 'accept', credential: 'valid', reads: 'page' } as const;
const refused = { stage: 'beside', role: 'accept', credential: 'missing' } as const;
const unknown = cancelOf('not-found', 'plain', 'must not be found');

/** Frameworks choose the media type by the `Accept` of the request; the contract has one media type. */
export const accept = scenario({
  id: 'accept',
  title: 'Bodies are JSON where the request accepts anything, or does not say what',
  requests: {
    'listing-any': { ...listing, accept: 'any' },
    'listing-none': { ...listing, accept: 'none' },
    'refused-any': { ...refused, accept: 'any' },
    'refused-none': { ...refused, accept: 'none' },
    'unknown-any': { ...unknown, accept: 'any' },
    'unknown-none': { ...unknown, accept: 'none' },
  },
});
