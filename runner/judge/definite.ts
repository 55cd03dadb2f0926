import type { Evidence } from '../evidence/evidence.js';
import { statusOf } from '../evidence/exchange.js';
import { isValid, requestIdOf } from '../evidence/plan.js';
import type { Broken } from './rule.js';

/**
 * Whether nothing that the target still says can withdraw a deviation, while a run is under way. Later answers can put a
 * refusal down to another cause: a cancel that came before it, a key that expired, an order that was used up. What a
 * listing after the cancels lacks has such causes, too.
 */
export function isDefinite({ exchange }: Broken, evidence: Evidence): boolean {
  if (exchange === undefined || requestIdOf(exchange.id) === 'listing/after') return false;
  const status = statusOf(exchange);
  const isRefusal = status === 401 || status === 404 || status === 409;
  const request = evidence.request(exchange);
  if (!isRefusal || !request || !isValid(request.credential)) return true;
  return status !== 401 && request.order?.kind !== 'declared';
}
