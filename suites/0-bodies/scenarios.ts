import { scenario } from '../../runner/engine/scenario.js';
import { cancelOf } from '../requests.js';

const listing = { stage: 'beside', role: 'accept', credential: 'valid', reads: 'page' } as const;
const refused = { stage: 'beside', role: 'accept', credential: 'missing' } as const;
const unknown = cancelOf('not-found', 'plain', 'must not be found');

/** Frameworks choose the media type by what is accepted; here it is always the same. */
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
