import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, wasNotDone } from '../../evidence/exchange.js';
import { idText, type Request } from '../../evidence/request.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { LISTING_PATH } from '../../http/transport.js';
import { DeletionLedger } from '../ledger.js';

/** Whether the ledger lets every DELETE through again, with what was known when it was begun. */
export function cancelContradictions(evidence: Evidence): string[] {
  const ledger = new DeletionLedger(evidence.plan);
  const before = evidence.listing('before');
  let isListed = isUnjudged(before);
  const refused: string[] = [];
  const ended = new Map<Request, Exchange>();
  for (const exchange of evidence.exchanges) {
    if (exchange.sent.method !== 'DELETE') continue;
    if (!isListed && !isUnjudged(before) && before.exchange.ended < exchange.begun) {
      ledger.known.admit(before.reading);
      isListed = true;
    }
    const { request, sent } = exchange;
    const previous = ended.get(request);
    if (previous && wasNotDone(previous)) ledger.readmit(request);
    ended.set(request, exchange);
    const { method, orderId = '' } = sent;
    const path = `${LISTING_PATH}/${orderId}`;
    try {
      ledger.enter({ request, method, path, orderId });
    } catch {
      refused.push(`${idText(request.id)} sent DELETE ${path}, which the deletion ledger refuses.`);
    }
  }
  return refused;
}
