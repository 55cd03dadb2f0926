import type { Variant } from '../variant.js';
import { valueVariants } from './2-orders.js';
import { stateVariants } from './3.1-only-pending.js';
import { listingVariants } from './4.1-listing.js';
import { errorVariants } from './7-errors.js';
import { framingVariants } from './framing.js';
import { httpVariants } from './http.js';
import { lenientVariants, movingVariants, takenIdVariants } from './live-systems.js';
import { endingVariants, httpVariants as noisyVariants, singleThreadVariants } from './noise.js';
import { sizeVariants } from './sizes.js';

export type { Variant } from '../variant.js';

/** A server for each thing that the contract leaves open. */
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
