import type { Evidence } from '../evidence/evidence.js';
import { requestsOf } from '../evidence/plan.js';
import { idText, type Request, repetitionsOf } from '../evidence/request.js';
import { inconclusive, isOpen, type Unjudged } from '../evidence/unjudged.js';
import { isCalledFor } from './condition.js';

const NOT_IN_EVIDENCE = 'It is in the plan, and the evidence has no exchange for it. Run again.';

/**
 * Says why planned requests have no exchange, from the evidence only: the plan does not send them, the target is down,
 * or the run was stopped. Other texts in a file cannot replace these reasons.
 */
export const unsentIn = (evidence: Evidence): ReadonlyMap<string, Unjudged> =>
  new Map(
    requestsOf(evidence.plan).flatMap((request) => {
      const open = repetitionsOf(request).filter(({ id }) => !evidence.exchange(id));
      if (open.length === 0 || (request.when && !isCalledFor(request.when, request, evidence))) return [];
      const why = whyUnsent(request, evidence);
      return open.map(({ id }): [string, Unjudged] => [idText(id), why]);
    }),
  );

function whyUnsent({ lack }: Request, { obstacle, lockout, stopped }: Evidence): Unjudged {
  if (lack && !isOpen(lack)) return lack;
  const reason = obstacle ?? lockout?.reason;
  if (reason !== undefined) return inconclusive(reason);
  return lack ?? inconclusive(stopped ?? NOT_IN_EVIDENCE);
}
