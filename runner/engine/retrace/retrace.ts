import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { allRequestsOf, requestsOf } from '../../evidence/plan.js';
import { repetitionsOf } from '../../evidence/request.js';
import { cancelContradictions } from './cancels.js';
import { orderContradictions } from './order.js';
import { requestContradictions } from './requests.js';
import type { Retraced } from './retraced.js';
import { unsentContradictions } from './unsent.js';

/**
 * Goes through saved evidence as `gather` would have gone through its plan: whether what was sent, and when, and what was
 * not, is what that plan and these answers lead to. Returns what contradicts it, a sentence each; nothing for what this
 * program gathered.
 * @param nonce that every request must have carried
 */
export function retrace(evidence: Evidence, nonce?: string): readonly string[] {
  const attempts = new Map(allRequestsOf(evidence.plan).map((request) => [request, [] as Exchange[]]));
  for (const exchange of evidence.exchanges) attempts.get(exchange.request)?.push(exchange);
  const requests = requestsOf(evidence.plan).map(
    (request): Retraced => ({
      request,
      attempts: new Map(repetitionsOf(request).map((each) => [each, attempts.get(each) ?? []])),
    }),
  );
  return [
    ...requests.flatMap((retraced) => requestContradictions(retraced, evidence, nonce)),
    ...orderContradictions(requests, evidence),
    ...unsentContradictions(requests, evidence),
    ...cancelContradictions(evidence),
  ];
}
