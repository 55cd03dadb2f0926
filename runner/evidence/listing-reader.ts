import { ListingReader } from '../listing/index.js';
import type { ListingUse } from './plan.js';

/** The same for a body that streams from the target and for one that streams from a file. */
export const listingReader = (use: ListingUse, ask: readonly bigint[]): ListingReader =>
  new ListingReader({ purpose: use === 'elements' ? 'judge' : 'presence', ask });
