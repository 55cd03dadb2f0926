import type { Variant } from '../variant.js';
import { errorVariants } from './errors.js';
import { framingVariants } from './framing.js';
import { httpVariants } from './http.js';
import { listingVariants } from './listing.js';
import { lenientVariants, movingVariants, takenIdVariants } from './live-systems.js';
import { endingVariants, httpVariants as noisyVariants, singleThreadVariants } from './noise.js';
import { sizeVariants } from './sizes.js';
import { stateVariants } from './states.js';
import { valueVariants } from './values.js';

export type { Variant } from '../variant.js';

/** Everything that the contract leaves open, a server each. */
export const variants: readonly Variant[] = [
  ...listingVariants,
  ...valueVariants,
  ...errorVariants,
  ...stateVariants,
  ...httpVariants,
  ...framingVariants,
  ...lenientVariants,
  ...movingVariants,
  ...takenIdVariants,
  ...endingVariants,
  ...noisyVariants,
  ...singleThreadVariants,
  ...sizeVariants,
];
