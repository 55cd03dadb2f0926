import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { exchangeIdsOf, requestsOf } from '../../evidence/plan.js';
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
  const requests = requestsOf(evidence.plan).map((request): Retraced => {
    const ids = exchangeIdsOf(request);
    return { request, attempts: new Map(ids.map((id) => [id, [] as Exchange[]])) };
  });
  const byId = new Map(
    requests.flatMap((retraced) => [...retraced.attempts.keys()].map((id) => [id, retraced] as const)),
  );
  const unplanned: string[] = [];
  for (const exchange of evidence.exchanges) {
    const attempts = byId.get(exchange.id)?.attempts.get(exchange.id) as Exchange[] | undefined;
    if (attempts) attempts.push(exchange);
    else unplanned.push(`The exchange ${exchange.id} is not in the plan.`);
  }
  return [
    ...unplanned,
    ...requests.flatMap((retraced) => requestContradictions(retraced, evidence, nonce)),
    ...orderContradictions(requests, evidence),
    ...unsentContradictions(requests, evidence),
    ...cancelContradictions(evidence),
  ];
}
