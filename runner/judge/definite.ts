import { statusOf } from '../evidence/exchange.js';
import { isValid, sharedListingOf } from '../evidence/request.js';
import type { Broken } from './rule.js';

/**
 * Whether nothing that the target still says can withdraw a deviation, while a run is under way. Later answers can put a
 * refusal down to another cause: a cancel that came before it, a key that expired, an order that was used up. What a
 * listing after the cancels lacks has such causes, too.
 */
export function isDefinite({ exchange }: Broken): boolean {
  if (exchange === undefined) return false;
  const { credential, aim } = exchange.request;
  if ((sharedListingOf(exchange.request) ?? 'before') !== 'before') return false;
  const status = statusOf(exchange);
  const isRefusal = status === 401 || status === 404 || status === 409;
  if (!isRefusal || !isValid(credential)) return true;
  return status !== 401 && aim.kind !== 'order';
}
