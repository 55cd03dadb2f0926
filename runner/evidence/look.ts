import type { Evidence } from './evidence.js';
import type { Look } from './plan.js';
import { sharedListing } from './request.js';
import { isUnjudged } from './unjudged.js';

/** What the first listing showed; undefined where it was not sent. */
export function lookIn(evidence: Evidence): Look | undefined {
  if (!evidence.exchange(sharedListing('before'))) return undefined;
  const before = evidence.listing('before');
  return isUnjudged(before) ? {} : { listing: before.reading };
}
