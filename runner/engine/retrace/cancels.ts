import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, wasNotDone } from '../../evidence/exchange.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { LISTING_PATH } from '../../http/transport.js';
import { DeletionLedger } from '../ledger.js';

/** Whether the ledger lets every DELETE through again, with what was known when it was begun. */
export function cancelContradictions(evidence: Evidence): string[] {
  const ledger = new DeletionLedger(evidence.plan);
  const before = evidence.listing('before');
  let isListed = isUnjudged(before);
  const refused: string[] = [];
  const ended = new Map<string, Exchange>();
  for (const exchange of evidence.exchanges) {
    if (exchange.request.method !== 'DELETE') continue;
    if (!isListed && !isUnjudged(before) && before.exchange.ended < exchange.begun) {
      ledger.known.admit(before.reading);
      isListed = true;
    }
    const previous = ended.get(exchange.id);
    if (previous && wasNotDone(previous)) ledger.readmit(exchange.id);
    ended.set(exchange.id, exchange);
    const { operation, method, url, credential } = exchange.request;
    const path = url.slice(url.lastIndexOf(`${LISTING_PATH}/`));
    try {
      ledger.enter({ id: exchange.id, operation, method, path, credential });
    } catch {
      refused.push(`${exchange.id} sent DELETE ${path}, which the deletion ledger refuses.`);
    }
  }
  return refused;
}
