import type { Evidence } from './evidence.js';
import { paginationSign } from './pages.js';
import type { Look } from './plan.js';
import { sharedListing } from './request.js';
import { isUnjudged } from './unjudged.js';

/** What the first listing showed. Undefined if it was not sent. */
export function lookIn(evidence: Evidence): Look | undefined {
  const answer = evidence.answer(sharedListing('before'));
  if (!answer || !evidence.exchange(sharedListing('before'))) return undefined;
  const before = evidence.listing('before');
  if (isUnjudged(before)) return {};
  return { listing: before.reading, isPage: !isUnjudged(answer) && paginationSign(answer.response) !== undefined };
}
