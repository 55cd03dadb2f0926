import { askedCredential } from './challenge.js';
import type { Evidence } from './evidence.js';
import { responseOf } from './exchange.js';
import { isWholeRange, paginationSign } from './pagination.js';
import type { Look } from './plan.js';
import { sharedListing } from './request.js';
import { isUnjudged } from './unjudged.js';

/** Reads the first listing. Undefined if it was not sent. */
export function lookIn(evidence: Evidence): Look | undefined {
  const exchange = evidence.exchange(sharedListing('before'));
  if (!exchange) return undefined;
  const before = evidence.listing('before');
  const { lookUp } = evidence.plan;
  if (isUnjudged(before)) return { lookUp, otherScheme: askedCredential(exchange) };
  const response = responseOf(exchange);
  const sign = response && paginationSign(response);
  const isPage = sign !== undefined && !isWholeRange(sign.actual);
  return { lookUp, listing: before.reading, isPage, secrets: response?.secrets };
}
