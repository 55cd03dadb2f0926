import type { Evidence } from '../evidence/evidence.js';
import { requestsOf } from '../evidence/plan.js';
import { idText, type Request, repetitionsOf, sharedListing } from '../evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../evidence/unjudged.js';
import { isCalledFor } from './condition.js';
import { DeletionLedger } from './ledger.js';

const NOT_IN_EVIDENCE = 'It is in the plan, and the evidence has no exchange for it. Run again.';

/**
 * Why planned requests have no exchange, from what the evidence shows alone: the key or the declared orders lack what they
 * need, the ledger held them back, nobody is there, the run was stopped. Nothing that a file says makes it a better reason.
 */
export function unsentIn(evidence: Evidence): ReadonlyMap<string, Unjudged> {
  const ledger = new DeletionLedger(evidence.plan);
  const before = evidence.listing('before');
  if (!isUnjudged(before)) ledger.known.admit(before.reading);
  return new Map(
    requestsOf(evidence.plan).flatMap((request) => {
      const open = repetitionsOf(request).filter(({ id }) => !evidence.exchange(id));
      if (open.length === 0 || (request.when && !isCalledFor(request.when, request, evidence))) return [];
      const why = request.lack ?? whyUnsent(request, evidence, ledger);
      return open.map(({ id }): [string, Unjudged] => [idText(id), why]);
    }),
  );
}

function whyUnsent(request: Request, evidence: Evidence, ledger: DeletionLedger): Unjudged {
  const { aim } = request;
  if (evidence.obstacle !== undefined) return inconclusive(evidence.obstacle);
  const isListed = evidence.exchange(sharedListing('before')) !== undefined;
  const orderId =
    aim.kind === 'order' || (aim.kind === 'unknown' && isListed) ? ledger.orderIdFor({ ...request, aim }) : '';
  return typeof orderId === 'object' ? orderId : inconclusive(evidence.stopped ?? NOT_IN_EVIDENCE);
}
